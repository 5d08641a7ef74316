/** The settings for a person's days and streaks, and the page of their days. */
import * as z from 'zod/mini'
import { user } from '../accounts/user.ts'
import { dayStart, timeZone } from '../lib/day-fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import { flag, sentBody } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { restDays, timesAway } from './fields.ts'

export const updateDays = endpoint('PATCH', '/api/account/days', {
  summary: 'Change what is sent of how my days and streaks are counted; what was logged keeps its day',
  body: sentBody({
    time_zone: z.optional(timeZone),
    day_start: z.optional(dayStart),
    rest_days: z.optional(restDays),
    /** Added to mine, so that a streak of another hut stays. */
    times_away: z.optional(timesAway),
    streaks: z.optional(flag)
  }),
  response: z.object({ user }),
  refusals: ['unauthenticated']
})

/** Totals of logs. An amount counts from the start of its log, a time only when the log stops running (D-52). */
const done = z.object({
  logs: z.int(),
  /** Grouped by unit, the largest amount first. */
  amounts: z.array(z.object({ unit: z.string(), amount: z.number() })),
  distance: z.number(),
  duration: z.int()
})
export type Done = z.output<typeof done>

/** The weeks of My Days, from Monday and with the current one, so that the same date appears twice. */
export const WEEKS_SHOWN = 53

export const myDaysPage = page('/my/days', {
  data: z.object({
    today: z.string(),
    /** Null when the person has switched streaks off. */
    streak: z.nullable(z.object({ current: z.int(), longest: z.int() })),
    /** Days with logs in the last 53 weeks, the earliest first. */
    days: z.array(z.object({ day: z.string(), logs: z.int() })),
    /** Totals by action of this week so far and of the whole last week; the most frequent action of this week first. */
    weeks: z.array(z.object({ action: z.string(), this_week: done, last_week: done }))
  }),
  personal: 'My Days',
  head: () => ({ title: 'My Days' })
})
export type MyDays = z.output<typeof myDaysPage.data>
