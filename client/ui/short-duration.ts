const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's']
] as const

/** For cards and bars, where space is short: "2 h 15 min", two units at most. */
export function shortDuration(seconds: number): string {
  let left = Math.max(0, Math.round(seconds))
  if (left === 0) return '0 s'
  const parts: string[] = []
  for (const [size, unit] of UNITS) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(' ')
}
