import dayjs from 'dayjs'
import type { Bar } from '../../../domain/activities/timeline.ts'
import { clockFace, shortDuration } from '../../../domain/lib/duration.ts'

const DAY = 86_400

/** "Starts at 5:00", with the time of day if the session has a date. Empty if the start is unknown. */
export function startText(bar: Bar | undefined, startedAt: string | null): string {
  if (!bar || bar.startsAt === null) return ''
  const into = bar.startsAt < DAY ? clockFace(bar.startsAt) : shortDuration(bar.startsAt)
  if (startedAt === null) return `Starts at ${into}`
  return `Starts at ${into}, ${dayjs(startedAt).add(bar.startsAt, 'second').format('ddd D MMM HH:mm:ss')}`
}
