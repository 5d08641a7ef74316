/** The fields of logs that people send. */
import * as z from 'zod/mini'
import { day } from '../lib/day-fields.ts'
import { clientUuid, quantity, seconds, sentBody, text, uuid } from '../lib/fields.ts'
import { EMPTY_LOG, hasContent, type LogContent } from './log-change.ts'
import { hasContentOrButton } from './press.ts'

export const logStatus = z.literal([1, 2, 3, 4], 'Give a log status from 1 to 4.')

/** The fields that a person logs; all are optional, but at least one must have a value. */
export const logFields = {
  amount: z.optional(z.nullable(quantity())),
  distance: z.optional(z.nullable(quantity())),
  duration: z.optional(z.nullable(seconds())),
  action: z.optional(z.nullable(text(100))),
  title: z.optional(z.nullable(text(255))),
  content: z.optional(z.nullable(text(10_000)))
}

/** The check of calls that log a result: the log must not be empty (LOG-28). */
export const contentNeeded = z.refine<LogContent>(hasContent, { error: EMPTY_LOG, path: ['amount'] })

/** The check of calls that may log by a button: the log must not be empty, or name a button. */
export const contentOrButtonNeeded = z.refine<Parameters<typeof hasContentOrButton>[0]>(hasContentOrButton, {
  error: EMPTY_LOG,
  path: ['amount']
})

export const quickLogFields = {
  goal_id: z.int('Choose a goal.'),
  ql_button_uuid: z.optional(z.nullable(uuid)),
  status: z.optional(logStatus),
  ...logFields,
  client_uuid: clientUuid
}

/** The body of `storeQuickLog`. */
export const quickLogBody = z.object({ ...quickLogFields, day: z.optional(day) }).check(contentOrButtonNeeded)

/** The body of `storeSessionLog`. */
export const sessionLogBody = sentBody({
  task_uuid: z.optional(z.nullable(uuid)),
  /** By default active (1), which other people see; 2 is visible only to me (SGL-15, D-138). */
  status: z.optional(logStatus),
  ...logFields
}).check(contentNeeded)
