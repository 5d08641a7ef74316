import type { OverTime } from '../../../domain/sessions/api.ts'
import { dateTexts } from '../../lib/date-texts.ts'

const useTime = dateTexts({ timeStyle: 'short' })
const useDateAndTime = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })
const DAY = 86_400

/** Returns how to say when a slice is, or several in a row; with the date where the whole takes more than a day. */
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
