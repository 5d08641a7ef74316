/**
 * Logging in a session with one press (SGL-25). A press is shown at once and sent with a key of its own; presses go out
 * one after another, so that two quick ones are two logs and not one call that is skipped as a repetition.
 */

import { JOIN_FIRST } from '../../../domain/chat/chat.ts'
import type { QuickLogButton } from '../../../domain/goals/goal.ts'
import { completeLog, type Log, resetLog, startLog, stopLog, stopSessionLog } from '../../../domain/logs/api.ts'
import { type Session, type SessionData, type SessionTask, storeSessionQuickLog } from '../../../domain/sessions/api.ts'
import { REMOVED } from '../../../domain/sessions/join.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { getUser, useUser } from '../../lib/user.ts'
import { isCounting } from '../../logs/log-state.ts'
import { messageOf } from '../../ui/form-errors.tsx'
import { toast } from '../../ui/toast.tsx'
import { withPeople } from '../live/apply-event.ts'
import { type Drawer, forgetKept, keep, kept, SomebodyElse, sendWhenOnline } from '../live/line.ts'
import { changeRoomPages, isRemovedFrom } from '../live/room-pages.ts'
import { joinSession } from '../people/join.ts'
import { type Amounts, NOTHING } from './goal-progress.ts'

export type Press = Pick<QuickLogButton, 'amount' | 'distance' | 'duration' | 'title'> & { uuid: string | null }

interface Sending extends Amounts {
  key: string
  person: number
  taskUuid: string
  timed: boolean
  /** What the totals were at the first press that is still on its way. */
  base: Amounts
}

interface Kept {
  key: string
  taskUuid: string
  press: Press
}

const sending = createStore<readonly Sending[]>([])
let queue: Promise<unknown> = Promise.resolve()

/** What I pressed and has no answer yet. */
export function useSending(): readonly Sending[] {
  const person = useUser()?.id
  return useStore(sending).filter(one => one.person === person)
}

const drawerOf = (session: number, person: number): Drawer => ({ what: 'presses', of: session, person })

/** The totals with what is on its way. The socket may tell of a press before its answer: nothing counts twice. */
export function withSending(totals: Amounts, taskUuid: string, all: readonly Sending[]): Amounts {
  const mine = all.filter(one => one.taskUuid === taskUuid)
  const base = mine[0]?.base
  if (!base) return totals
  const sum = (of: 'amount' | 'distance'): number =>
    Math.max(totals[of], base[of] + mine.reduce((all, one) => all + one[of], 0))
  return { ...totals, amount: sum('amount'), distance: sum('distance') }
}

/** Asks a visitor to sign in and a stranger to join; what they pressed goes on afterwards. */
export function pressQuickLog(session: Session, task: SessionTask, press: Press, isIn: boolean, totals: Amounts): void {
  asMember(session, isIn, () => send(session, task, press, totals))
}

export function asMember(session: Session, isIn: boolean, go: () => void): void {
  if (getUser() && !isIn) joinFirst(session, go)
  else requireSignIn('to log your progress', go)
}

export function joinFirst(session: Session, onJoined?: () => void): void {
  if (isRemovedFrom(session.id)) {
    toast.warning(REMOVED, { id: 'join' })
    return
  }
  const id = 'join-first'
  const run = (): void => joinSession(session, onJoined)
  toast.warning(JOIN_FIRST, { id, action: { label: 'Join', run } })
}

/** What an earlier visit could not send, with the same keys. */
export function restorePresses({ challengeEvent: session, me }: SessionData): void {
  const person = getUser()?.id
  if (person === undefined) return
  const drawer = drawerOf(session.id, person)
  const tasks = session.tasks.flatMap(group => group.parts)
  for (const { key, taskUuid, press } of kept<Kept>(drawer)) {
    const task = tasks.find(({ uuid }) => uuid === taskUuid)
    if (!task) forgetKept(drawer, key)
    else if (!sending.get().some(one => one.key === key)) {
      send(session, task, press, me?.task_totals[taskUuid] ?? NOTHING, key)
    }
  }
}

function send(session: Session, task: SessionTask, press: Press, totals: Amounts, key = randomUuid()): void {
  const person = getUser()?.id
  if (person === undefined) return
  const drawer = drawerOf(session.id, person)
  const { amount, distance, duration } = press
  const counted = { amount: amount ?? 0, distance: distance ?? 0, duration: 0 }
  const earlier = sending.get().filter(one => one.taskUuid === task.uuid)
  // A second press on a timer that is about to run means the same one.
  if (duration && earlier.some(one => one.timed)) return
  sending.set([
    ...sending.get(),
    { ...counted, key, person, taskUuid: task.uuid, timed: Boolean(duration), base: earlier[0]?.base ?? totals }
  ])
  keep(drawer, { key, taskUuid: task.uuid, press } satisfies Kept)
  const body = { ql_button_uuid: press.uuid, task_uuid: task.uuid, type: 'task' as const, amount, distance, duration }
  queue = queue.then(async () => {
    try {
      const answer = await sendWhenOnline(person, () =>
        call(storeSessionQuickLog, {
          params: { event: session.slug },
          body: { ...body, action: task.action },
          key,
          as: person
        })
      )
      forgetKept(drawer, key)
      changeRoomPages(session.id, page => withPeople(page, [answer.challenge_user], []))
      if (answer.log.is_timed) setActiveLog(session.id, task.uuid, answer.log)
    } catch (error) {
      if (error instanceof SomebodyElse) return
      forgetKept(drawer, key)
      refused(session, error, () => send(session, task, press, totals, key))
    } finally {
      sending.set(sending.get().filter(one => one.key !== key))
    }
  })
}

function refused(session: Session, error: unknown, again: () => void): void {
  const notIn = error instanceof CallRefused && error.status === 403
  const action = error instanceof CallRefused ? undefined : { label: 'Try again', run: again }
  if (notIn) joinFirst(session, again)
  else toast.error(`Not logged. ${messageOf(error)}`, action ? { action } : {})
}

export type Move = 'pause' | 'start' | 'done' | 'stop' | 'reset'

/** Moves a log of mine through its states (LOG-12..LOG-20). */
export async function moveLog(session: Session, taskUuid: string, log: Log, move: Move): Promise<void> {
  const params = { log: String(log.id) }
  try {
    const answer = await {
      pause: () => call(stopLog, { params, body: { status: 3 } }),
      start: () => call(startLog, { params, body: {} }),
      done: () => call(completeLog, { params }),
      stop: () => call(stopSessionLog, { params, body: {} }),
      reset: () => call(resetLog, { params })
    }[move]()
    setActiveLog(session.id, taskUuid, answer.log)
  } catch (error) {
    toast.error(messageOf(error))
  }
}

function setActiveLog(id: number, taskUuid: string, log: Log): void {
  const active = isCounting(log) ? log : null
  const change = (task: SessionTask): SessionTask =>
    task.uuid === taskUuid
      ? {
          ...task,
          activeLog: active,
          active_log_id: active?.id ?? null,
          // What this log had counted before is part of the time shown; after a reset it no longer is.
          duration_elapsed: task.duration_elapsed + log.elapsed_duration - countedBy(task.activeLog, log)
        }
      : task
  changeRoomPages(id, page => {
    const tasks = page.challengeEvent.tasks.map(group => ({ ...group, parts: group.parts.map(change) }))
    return { ...page, challengeEvent: { ...page.challengeEvent, tasks } }
  })
}

const countedBy = (before: Log | null, log: Log): number => (before?.id === log.id ? before.elapsed_duration : 0)
