/**
 * Logs in a session, with one press (SGL-25) or with the form (SES-056). A log is shown at once and waits in the outbox.
 * The outbox sends the logs of one room in order, so that two quick presses make two logs.
 */

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { CallOf, ResponseOf } from '../../../domain/lib/endpoint.ts'
import { own } from '../../../domain/lib/own.ts'
import type { Log } from '../../../domain/logs/api.ts'
import { measuresOfPress } from '../../../domain/logs/press.ts'
import { completeLog, resetLog, startLog, stopLog, stopSessionLog } from '../../../domain/logs/timer-api.ts'
import {
  type Session,
  type SessionTask,
  sessionLogsPage,
  storeSessionLog,
  storeSessionQuickLog
} from '../../../domain/sessions/api.ts'
import { askForTokens } from '../../billing/purchase.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { distanceUnitNow } from '../../lib/distances.ts'
import { changePages } from '../../lib/page-cache.ts'
import { setActiveLog } from '../../live/active-log.ts'
import { asMember, joinFirst } from '../../live/join/as-member.ts'
import { useIsOffline } from '../../live/presence.ts'
import { changeRoomPages, readRoomPages } from '../../live/room-pages.ts'
import { hideRoomToasts } from '../../live/room-toasts.ts'
import { withPeople } from '../../live/with-people.ts'
import { applyLog } from '../../logs/apply-log.ts'
import { notifyOtherTabs, reloadGoals } from '../../logs/other-tabs.ts'
import { noteOwnTimerChange } from '../../logs/running-timers.ts'
import { changeItem, type ItemOf, isHeldUp, outboxFor, retry } from '../../outbox/outbox.ts'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { type Amounts, NOTHING } from './goal-progress.ts'
import { buttonText, type Press } from './quick-log-buttons.ts'

interface Seen {
  /** Id of the session. */
  session: number
  /** The goal's totals when the first waiting log was made. */
  base: Pick<Amounts, 'amount' | 'distance'>
}

type Logged = ResponseOf<typeof storeSessionLog>
type LogBody = CallOf<typeof storeSessionLog>['body']
export type WaitingLog = ItemOf<typeof storeSessionQuickLog, Seen> | ItemOf<typeof storeSessionLog, Seen>

const presses = outboxFor<typeof storeSessionQuickLog, Seen>(storeSessionQuickLog, {
  delivered(item, response) {
    counted(item, response)
    const { log } = response
    setLastPress({ session: item.seen.session, task: item.body.task_uuid, log })
  },
  refused({ key, seen }, error) {
    const session = readRoomPages(seen.session)[0]?.challengeEvent
    const again = (): void => retry(key)
    if (error instanceof CallRefused && error.status === 403 && session) joinFirst(session, again)
    else if (!askForTokens(error, again, key))
      toast.error(`Not logged. ${messageOf(error)}`, { action: { label: 'Try again', run: again } })
  }
})

const formLogs = outboxFor<typeof storeSessionLog, Seen>(storeSessionLog, {
  delivered: counted,
  // The form shows the refusal while it is open. After that, the list of unsent entries shows it.
  refused() {}
})

interface LastPress {
  /** Id of the session. */
  session: number
  /** uuid of the goal. */
  task: string
  log: Log
}

/** My last press, while it can be undone. */
const last = atom<LastPress | null>(null)

export const setLastPress = last.set

export function useLastPress(session: number): LastPress | null {
  const press = useStore(last)
  return press?.session === session ? press : null
}

function counted({ key, body: { task_uuid }, seen }: WaitingLog, { challenge_user, log }: Logged): void {
  noteOwnTimerChange()
  if (challenge_user) changeRoomPages(seen.session, page => withPeople(page, [challenge_user], []))
  changePages(sessionLogsPage, page =>
    page.challengeEvent.id === seen.session
      ? { ...page, logs: [log, ...page.logs.filter(({ id }) => id !== log.id)] }
      : page
  )
  if (log.goal_id) {
    // The log also counts on my copy of the goal (docs/decisions/0034). The response lacks its totals, so reload them.
    applyLog(log, null)
    void reloadGoals()
    notifyOtherTabs()
  }
  if (!task_uuid) return
  if (log.is_timed) setActiveLog(seen.session, task_uuid, log)
  if (!challenge_user) return
  // The new totals contain this log, so the logs that still wait are added to them.
  const { amount, distance } = own(challenge_user.task_totals, task_uuid) ?? NOTHING
  for (const other of waitingOf(seen.session, task_uuid)) {
    if (other.key !== key) changeItem(other.key, { seen: { ...seen, base: { amount, distance } } satisfies Seen })
  }
}

/** My logs in a session that the server has not confirmed, the oldest first. */
export function useWaitingLogs(session: number): readonly WaitingLog[] {
  return inOrder(session, [...presses.useWaiting(), ...formLogs.useWaiting()])
}

/** The waiting logs that could not be sent at once, the newest first. */
export function useHeldUpLogs(session: number): readonly WaitingLog[] {
  const isOffline = useIsOffline()
  return useWaitingLogs(session)
    .filter(item => isOffline || isHeldUp(item))
    .reverse()
}

function waitingOf(session: number, taskUuid: string): readonly WaitingLog[] {
  return inOrder(session, [...presses.waiting(), ...formLogs.waiting()]).filter(
    ({ body }) => body.task_uuid === taskUuid
  )
}

function inOrder(session: number, items: readonly WaitingLog[]): readonly WaitingLog[] {
  return items.filter(({ seen }) => seen.session === session).sort((a, b) => a.order - b.order)
}

/** Adds the waiting logs to the totals. The socket may report a press before its response, and nothing counts twice. */
export function withWaiting(
  totals: Amounts,
  taskUuid: string,
  items: readonly Pick<WaitingLog, 'body' | 'seen'>[]
): Amounts {
  const mine = items.filter(({ body }) => body.task_uuid === taskUuid)
  const [first] = mine
  if (!first) return totals
  const { base } = first.seen
  const sum = (of: 'amount' | 'distance'): number =>
    Math.max(totals[of], base[of] + mine.reduce((all, { body }) => all + (body[of] ?? 0), 0))
  return { ...totals, amount: sum('amount'), distance: sum('distance') }
}

/** Logs one press. A visitor signs in and a non-member joins first, then the press is sent. */
export function pressQuickLog(session: Session, task: SessionTask, press: Press, isIn: boolean, totals: Amounts): void {
  asMember(session, isIn, () => send(session, task, press, totals))
}

function send(session: Session, task: SessionTask, press: Press, totals: Amounts): void {
  const { amount, distance, duration } = measuresOfPress(press)
  const isStarting = presses
    .waiting()
    .some(({ body, seen }) => seen.session === session.id && body.task_uuid === task.uuid && body.duration)
  // The start of this timer is still waiting. A second press must not start another one.
  if (duration && isStarting) return
  hideRoomToasts(session.id)
  presses.add({
    params: { event: session.slug },
    body: {
      ql_button_uuid: press.uuid,
      task_uuid: task.uuid,
      type: 'task',
      amount,
      distance,
      duration,
      action: task.action
    },
    scope: scopeOf(session),
    text: `${buttonText(press, task, distanceUnitNow())}: ${task.title}`,
    seen: seenNow(session, task.uuid, totals)
  })
}

/** Adds a log from the form. Returns its key, with which the form follows it. */
export function addLog(session: Session, body: LogBody, text: string, totals: Amounts): string {
  const key = randomUuid()
  formLogs.add({
    key,
    params: { event: session.slug },
    body,
    scope: scopeOf(session),
    text,
    seen: seenNow(session, body.task_uuid ?? '', totals)
  })
  return key
}

const scopeOf = ({ id }: Session): string => `presses ${id}`

function seenNow({ id }: Session, taskUuid: string, { amount, distance }: Amounts): Seen {
  return { session: id, base: waitingOf(id, taskUuid)[0]?.seen.base ?? { amount, distance } }
}

export type Move = 'pause' | 'start' | 'done' | 'stop' | 'reset'

/** Pauses, starts, completes, stops or resets a log of mine (LOG-12..LOG-20). */
export async function moveLog(session: Session, taskUuid: string, log: Log, move: Move): Promise<void> {
  const params = { log: String(log.id) }
  const response = await {
    pause: () => call(stopLog, { params, body: { status: 3 } }),
    start: () => call(startLog, { params, body: {} }),
    done: () => call(completeLog, { params }),
    stop: () => call(stopSessionLog, { params, body: {} }),
    reset: () => call(resetLog, { params })
  }[move]()
  noteOwnTimerChange()
  setActiveLog(session.id, taskUuid, response.log)
  if (response.goal) {
    applyLog(response.log, response.goal)
    notifyOtherTabs()
  }
}
