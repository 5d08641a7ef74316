/**
 * Presses of quick-log buttons. The number changes at once; presses on one goal are sent one after another, so that
 * their answers arrive in order and two quick presses are two calls. What has no answer yet is kept beside the
 * server's totals and added to them, never mixed into them. Without a line presses wait, also for the next visit.
 */
import type { Goal } from '../../domain/goals/api.ts'
import type { Log } from '../../domain/logs/api.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { createStore, useStore } from '../lib/store.ts'
import { getUser, useUser } from '../lib/user.ts'
import {
  type Drawer,
  forgetKept,
  keep,
  kept,
  SomebodyElse,
  sendWhenOnline,
  useIsOffline
} from '../sessions/live/line.ts'
import { type LogBody, logProgress } from './logs.ts'

export interface Press {
  key: string
  /** Id of who pressed. */
  person: number
  body: LogBody
}

const NOTHING: Contribution = { amount: 0, distance: 0, duration: 0 }
const pending = createStore<readonly Press[]>([])
const queues = new Map<number, Promise<unknown>>()

export function newPress(body: LogBody): Press {
  return { key: randomUuid(), person: getUser()?.id ?? 0, body }
}

/** The same press again is the same key: tried twice, it still counts once. Null when its person has gone meanwhile. */
export function send(press: Press): Promise<Log | null> {
  const { goal_id } = press.body
  pending.set([...pending.get(), press])
  keep(drawerOf(press), press)
  const before = queues.get(goal_id) ?? Promise.resolve()
  const sent = before
    .catch(() => {})
    .then(() => deliver(press))
    .finally(() => pending.set(pending.get().filter(one => one.key !== press.key)))
  queues.set(goal_id, sent)
  return sent
}

async function deliver(press: Press): Promise<Log | null> {
  const { body, key, person } = press
  try {
    const log = await sendWhenOnline(person, () => logProgress(body, key, person))
    forgetKept(drawerOf(press), key)
    return log
  } catch (error) {
    if (error instanceof SomebodyElse) return null
    forgetKept(drawerOf(press), key)
    throw error
  }
}

/** What an earlier visit could not send, with the same keys. */
export function keptPresses({ id }: Pick<Goal, 'id'>): Press[] {
  const person = getUser()?.id
  if (person === undefined) return []
  const known = new Set(pending.get().map(({ key }) => key))
  return kept<Press>({ what: 'logs', of: id, person }).filter(({ key }) => !known.has(key))
}

function drawerOf({ person, body }: Press): Drawer {
  return { what: 'logs', of: body.goal_id, person }
}

/** What was pressed on this goal and has no answer yet. */
export function usePending({ id }: Pick<Goal, 'id'>): Contribution {
  const presses = useStore(pending)
  const me = useUser()?.id
  const sum = { ...NOTHING }
  for (const { body, person } of presses) {
    if (body.goal_id !== id || person !== me) continue
    sum.amount += body.amount ?? 0
    sum.distance += body.distance ?? 0
  }
  return sum
}

export function useIsWaiting({ id }: Pick<Goal, 'id'>): boolean {
  const isOffline = useIsOffline()
  const isPending = useStore(pending).some(({ body }) => body.goal_id === id)
  return isPending && isOffline
}

/** Whether this button's timer is being started. */
export function useIsStarting(buttonUuid: string): boolean {
  return useStore(pending).some(({ body }) => body.ql_button_uuid === buttonUuid && (body.duration ?? 0) > 0)
}
