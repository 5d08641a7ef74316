/** Time away: everything rests until the person is back. */
import * as z from 'zod/mini'
import { addDays, type Day } from '../lib/day.ts'
import { day } from '../lib/day-fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError, sentBody } from '../lib/fields.ts'

/** The most days away. */
const LONGEST = 366

/** Returns why someone can't be back on a day; null if they can. */
export function checkBackOn(back: Day, today: Day): string | null {
  if (back <= today) return 'Choose a day after today.'
  return back > addDays(today, LONGEST) ? 'Choose a day within a year.' : null
}

export const goAway = endpoint('POST', '/api/account/away', {
  summary: 'Pause my open goals, streaks and reminders until I am back on a day; with null I am back now',
  body: sentBody({ back_on: z.nullable(day) }),
  response: z.object({ away_until: z.nullable(z.string()), ...noError }),
  refusals: ['unauthenticated']
})
