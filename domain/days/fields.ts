import * as z from 'zod/mini'
import { day } from '../lib/day-fields.ts'
import { whole } from '../lib/fields.ts'

/** Rest days as weekdays from 1 to 7. At least one weekday must not be a rest day. */
export const restDays = z
  .array(whole(1, 7))
  .check(z.refine(days => new Set(days).size < 7, 'Leave at least one day that counts.'))

/** Times of a person away, in an export. */
export const timesAway = z
  .array(z.object({ from: day, until: day }))
  .check(z.maxLength(1000, 'Give at most 1000 times.'))
