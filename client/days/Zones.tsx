/** The time zones of the world as options of a select, by region, as their names begin with it. */
export function Zones({ chosen }: { chosen: string[] }) {
  const zones = [...new Set([...chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
  const byRegion = Map.groupBy(zones, zone => (zone.includes('/') ? (zone.split('/')[0] ?? '') : 'Other'))
  return [...byRegion].map(([region, names]) => (
    <optgroup key={region} label={region}>
      {names.map(name => (
        <option key={name} value={name}>
          {zoneName(name)}
        </option>
      ))}
    </optgroup>
  ))
}

/** "America/New_York" reads "New York, America". */
export function zoneName(zone: string): string {
  return zone.replaceAll('_', ' ').split('/').reverse().join(', ')
}
