import * as z from 'zod/mini'
import { flag, weekdays } from '../lib/fields.ts'
import { type GoalTimes, isAtNight } from './goal-times.ts'

const TIME_TEXT = 'Enter a time such as 22:00.'

/** A wall-clock time such as "22:00". */
const clockTime = z.string(TIME_TEXT).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME_TEXT))

export const quietHours = z
  .object({ from: clockTime, until: clockTime })
  .check(z.refine(({ from, until }) => from !== until, { error: 'Enter two different times.', path: ['until'] }))

export const goalTimesFields = {
  at: clockTime,
  /** From 1 (Monday) to 7; an empty list means every day. */
  weekdays: z._default(weekdays, []),
  /** 1: the time may be between 22:00 and 7:00. */
  at_night: z._default(flag, 0)
}

const AT_NIGHT = 'This is at night. Choose a time from 7:00 to 22:00, or allow the night.'

/** Refuses a time at night that was not chosen twice. */
export const notAtNight = z.refine<GoalTimes>(({ at, at_night }) => at_night === 1 || !isAtNight(at), {
  error: AT_NIGHT,
  path: ['at']
})
