/** Calls that start, pause and stop timers. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { clientUuid, date, responseDate } from '../lib/fields.ts'
import { moved } from './api.ts'
import { logStatus } from './fields.ts'

/** Times from the page are validated but not used: the server's clock counts (D-100). */
const times = {
  started_at: z.optional(z.nullable(date)),
  ended_at: z.optional(z.nullable(date)),
  paused_at: z.optional(z.nullable(date)),
  client_uuid: clientUuid
}

export const startLog = endpoint('POST', '/api/challenge-logs/:log/start', {
  summary: 'Start or resume a log',
  guests: true,
  body: z.object({ ...times, status: z.optional(logStatus) }),
  ...moved
})

export const stopLog = endpoint('POST', '/api/challenge-logs/:log/stop', {
  summary: 'Pause (status 3) or stop for good (status 4, the default)', // D-100
  guests: true,
  body: z.object({
    ...times,
    /** The page's own timer; the server ignores it and `remaining_duration` (TMR-15). */
    elapsed_duration: z.optional(z.unknown()),
    remaining_duration: z.optional(z.unknown()),
    status: z.optional(z.literal([3, 4], 'Give status 3 to pause or 4 to stop.'))
  }),
  ...moved
})

export const completeLog = endpoint('POST', '/api/challenge-logs/:log/complete', {
  summary: 'Done: the timer stops and nothing remains',
  guests: true,
  ...moved
})

export const resetLog = endpoint('POST', '/api/challenge-events/logs/:log/reset', {
  summary: 'Discard the time; it can be started again', // D-100
  guests: true,
  ...moved
})

export const stopSessionLog = endpoint('POST', '/api/challenge-events/logs/:log', {
  summary: 'Stop a log of a session', // stop-log, D-99
  guests: true,
  body: z.object(times),
  ...moved
})

const runningTimer = z.object({
  /** The id of its log. */
  id: z.int(),
  goal_id: z.int(),
  /** The title of its goal. */
  title: z.string(),
  due_at: responseDate
})
export type RunningTimer = z.output<typeof runningTimer>

/** The page calls it when it is opened or shown again, and after a live event that the timers changed. */
export const getRunningTimers = endpoint('GET', '/api/my/timers', {
  summary: 'My timers that run on goals of mine, the next to end first; at most twenty', // LOG-16
  response: z.object({ timers: z.array(runningTimer) }),
  refusals: ['unauthenticated']
})
