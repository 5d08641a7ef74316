/**
 * Presses of quick-log buttons. The number changes at once; presses on one goal are sent one after another, so that
 * their answers arrive in order and two quick presses are two calls. What has no answer yet is kept beside the
 * server's totals and added to them, never mixed into them.
 */
import type { Goal } from '../../domain/goals/api.ts'
import type { Contribution } from '../../domain/goals/log.ts'
import type { Log } from '../../domain/logs/api.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { createStore, useStore } from '../lib/store.ts'
import { type LogBody, logProgress } from './logs.ts'

interface Press {
  key: string
  body: LogBody
}

const NOTHING: Contribution = { amount: 0, distance: 0, duration: 0 }
const pending = createStore<readonly Press[]>([])
const queues = new Map<number, Promise<unknown>>()

export function newPress(body: LogBody): Press {
  return { key: randomUuid(), body }
}

/** The same press again is the same key: tried twice, it still counts once. */
export function send(press: Press): Promise<Log> {
  const { goal_id } = press.body
  pending.set([...pending.get(), press])
  const before = queues.get(goal_id) ?? Promise.resolve()
  const sent = before
    .catch(() => {})
    .then(() => logProgress(press.body, press.key))
    .finally(() => pending.set(pending.get().filter(one => one !== press)))
  queues.set(goal_id, sent)
  return sent
}

/** What was pressed on this goal and has no answer yet. */
export function usePending({ id }: Pick<Goal, 'id'>): Contribution {
  const presses = useStore(pending)
  const sum = { ...NOTHING }
  for (const { body } of presses) {
    if (body.goal_id !== id) continue
    sum.amount += body.amount ?? 0
    sum.distance += body.distance ?? 0
  }
  return sum
}

/** Whether this button's timer is being started. */
export function useIsStarting(buttonUuid: string): boolean {
  return useStore(pending).some(({ body }) => body.ql_button_uuid === buttonUuid && (body.duration ?? 0) > 0)
}
