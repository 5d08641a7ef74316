/**
 * Sees to it that what is due happens on time, also with nobody watching (TMR-01, TMR-02, D-82): every 30 seconds it
 * looks 60 seconds ahead and arms a timer for each start and end. Any number of nodes may do so at once: the change
 * goes through the ordinary rule in a transaction that locks the row, and the second one finds it done.
 */
import type { FastifyInstance } from 'fastify'
import { deleteExpiredLogins } from '../accounts/queries.ts'
import { finishDueLogs } from '../logs/logs.ts'
import type { House } from '../parts.ts'
import { listDueSessions } from './queries.ts'
import { advanceSession } from './status.ts'

const EVERY_MS = 30_000
const AHEAD_MS = 60_000
const MOST = 1000

export function startSweep(app: FastifyInstance, house: House): void {
  const { clock } = house
  /** session → its timer; a session whose time moved gets a new one at the next look. */
  const armed = new Map<number, { due: number; timer: NodeJS.Timeout }>()
  let looking: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    await finishDueLogs(house)
    await deleteExpiredLogins(house.db, new Date(clock.now()))
    for (const { id, due } of await listDueSessions(house.db, new Date(clock.now() + AHEAD_MS), MOST)) {
      arm(id, due.getTime())
    }
  }

  const arm = (id: number, due: number): void => {
    const known = armed.get(id)
    if (known?.due === due) return
    clearTimeout(known?.timer)
    const timer = setTimeout(
      () => {
        armed.delete(id)
        advanceSession(house, id).catch(error => app.log.error({ err: error, session: id }, 'a session did not move'))
      },
      Math.max(0, due - clock.now())
    )
    armed.set(id, { due, timer })
  }

  const sweep = (): void => {
    looking = looking.then(look).catch(error => app.log.error({ err: error }, 'the sweep failed'))
  }

  const interval = setInterval(sweep, EVERY_MS)
  app.addHook('onReady', async () => sweep())
  app.addHook('preClose', async () => {
    clearInterval(interval)
    for (const { timer } of armed.values()) clearTimeout(timer)
    await looking
  })
}
