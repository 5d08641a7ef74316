/** The page of all my logs. */
import * as z from 'zod/mini'
import { page } from '../lib/page.ts'
import { log } from './api.ts'

const choice = z.object({ id: z.int(), title: z.string() })

/**
 * The totals of a day, over the selected logs. An amount counts from the start of its log, a time only when the log
 * stops running (D-52).
 */
const loggedDay = z.object({
  day: z.string(),
  logs: z.int(),
  distance: z.number(),
  duration: z.int(),
  /** Grouped by unit, the unit with the most logs first. */
  amounts: z.array(z.object({ unit: z.string(), amount: z.number() }))
})
export type LoggedDay = z.output<typeof loggedDay>

export const myLogsPage = page('/my/logs', {
  query: ['page', 'goal', 'action', 'session'],
  data: z.object({
    /** The latest day first. */
    logs: z.array(log),
    /** The days of these logs, each with its totals. */
    days: z.array(loggedDay),
    /** The options of the filters: the newest goals and sessions, and every action. */
    choices: z.object({ goals: z.array(choice), actions: z.array(z.string()), sessions: z.array(choice) })
  }),
  personal: 'My Logs',
  head: () => ({ title: 'My Logs' })
})
export type MyLogs = z.output<typeof myLogsPage.data>
