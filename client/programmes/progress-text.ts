import { plural } from '../../domain/lib/duration.ts'
import type { FollowingCard } from '../../domain/programmes/api.ts'

/** "Week 3 of 9, 7 of 27 units". */
export function progressText({ week, weeks_count, done, units_count }: Omit<FollowingCard, 'title' | 'path'>): string {
  return `Week ${week} of ${weeks_count}, ${done} of ${plural(units_count, 'unit')}`
}
