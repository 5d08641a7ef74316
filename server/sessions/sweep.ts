/**
 * Sees to it that what is due happens on time, also with nobody watching (TMR-01, TMR-02, D-82): every 30 seconds it
 * looks 60 seconds ahead and arms a timer for each start and end. Any number of nodes may do so at once: the change
 * goes through the ordinary rule in a transaction that locks the row, and the second one finds it done.
 */
import type { FastifyInstance } from 'fastify'
import { forgetExpiredLogins } from '../accounts/logins.ts'
import { finishDueLogs } from '../logs/logs.ts'
import type { House } from '../parts.ts'
import { forgetOldRooms } from '../realtime/forget.ts'
import { listDueSessions } from './queries.ts'
import { advanceSession } from './status.ts'

const EVERY_MS = 30_000
const AHEAD_MS = 60_000
const MOST = 1000
const FORGET_EVERY_MS = 3_600_000

interface Armed {
  due: number
  disarm: () => void
}

export function startSweep(app: FastifyInstance, house: House): void {
  const { clock } = house
  /** session → its timer; a session whose time moved gets a new one at the next look. */
  const armed = new Map<number, Armed>()
  let atWork: Promise<void> = Promise.resolve()
  let cancel = (): void => {}
  let forgetAt = 0

  const arm = (id: number, due: number): void => {
    const known = armed.get(id)
    if (known?.due === due) return
    known?.disarm()
    const fire = (): void => {
      armed.delete(id)
      work(() => advanceSession(house, id))
    }
    armed.set(id, { due, disarm: clock.after(Math.max(0, due - clock.now()), fire) })
  }

  const look = async (): Promise<void> => {
    const due = await listDueSessions(house.db, new Date(clock.now() + AHEAD_MS), MOST)
    for (const session of due) arm(session.id, session.due.getTime())
  }

  /** One after the other, so that closing can wait for the last. */
  const work = (job: () => Promise<void>): void => {
    atWork = atWork.then(job).catch(error => app.log.error({ err: error }, 'the sweep failed'))
  }

  const sweep = (): void => {
    // Each on its own: what fails in one must not hold up the others.
    work(look)
    work(() => finishDueLogs(house))
    work(() => forgetExpiredLogins(house))
    if (clock.now() >= forgetAt) {
      forgetAt = clock.now() + FORGET_EVERY_MS
      work(() => forgetOldRooms(house.db, clock.now()))
    }
    cancel = clock.after(EVERY_MS, sweep)
  }

  app.decorate('sweepDone', () => atWork)
  app.decorate('expectSession', (id, due) => {
    if (due <= clock.now() + AHEAD_MS) arm(id, due)
  })
  app.addHook('onReady', async () => sweep())
  app.addHook('preClose', async () => {
    cancel()
    for (const { disarm } of armed.values()) disarm()
    await atWork
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
