/** The reminder of a goal: its times, and the buttons of its notification. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { date, noError, responseDate, responseFlag, sentBody } from '../lib/fields.ts'
import { goalTimesFields, notAtNight } from './fields.ts'

export const goalReminder = z.object({ at: z.string(), weekdays: z.array(z.int()), at_night: responseFlag })
export type GoalReminder = z.output<typeof goalReminder>

const refusals = ['unauthenticated', 'notFound', 'conflict'] as const

export const setGoalReminder = endpoint('POST', '/api/goals/:goal/reminder', {
  summary: 'Remind me of a goal at a time of day, on the days on which it is not met yet',
  body: sentBody(goalTimesFields).check(notAtNight),
  response: z.object({ reminder: goalReminder, ...noError }),
  refusals
})

export const removeGoalReminder = endpoint('DELETE', '/api/goals/:goal/reminder', {
  summary: 'Remind me no longer of a goal',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

const pressed = {
  body: sentBody({
    /** The time of the reminder, from its notification. */
    at: date
  })
}

/** The same reminder logs once, however often it is pressed. */
export const finishReminded = endpoint('POST', '/api/goals/:goal/reminder/done', {
  summary: 'Log what is left of a goal, for the day of a reminder; a use like any log',
  ...pressed,
  response: z.object({ is_logged: responseFlag, ...noError }),
  refusals: ['unauthenticated', 'notFound', 'conflict', 'insufficientTokens']
})

export const putOffReminded = endpoint('POST', '/api/goals/:goal/reminder/later', {
  summary: 'Remind me of a goal again in an hour, unless that is at night',
  ...pressed,
  /** Null when the reminder comes on its next day. */
  response: z.object({ due_at: z.nullable(responseDate), ...noError }),
  refusals: ['unauthenticated', 'notFound']
})

/** A button of a notification, and the call that it makes. */
export interface PushAction {
  action: 'done' | 'later'
  title: string
  path: string
  body: object
}

/** Returns the buttons of a goal's notification. A checklist is ticked, so it has no Done. */
export function goalActions(goal: { id: number; is_list: boolean }, at: number): PushAction[] {
  const body = { at: new Date(at).toISOString() }
  const path = (of: { path: string }): string => of.path.replace(':goal', String(goal.id))
  const later = { action: 'later' as const, title: 'Later', path: path(putOffReminded), body }
  return goal.is_list ? [later] : [{ action: 'done', title: 'Done', path: path(finishReminded), body }, later]
}
