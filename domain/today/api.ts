/** What today is about for a member: home begins with it, and it has an address of its own. */
import * as z from 'zod/mini'
import { card } from '../browse/api.ts'
import { goal } from '../goals/api.ts'
import { page } from '../lib/page.ts'

/** The most that is shown of each. */
export const MOST_TODAY = 3

export const todayPage = page({
  path: '/my/today',
  data: z.object({
    /** Sessions that I am in: those that run, then the next ones; at most three. */
    sessions: z.array(card),
    /** My open goals, the first of my own order. */
    my_goals: z.array(goal),
    /** What runs or is to come in my groups, and I am not in. */
    group_sessions: z.array(card)
  }),
  personal: 'Today',
  head: () => ({ title: 'Today' })
})
