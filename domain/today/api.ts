/** A member's sessions and goals of today. Home begins with them, and they have a page of their own. */
import * as z from 'zod/mini'
import { card } from '../browse/api.ts'
import { goal } from '../goals/api.ts'
import { page } from '../lib/page.ts'

/** How many sessions, goals and group sessions are shown at most. */
export const MOST_TODAY = 3

export const todayPage = page('/my/today', {
  data: z.object({
    /** My sessions: those that run, then the next ones; at most three. */
    sessions: z.array(card),
    /** My first open goals in my own order. */
    my_goals: z.array(goal),
    /** Running and planned sessions of my groups that I have not joined. */
    group_sessions: z.array(card)
  }),
  personal: 'Today',
  head: () => ({ title: 'Today' })
})
