/**
 * Presses of the quick-log buttons of one's own goals. The number changes at once: what waits in the outbox is kept
 * beside the server's totals and added to them, never mixed into them. The presses of one goal are sent in order.
 */
import type { Goal } from '../../domain/goals/api.ts'
import { type Log, storeQuickLog } from '../../domain/logs/api.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import { createStore, useStore } from '../lib/store.ts'
import { applyLog } from '../logs/apply-log.ts'
import type { LogBody } from '../logs/logs.ts'
import { type ItemOf, outboxFor, retry } from '../outbox/outbox.ts'
import { messageOf } from '../ui/form-errors.tsx'
import { toast } from '../ui/toast.tsx'

type GoalPress = Pick<ItemOf<typeof storeQuickLog, null>, 'body'>

interface Pressed {
  log: Log
  /** What was logged, in words. */
  text: string
}

/** The last press of each goal, while it can be taken back. */
const last = createStore<ReadonlyMap<number, Pressed>>(new Map())

const presses = outboxFor<typeof storeQuickLog, null>(storeQuickLog, {
  delivered({ body, text }, { log, goal }) {
    applyLog(log, goal)
    setLast(body.goal_id, log.is_timed ? null : { log, text })
  },
  refused({ key, text }, error) {
    toast.error(`${text} was not logged. ${messageOf(error)}`, {
      action: { label: 'Try again', run: () => retry(key) }
    })
  }
})

/** @param text what is logged, in words */
export function pressGoal(body: LogBody, text: string): void {
  presses.add({ body, text, seen: null, scope: `goal ${body.goal_id}` })
}

/** What the waiting presses add to a goal's totals. A timer adds its time when the server has started it. @internal */
export function pendingOf(goalId: number, items: readonly GoalPress[]): Contribution {
  const sum = { amount: 0, distance: 0, duration: 0 }
  for (const { body } of items) {
    if (body.goal_id !== goalId) continue
    sum.amount += body.amount ?? 0
    sum.distance += body.distance ?? 0
  }
  return sum
}

export const usePending = ({ id }: Pick<Goal, 'id'>): Contribution => pendingOf(id, presses.useWaiting())

/** Whether something was pressed that could not be sent at once. */
export function useIsHeldUp({ id }: Pick<Goal, 'id'>, isOffline: boolean): boolean {
  return presses.useWaiting().some(({ body, tries }) => body.goal_id === id && (isOffline || tries > 0))
}

/** Whether this button's timer is being started. */
export function useIsStarting(buttonUuid: string): boolean {
  return presses.useWaiting().some(({ body }) => body.ql_button_uuid === buttonUuid && (body.duration ?? 0) > 0)
}

export const useLastPress = ({ id }: Pick<Goal, 'id'>): Pressed | null => useStore(last).get(id) ?? null

export const forgetLastPress = ({ id }: Pick<Goal, 'id'>): void => setLast(id, null)

function setLast(goalId: number, pressed: Pressed | null): void {
  const next = new Map(last.get())
  if (pressed) next.set(goalId, pressed)
  else next.delete(goalId)
  last.set(next)
}
