/** The lengths and starts that the form of an activity offers (SES-004..SES-015). Seconds. */
import { DEFAULT_DURATION, LONGEST, plannedLength, SHORTEST } from '../../domain/sessions/length.ts'
import { spokenLength } from '../browse/spoken-length.ts'

const DURATIONS = [
  { value: SHORTEST, label: '5 minutes' },
  { value: 1800, label: '30 minutes' },
  { value: DEFAULT_DURATION, label: '1 hour' },
  { value: 86_400, label: '1 day' },
  { value: 604_800, label: '1 week' },
  { value: LONGEST, label: '1 month' }
]

export const START_OFFSETS = [
  { value: 0, label: 'Immediately' },
  { value: 300, label: '5 minutes' },
  { value: 1800, label: '30 minutes' },
  { value: 3600, label: '1 hour' },
  { value: 86_400, label: '1 day' }
]

/** The fixed lengths, and the planned one sorted among them (D-132). */
export function durationOptions(planSeconds: number): { value: number; label: string }[] {
  const own = plannedLength(planSeconds)
  if (DURATIONS.some(({ value }) => value === own)) return DURATIONS
  const option = { value: own, label: `${spokenLength(own)}, as planned` }
  return [...DURATIONS, option].sort((a, b) => a.value - b.value)
}
