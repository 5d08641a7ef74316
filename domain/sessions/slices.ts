/**
 * Divides the time of a session into slices of a round length, for the chart of its people's progress.
 *
 * Units: instants are milliseconds since 1970, lengths seconds.
 */

const MOST = 30
const DAY = 86_400
const LENGTHS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, DAY]

export interface Slices {
  seconds: number
  /** From 1 to 30. */
  count: number
}

/** Returns slices of the shortest round length that gives at most 30 of them between two moments. */
export function slicesOf(from: number, to: number): Slices {
  const length = Math.max(0, to - from) / 1000
  const seconds = LENGTHS.find(one => length <= one * MOST) ?? Math.ceil(length / MOST / DAY) * DAY
  return { seconds, count: Math.max(1, Math.ceil(length / seconds)) }
}
