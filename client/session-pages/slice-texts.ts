import type { OverTime } from '../../domain/sessions/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'

const useTime = dateTexts({ timeStyle: 'short' })
const useDateAndTime = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })
const DAY = 86_400

/** Returns a function that names the time of one or several slices, with dates if the session took more than a day. */
export function useSliceTexts({
  from,
  slice_seconds,
  slice_count
}: OverTime): (first: number, last?: number) => string {
  const time = useTime()
  const dateAndTime = useDateAndTime()
  const text = slice_seconds * slice_count > DAY ? dateAndTime : time
  const at = (slice: number) => text(Date.parse(from) + slice * slice_seconds * 1000)
  return (first, last = first) => `${at(first)} to ${at(last + 1)}`
}
