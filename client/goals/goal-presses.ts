/**
 * Logs personal goals, by a quick-log button or by the form. The progress changes at once: the page adds the items
 * that wait in the outbox to the server's totals, and never stores the sum. Logs of the same goal are sent in order.
 */

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { Goal } from '../../domain/goals/api.ts'
import { type Press, pressText } from '../../domain/goals/presses.ts'
import type { DistanceUnit } from '../../domain/lib/distance.ts'
import type { CallOf, ResponseOf } from '../../domain/lib/endpoint.ts'
import { type Log, storeActivityQuickLog, storeQuickLog } from '../../domain/logs/api.ts'
import { type Contribution, LogStatus } from '../../domain/logs/log.ts'
import { measuresOfPress } from '../../domain/logs/press.ts'
import { askForTokens } from '../billing/purchase.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { useIsOffline } from '../live/presence.ts'
import { applyLog } from '../logs/apply-log.ts'
import { type ItemOf, isHeldUp, outboxFor, retry } from '../outbox/outbox.ts'
import { showGoalTips } from '../tour/messages.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

type LogBody = CallOf<typeof storeQuickLog>['body']
/** Marks logs from the form, which shows their result itself. */
type FormMark = { isForm: true } | null
export type WaitingLog = ItemOf<typeof storeQuickLog, FormMark> | ItemOf<typeof storeActivityQuickLog, FormMark>

interface Pressed {
  log: Log
  /** The log in words. */
  text: string
  /** It was pressed on the goal's own page, so others do not see it. */
  isPrivate: boolean
}

/** The last press of each goal, while it can be undone. */
const last = atom<ReadonlyMap<number, Pressed>>(new Map())

const handlers = {
  delivered({ body, text, seen }: WaitingLog, { log, goal }: ResponseOf<typeof storeQuickLog>) {
    applyLog(log, goal)
    showGoalTips('log made', body.goal_id)
    if (!seen) setLast(body.goal_id, { log, text, isPrivate: !('challenge_event_id' in body) })
  },
  refused({ key, text, seen }: WaitingLog, error: unknown) {
    if (seen || askForTokens(error, () => retry(key), key)) return
    toast.error(`${text} wasn’t logged. ${messageOf(error)}`, {
      action: { label: 'Try again', run: () => retry(key) }
    })
  }
}
const soloOutbox = outboxFor<typeof storeQuickLog, FormMark>(storeQuickLog, handlers)
const sessionOutbox = outboxFor<typeof storeActivityQuickLog, FormMark>(storeActivityQuickLog, handlers)

/**
 * @param text the log in words
 * @param session the id of the session whose page was used; its members see the log (D-138)
 * @internal
 */
export function pressGoal(body: LogBody, text: string, session: number | null = null): void {
  const item = { text, seen: null, scope: scopeOf(body.goal_id) }
  if (session === null) soloOutbox.add({ ...item, body })
  else sessionOutbox.add({ ...item, body: { ...body, challenge_event_id: session } })
}

/** Logs from the form. Returns the key by which the form follows the log. */
export function logProgress(body: LogBody, text: string): string {
  const key = randomUuid()
  soloOutbox.add({ key, body, text, seen: { isForm: true }, scope: scopeOf(body.goal_id) })
  return key
}

const scopeOf = (goalId: number): string => `goal ${goalId}`

/** The sum of the waiting logs of a goal. A timer adds time only once the server has started it. */
export function pendingOf(goalId: number, items: readonly Pick<WaitingLog, 'body'>[]): Contribution {
  const sum = { amount: 0, distance: 0, duration: 0 }
  for (const { body } of items) {
    if (body.goal_id !== goalId) continue
    sum.amount += body.amount ?? 0
    sum.distance += body.distance ?? 0
    if (body.status === LogStatus.Done) sum.duration += body.duration ?? 0
  }
  return sum
}

/** The logs of goals that wait in the outbox. */
export const useWaiting = (): readonly WaitingLog[] => [...soloOutbox.useWaiting(), ...sessionOutbox.useWaiting()]

export const usePending = ({ id }: Pick<Goal, 'id'>): Contribution => pendingOf(id, useWaiting())

/** The logs that could not be sent at once, the newest first. */
export function useHeldUp({ id }: Pick<Goal, 'id'>): readonly WaitingLog[] {
  const isOffline = useIsOffline()
  return useWaiting()
    .filter(item => item.body.goal_id === id && (isOffline || isHeldUp(item)))
    .sort((a, b) => b.order - a.order)
}

/** Whether this button, or the press of a goal without buttons, is starting a timer. */
export function useIsStarting({ id }: Pick<Goal, 'id'>, buttonUuid: string | null): boolean {
  return useWaiting().some(
    ({ body }) => body.goal_id === id && (body.ql_button_uuid ?? null) === buttonUuid && (body.duration ?? 0) > 0
  )
}

export const useLastPress = ({ id }: Pick<Goal, 'id'>): Pressed | null => useStore(last).get(id) ?? null

export const forgetLastPress = ({ id }: Pick<Goal, 'id'>): void => setLast(id, null)

function setLast(goalId: number, pressed: Pressed | null): void {
  const next = new Map(last.get())
  if (pressed) next.set(goalId, pressed)
  else next.delete(goalId)
  last.set(next)
}

/**
 * Logs what a quick-log button of a goal says.
 * @param session the id of the session whose page shows the button
 */
export function pressButton(goal: Goal, button: Press, distances: DistanceUnit, session: number | null = null): void {
  const { uuid, title, content, status } = button
  pressGoal(
    { goal_id: goal.id, ql_button_uuid: uuid, title, content, ...measuresOfPress(button), status },
    pressText(button, goal.unit, distances),
    session
  )
}
