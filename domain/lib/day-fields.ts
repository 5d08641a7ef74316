/** Days and time zones in requests (day.ts has their rules). */
import * as z from 'zod/mini'
import { isDay, isTimeZone, LATEST_DAY_START } from './day.ts'
import { whole } from './fields.ts'

export const timeZone = z
  .string('Enter a time zone.')
  .check(z.refine(isTimeZone, 'Enter a time zone such as Europe/Berlin.'))
export const dayStart = whole(0, LATEST_DAY_START)

const NO_DAY = 'Enter a day between 1970 and 2099, such as 2026-01-31.'
/** A day in a request, from 1970 to 2099. */
export const day = z.string(NO_DAY).check(z.refine(isDay, NO_DAY))
