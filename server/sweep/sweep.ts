/**
 * Sees to it that what is due happens on time, also with nobody watching (TMR-01, TMR-02, D-82): every 30 seconds it
 * looks 60 seconds ahead and arms a timer for each start and end. Of several nodes one takes the turn of a look, and
 * does what is due. The others see to what it left a second later, because it may have died. Any number may do the same
 * at once: the change goes through the ordinary rule in a transaction that locks the row, and the second one finds it
 * done.
 *
 * Timers run on a clock of their own, so they may come a little early, and at any time when the machine
 * slept or its clock was corrected. So each reads the clock again before it acts, and after a jump of the clock
 * everything is looked at again at once.
 */
import type { FastifyInstance } from 'fastify'
import { forgetExpiredLogins } from '../accounts/logins.ts'
import { forgetOldEvents } from '../billing/events.ts'
import { forgetOldCounters } from '../db/counter-rows.ts'
import { eraseDue } from '../deletion/erase.ts'
import type { Dependencies } from '../dependencies.ts'
import { forgetOldMails } from '../mail/worker.ts'
import { finishDueLogs } from '../progress/due-logs.ts'
import { forgetOldRooms } from '../realtime/room-rows.ts'
import { announceStarts } from '../reminders/announce.ts'
import { forgetOldReminders } from '../reminders/reminders.ts'
import { cancelForsaken } from '../sessions/cancel.ts'
import { isDue, listDueSessions } from '../sessions/due-rows.ts'
import { watchHosts } from '../sessions/hosting/absent-hosts.ts'
import { forgetUnused } from '../uploads/uploads.ts'

const EVERY_MS = 30_000
const AHEAD_MS = 60_000
const MOST = 10_000
const FORGET_EVERY_MS = 3_600_000
const TICK_MS = 1000
/** A timer that late is the work of a busy process; more is a clock that jumped. */
const JUMP_MS = 1000
/** So that hundreds that begin at nine o'clock all do, while requests still find a connection. */
const AT_ONCE = 4
/** How long the other nodes leave to the one whose turn it is. */
const SPARE_MS = 1000

export function startSweep(app: FastifyInstance, deps: Dependencies): void {
  const { clock } = deps
  /** session → how to call its timer off. */
  const armed = new Map<number, () => void>()
  const replaceAbsentHosts = watchHosts(deps)
  /** Whether it is this node's turn, by session. */
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

  /** A turn that none of the nodes has had within that time. */
  const takeTurn = async (name: string, withinMs: number): Promise<boolean> => {
    const taken = await deps.counters.count([{ key: `turn: ${name}`, amount: 1, most: 1, withinMs }])
    // One that lasts longer was taken before the clock was put back.
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
        if (isOurs || (await isDue(deps.db, id, clock.now()))) await deps.rooms.settle(id)
      })
    }
    lanes--
  }

  const look = async (isOurs: boolean): Promise<void> => {
    const sessions = await listDueSessions(deps.db, clock.now() + AHEAD_MS, MOST)
    for (const { id, due } of sessions) if (due !== null) arm(id, due, isOurs)
  }

  /** What may take long and is late by nobody's measure. */
  const tidy = async (): Promise<void> => {
    await attempt(() => finishDueLogs(deps))
    await attempt(() => forgetExpiredLogins(deps))
    if (!(await takeTurn('forget', FORGET_EVERY_MS))) return
    await attempt(() => forgetOldRooms(deps.db, clock.now()))
    await attempt(() => forgetOldCounters(deps.db, new Date(clock.now())))
    await attempt(() => cancelForsaken(deps))
    await attempt(() => forgetOldMails(deps))
    await attempt(() => forgetOldReminders(deps))
    await attempt(() => forgetOldEvents(deps))
    await attempt(() => eraseDue(deps, failed))
    await attempt(() => forgetUnused(deps))
  }

  const sweep = async (): Promise<void> => {
    const now = clock.now()
    const turn = EVERY_MS - TICK_MS
    if (await takeTurn('sweep', turn)) oursUntil = Math.max(oursUntil, now + turn)
    // Also when it looks again after the clock jumped.
    const isOurs = now < oursUntil
    run(attempt(() => look(isOurs)))
    if (!isOurs) return
    run(attempt(() => announceStarts(deps)))
    if (tidying) return
    tidying = true
    run(attempt(tidy).finally(() => (tidying = false)))
  }

  const tick = (): void => {
    const now = clock.now()
    if (now >= sweepAt || Math.abs(now - tickAt) > JUMP_MS) {
      sweepAt = now + EVERY_MS
      run(attempt(sweep))
      // Of the rooms of this node, whose people only it knows at once.
      run(attempt(replaceAbsentHosts))
    }
    tickAt = now + TICK_MS
    cancel = clock.after(TICK_MS, tick)
  }

  const done = async (): Promise<void> => {
    while (atWork.size > 0) await Promise.all(atWork)
  }

  app.decorate('sweepDone', done)
  app.decorate('expectSession', (id, due) => {
    if (due <= clock.now() + AHEAD_MS) arm(id, due, true)
  })
  app.addHook('onReady', async () => tick())
  app.addHook('preClose', async () => {
    stopped = true
    cancel()
    for (const disarm of armed.values()) disarm()
    await done()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when the sweep has done what was due; a stop waits for it, and so do tests. */
    sweepDone: () => Promise<void>
    /** Arms a session whose next time may come before the next look; a later one is left to it. */
    expectSession: (id: number, due: number) => void
  }
}
