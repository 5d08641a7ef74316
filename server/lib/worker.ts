import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'

/** Work that the app does by itself. It starts and stops with the app. */
export interface Worker {
  /** Resolves when everything due is done; for shutdown and tests. */
  done: () => Promise<void>
}

/** The usual time between two looks. */
export const EVERY_MS = 5000
const AFTER_FAULT_MS = 30_000
/** How long a stop waits for work that has begun. */
const STOP_MS = 3000

export interface RunningWorker extends Worker {
  /** Looks at once, or once more after the look that runs now. */
  wake: () => void
  isStopped: () => boolean
  /** Aborts when a stop has waited long enough. */
  stopping: AbortSignal
}

/**
 * Starts a worker that looks for due work again and again.
 * @param work does everything that is due, and returns how long to wait before the next look
 * @param fault the line of the log when `work` throws
 */
export function startWorker(
  app: FastifyInstance,
  clock: Clock,
  work: () => Promise<number>,
  fault: string
): RunningWorker {
  const stopping = new AbortController()
  let stopped = false
  let isAtWork = false
  let again = false
  let atWork: Promise<void> = Promise.resolve()
  let cancel = (): void => {}

  const look = async (): Promise<void> => {
    isAtWork = true
    let delay: number
    do {
      again = false
      delay = await work().catch(error => {
        app.log.error({ err: error }, fault)
        return AFTER_FAULT_MS
      })
    } while (again && !stopped)
    isAtWork = false
    wait(delay)
  }
  const wait = (delay: number): void => {
    if (stopped) return
    cancel = clock.after(delay, wake)
  }
  const wake = (): void => {
    again = true
    if (isAtWork || stopped) return
    cancel()
    atWork = look()
  }

  app.addHook('onReady', async () => wait(EVERY_MS))
  app.addHook('preClose', async () => {
    stopped = true
    cancel()
    const calledOff = clock.after(STOP_MS, () => stopping.abort())
    await atWork
    calledOff()
  })
  return { wake, isStopped: () => stopped, stopping: stopping.signal, done: () => atWork }
}
