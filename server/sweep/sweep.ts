/**
 * Starts and ends sessions on time, even with nobody watching (TMR-01, TMR-02, D-82). Every 30 seconds the sweep looks
 * 60 seconds ahead and arms a timer for each start and end. One of several nodes takes the turn of a look and changes
 * the sessions that are due. The other nodes check a second later, because that node may have died. Any number of nodes
 * may do the same at once: each change applies the ordinary rule in a transaction that locks the row, and the second
 * one finds it done.
 *
 * Timers run on a clock of their own, so they may fire a little early, or at any time after the machine slept or its
 * clock was corrected. Each timer therefore reads the clock again before it acts. After a jump of the clock the sweep
 * looks again at once.
 */
import type { FastifyInstance } from 'fastify'
import { forgetOldApps } from '../accounts/app-rows.ts'
import { forgetGuests, renameRegistered } from '../accounts/guests.ts'
import { forgetExpiredLogins } from '../accounts/logins.ts'
import { forgetOldSecurity } from '../accounts/security-rows.ts'
import { forgetOldEvents } from '../billing/events.ts'
import { forgetOldCounters } from '../db/counter-rows.ts'
import { eraseDue } from '../deletion/erase.ts'
import type { Dependencies } from '../dependencies.ts'
import { isBusy } from '../lib/database-errors.ts'
import type { Worker } from '../lib/worker.ts'
import { finishDueLogs } from '../logs/due-logs.ts'
import { forgetOldMails } from '../mail/worker.ts'
import { publishDue } from '../publishing/publish-due.ts'
import { forgetOldRooms } from '../realtime/room-rows.ts'
import { announceStarts } from '../reminders/announce.ts'
import { forgetOldReminders } from '../reminders/reminders.ts'
import { continueRemovals } from '../reports/removal.ts'
import { noteAttendance } from '../series/attendance-rows.ts'
import { watchSeries } from '../series/watch.ts'
import { cancelAbandoned } from '../sessions/cancel.ts'
import { listDueSessions, listStillDue } from '../sessions/due-rows.ts'
import { watchHosts } from '../sessions/hosting/absent-hosts.ts'
import { forgetUnused } from '../uploads/uploads.ts'
import { forgetOldDeliveries } from '../webhooks/worker.ts'

const EVERY_MS = 30_000
const AHEAD_MS = 60_000
const MOST = 10_000
const FORGET_EVERY_MS = 3_600_000
const TICK_MS = 1000
/** A timer this late comes from a busy process. A longer delay means that the clock jumped. */
const JUMP_MS = 1000
/** Sessions that change at once, so that hundreds begin at nine o'clock while requests still find a connection. */
const AT_ONCE = 4
/** Sessions of another node's turn that one statement checks. */
const CHECKED_AT_ONCE = 20
/** How long a session that is busy waits for another try. */
const AGAIN_MS = 1000
/** How long the other nodes wait for the node whose turn it is. */
const SPARE_MS = 1000

export interface Sweep extends Worker {
  /** Arms a session whose next start or end may come before the next look. The sweep arms later ones. */
  expect: (id: number, due: number) => void
}

/** Starts the sweep with the app, and stops it with the app. */
export function startSweep(app: FastifyInstance, deps: Dependencies): Sweep {
  const { clock } = deps
  /** Functions that cancel the timers of sessions, by session id. */
  const armed = new Map<number, () => void>()
  const replaceAbsentHosts = watchHosts(deps)
  /** Whether it is this node's turn, by session id. */
  const waiting = new Map<number, boolean>()
  const atWork = new Set<Promise<void>>()
  let lanes = 0
  let tidying = false
  let stopped = false
  let cancel = (): void => {}
  let sweepAt = 0
  let oursUntil = 0
  let tickAt = 0

  const failed = (error: unknown): void => app.log.error({ err: error }, 'the sweep failed')
  const attempt = (job: () => Promise<void>): Promise<void> => job().catch(failed)

  const run = (job: Promise<void>): void => {
    atWork.add(job)
    void job.finally(() => atWork.delete(job))
  }

  /** Takes a turn, unless a node took it within that time. Returns whether this node has it. */
  const takeTurn = async (name: string, withinMs: number): Promise<boolean> => {
    const taken = await deps.counters.count([{ key: `turn: ${name}`, amount: 1, most: 1, withinMs }])
    // A turn that lasts longer was taken before the clock was set back.
    return taken === null || taken.until > clock.now() + withinMs
  }

  const arm = (id: number, due: number, isOurs: boolean): void => {
    armed.get(id)?.()
    armed.delete(id)
    if (stopped) return
    const rest = due + (isOurs ? 0 : SPARE_MS) - clock.now()
    if (rest > 0)
      armed.set(
        id,
        clock.after(rest, () => arm(id, due, isOurs))
      )
    else advance(id, isOurs)
  }

  const advance = (id: number, isOurs: boolean): void => {
    waiting.set(id, isOurs)
    if (lanes === AT_ONCE) return
    lanes++
    run(advanceWaiting())
  }

  const advanceWaiting = async (): Promise<void> => {
    for (const [id, isOurs] of waiting) {
      waiting.delete(id)
      await attempt(async () => {
        const late = isOurs ? [id] : await listStillDue(deps.db, [id, ...takeOthers()], clock.now())
        for (const one of late) await attempt(() => settle(one, isOurs))
      })
    }
    lanes--
  }

  /** Takes more of the sessions that wait and are not ours. */
  const takeOthers = (): number[] => {
    const ids = [...waiting]
      .filter(([, isOurs]) => !isOurs)
      .slice(0, CHECKED_AT_ONCE - 1)
      .map(([id]) => id)
    for (const id of ids) waiting.delete(id)
    return ids
  }

  /** A room that something else holds for long is tried again soon. */
  const settle = (id: number, isOurs: boolean): Promise<void> =>
    deps.rooms.settle(id).catch(error => {
      if (!isBusy(error)) throw error
      app.log.warn({ err: error, session: id }, 'a session that is due is busy')
      arm(id, clock.now() + AGAIN_MS, isOurs)
    })

  const look = async (isOurs: boolean): Promise<void> => {
    const due = await listDueSessions(deps.db, clock.now() + AHEAD_MS, MOST)
    // The other nodes help from the end, so that they don't wait for the rooms that this one locks.
    const sessions = isOurs ? due : due.toReversed()
    for (const one of sessions) if (one.due !== null) arm(one.id, one.due, isOurs)
  }

  /** Housekeeping that may take long and is never urgent. */
  const tidy = async (): Promise<void> => {
    await attempt(() => finishDueLogs(deps))
    await attempt(() => renameRegistered(deps, app.log))
    await attempt(() => continueRemovals(deps, failed))
    await attempt(() => forgetExpiredLogins(deps))
    if (!(await takeTurn('forget', FORGET_EVERY_MS))) return
    await attempt(() => forgetOldRooms(deps.db, clock.now()))
    await attempt(() => forgetOldCounters(deps.db, new Date(clock.now())))
    await attempt(() => cancelAbandoned(deps))
    await attempt(() => forgetOldSecurity(deps))
    await attempt(() => forgetOldApps(deps))
    await attempt(() => forgetOldMails(deps))
    await attempt(() => forgetOldDeliveries(deps))
    await attempt(() => forgetOldReminders(deps))
    await attempt(() => forgetOldEvents(deps))
    await attempt(() => forgetGuests(deps))
    await attempt(() => eraseDue(deps, failed))
    await attempt(() => forgetUnused(deps))
  }

  const sweep = async (): Promise<void> => {
    const now = clock.now()
    const turn = EVERY_MS - TICK_MS
    if (await takeTurn('sweep', turn)) oursUntil = Math.max(oursUntil, now + turn)
    // Stays true when the sweep looks again after the clock jumped.
    const isOurs = now < oursUntil
    run(attempt(() => look(isOurs)))
    if (!isOurs) return
    run(attempt(() => announceStarts(deps)))
    run(attempt(() => watchSeries(deps)))
    run(attempt(() => publishDue(deps)))
    if (tidying) return
    tidying = true
    run(attempt(tidy).finally(() => (tidying = false)))
  }

  const tick = (): void => {
    const now = clock.now()
    if (now >= sweepAt || Math.abs(now - tickAt) > JUMP_MS) {
      sweepAt = now + EVERY_MS
      run(attempt(sweep))
      // Only this node knows at once who is in its rooms.
      run(attempt(replaceAbsentHosts))
      run(attempt(() => noteAttendance(deps)))
    }
    tickAt = now + TICK_MS
    cancel = clock.after(TICK_MS, tick)
  }

  const done = async (): Promise<void> => {
    while (atWork.size > 0) await Promise.all(atWork)
  }

  app.addHook('onReady', async () => tick())
  app.addHook('preClose', async () => {
    stopped = true
    cancel()
    for (const disarm of armed.values()) disarm()
    await done()
  })
  return {
    expect(id, due) {
      if (due <= clock.now() + AHEAD_MS) arm(id, due, true)
    },
    done
  }
}
