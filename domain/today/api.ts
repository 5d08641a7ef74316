/** A member's sessions and goals of today. Home begins with them, and they have a page of their own. */
import * as z from 'zod/mini'
import { card } from '../browse/api.ts'
import { goal } from '../goals/api.ts'
import { sharedGoal } from '../goals/sharing-api.ts'
import { page } from '../lib/page.ts'
import { nextUnit, programmeOfToday } from '../programmes/api.ts'

/** How many sessions, group sessions, and goals that ask for nothing today are shown at most. */
export const MOST_TODAY = 3

export const todayPage = page('/my/today', {
  data: z.object({
    /** My sessions: those that run, then the next ones; at most three. */
    sessions: z.array(card),
    /** My open goals that are due, met or to stay below today, and my first other ones, in my own order (D-143). */
    my_goals: z.array(goal),
    /** The units that my day asks for, and those that I did today (D-143). */
    programmes: z.array(programmeOfToday),
    /** My programmes that ask for nothing today, with their next unit. */
    next_units: z.array(nextUnit),
    /** The day on which I am back; null while I am not away. */
    away_until: z.nullable(z.string()),
    /** My streak in days; null when I have switched streaks off. */
    streak: z.nullable(z.int()),
    /** Running and planned sessions of my groups that I have not joined. */
    group_sessions: z.array(card),
    /** Goals that others share with me (D-163). */
    shared_goals: z.array(sharedGoal)
  }),
  personal: 'Today',
  head: () => ({ title: 'Today' })
})
