/**
 * Logging in a session, with one press (SGL-25) or by the form (SES-056). What is logged is shown at once and waits in the
 * outbox; the logs of a room are sent in order, so that two quick presses are two logs.
 */

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { JOIN_FIRST } from '../../../domain/chat/chat.ts'
import { measuresOfPress } from '../../../domain/goals/goal.ts'
import type { CallOf, ResponseOf } from '../../../domain/lib/endpoint.ts'
import { own } from '../../../domain/lib/own.ts'
import { completeLog, type Log, resetLog, startLog, stopLog, stopSessionLog } from '../../../domain/logs/api.ts'
import {
  type Session,
  type SessionTask,
  sessionLogsPage,
  storeSessionLog,
  storeSessionQuickLog
} from '../../../domain/sessions/api.ts'
import { FULL, REMOVED, spotsLeft } from '../../../domain/sessions/join.ts'
import { type ActionText, requireSignIn } from '../../accounts/sign-in.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { distanceUnitNow } from '../../lib/distances.ts'
import { changePages } from '../../lib/page-cache.ts'
import { getUser } from '../../lib/user.ts'
import { applyLog } from '../../logs/apply-log.ts'
import { movedMyTimer } from '../../logs/my-timers.ts'
import { reloadGoals, tellOtherTabs } from '../../logs/other-tabs.ts'
import { changeItem, type ItemOf, isHeldUp, outboxFor, retry } from '../../outbox/outbox.ts'
import { isForTokens } from '../../tokens/purchase.ts'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { withPeople } from '../live/apply-event.ts'
import { useIsOffline } from '../live/offline.ts'
import { changeRoomPages, isRemovedFrom, readRoomPages, reloadRoomPages } from '../live/room-pages.ts'
import { hideRoomToasts } from '../live/room-toasts.ts'
import { joinSession } from '../people/join.ts'
import { setActiveLog } from './active-log.ts'
import { type Amounts, NOTHING } from './goal-progress.ts'
import { buttonText, type Press } from './quick-log-buttons.ts'

interface Seen {
  /** Id of the session. */
  session: number
  /** What the totals of the goal were when the first log that waits was made. */
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
    else if (!isForTokens(error, again, key))
      toast.error(`Not logged. ${messageOf(error)}`, { action: { label: 'Try again', run: again } })
  }
})

const formLogs = outboxFor<typeof storeSessionLog, Seen>(storeSessionLog, {
  delivered: counted,
  // The form tells of it while it is there, and the list of what was not sent afterwards.
  refused() {}
})

interface LastPress {
  /** Id of the session. */
  session: number
  /** uuid of the goal. */
  task: string
  log: Log
}

/** My last press, while it can be taken back. */
const last = atom<LastPress | null>(null)

export const setLastPress = last.set

export function useLastPress(session: number): LastPress | null {
  const press = useStore(last)
  return press?.session === session ? press : null
}

function counted({ key, body: { task_uuid }, seen }: WaitingLog, { challenge_user, log }: Logged): void {
  movedMyTimer()
  changeRoomPages(seen.session, page => withPeople(page, [challenge_user], []))
  changePages(sessionLogsPage, page =>
    page.challengeEvent.id === seen.session
      ? { ...page, logs: [log, ...page.logs.filter(({ id }) => id !== log.id)] }
      : page
  )
  if (log.goal_id) {
    // It counts on my copy of the goal too (docs/decisions/0034), whose totals the response does not have.
    applyLog(log, null)
    void reloadGoals()
    tellOtherTabs()
  }
  if (!task_uuid) return
  if (log.is_timed) setActiveLog(seen.session, task_uuid, log)
  // The totals contain this log from now on.
  const { amount, distance } = own(challenge_user.task_totals, task_uuid) ?? NOTHING
  for (const other of waitingOf(seen.session, task_uuid)) {
    if (other.key !== key) changeItem(other.key, { seen: { ...seen, base: { amount, distance } } satisfies Seen })
  }
}

/** What I logged in a session and has not been confirmed, in order. */
export function useWaitingLogs(session: number): readonly WaitingLog[] {
  return inOrder(session, [...presses.useWaiting(), ...formLogs.useWaiting()])
}

/** Those of them that could not be sent at once, the newest first. */
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

/** The totals with what waits. The socket may tell of a press before its response: nothing counts twice. */
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

/** Asks a visitor to sign in and a stranger to join; what they pressed goes on afterwards. */
export function pressQuickLog(session: Session, task: SessionTask, press: Press, isIn: boolean, totals: Amounts): void {
  asMember(session, isIn, () => send(session, task, press, totals))
}

export function asMember(
  session: Session,
  isIn: boolean,
  go: () => void,
  actionText: ActionText = 'to log your progress'
): void {
  if (getUser()) {
    if (isIn) go()
    else joinFirst(session, go)
  } else if (spotsLeft(session) === 0) toast.warning(FULL, { id: 'join' })
  else requireSignIn(actionText, () => void whenSignedIn(session, go))
}

/** Calls `go` for a person who turns out to be a member after signing in. Asks anyone else to join first. */
async function whenSignedIn(session: Session, go: () => void): Promise<void> {
  await reloadRoomPages(session.id).catch(() => {})
  if (readRoomPages(session.id).every(({ me }) => me !== null)) go()
  else joinFirst(session, go)
}

/** Asks the person to join first, with a button. Calls `onJoined` once after that. */
export function joinFirst(session: Session, onJoined?: () => void): void {
  if (isRemovedFrom(session.id)) {
    toast.warning(REMOVED, { id: 'join' })
    return
  }
  const id = 'join-first'
  let wanted = onJoined
  const joined = (): void => {
    const go = wanted
    wanted = undefined
    go?.()
  }
  const run = (): void => joinSession(session, joined)
  toast.warning(JOIN_FIRST, { id, action: { label: 'Join', run } })
}

function send(session: Session, task: SessionTask, press: Press, totals: Amounts): void {
  const { amount, distance, duration } = measuresOfPress(press)
  const isStarting = presses
    .waiting()
    .some(({ body, seen }) => seen.session === session.id && body.task_uuid === task.uuid && body.duration)
  // A second press on a timer that is about to run means the same one.
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

/** From the form. Returns the key, by which the form follows it. */
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

/** Moves a log of mine through its states (LOG-12..LOG-20). */
export async function moveLog(session: Session, taskUuid: string, log: Log, move: Move): Promise<void> {
  const params = { log: String(log.id) }
  try {
    const response = await {
      pause: () => call(stopLog, { params, body: { status: 3 } }),
      start: () => call(startLog, { params, body: {} }),
      done: () => call(completeLog, { params }),
      stop: () => call(stopSessionLog, { params, body: {} }),
      reset: () => call(resetLog, { params })
    }[move]()
    movedMyTimer()
    setActiveLog(session.id, taskUuid, response.log)
    if (response.goal) {
      applyLog(response.log, response.goal)
      tellOtherTabs()
    }
  } catch (error) {
    toast.error(messageOf(error))
  }
}
