import { useHydrated } from '../lib/hydrated.ts'

/**
 * The time zones of the world as options of a select, grouped by the region in their names. The list differs between
 * browsers, so the server renders the chosen zones only.
 */
export function Zones({ chosen }: { chosen: string[] }) {
  const known = useHydrated() ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : []
  const zones = [...new Set([...chosen, ...known])].sort()
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
