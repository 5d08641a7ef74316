import type { Bar } from '../../../domain/activities/timeline.ts'

/** The lane of each bar by uuid, from 0: bars that overlap get different lanes. */
export function lanesOf(bars: readonly Bar[]): Map<string, number> {
  const ends: number[] = []
  const lanes = new Map<string, number>()
  for (const bar of bars.toSorted((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0))) {
    const { startsAt, endsAt } = bar
    if (startsAt === null || endsAt === null) continue
    const free = ends.findIndex(end => end <= startsAt)
    const lane = free === -1 ? ends.length : free
    ends[lane] = endsAt
    lanes.set(bar.uuid, lane)
  }
  return lanes
}
