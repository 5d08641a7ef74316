/** A member's sessions and goals of today. Home begins with them, and they have a page of their own. */
import * as z from 'zod/mini'
import { card } from '../browse/api.ts'
import { goal } from '../goals/api.ts'
import { page } from '../lib/page.ts'

/** How many sessions, group sessions, and goals that ask for nothing today are shown at most. */
export const MOST_TODAY = 3

export const todayPage = page('/my/today', {
  data: z.object({
    /** My sessions: those that run, then the next ones; at most three. */
    sessions: z.array(card),
    /** My open goals that are due or met today, and my first other ones, in my own order (D-143). */
    my_goals: z.array(goal),
    /** My streak in days; null when I have switched streaks off. */
    streak: z.nullable(z.int()),
    /** Usernames of people in the first of `sessions`, at most six. */
    faces: z.array(z.string()),
    /** Running and planned sessions of my groups that I have not joined. */
    group_sessions: z.array(card)
  }),
  personal: 'Today',
  head: () => ({ title: 'Today' })
})
