/**
 * Makes pictures in a separate process, one at a time, so that requests are served meanwhile. The process starts with
 * the first picture and ends when none has come for a while. For the first two seconds of a picture it leaves the
 * processor to requests. A process that hangs is killed, which loses only its picture; the next picture starts another
 * process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { LONGEST_PICTURE_WAIT, MOST_WAITING_PICTURES, RETRY_BUSY } from '../../domain/lib/limits.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { FILE_FIELD } from '../../domain/uploads/api.ts'
import { NOT_MADE } from '../../domain/uploads/picture.ts'
import type { Clock } from '../lib/clock.ts'
import { createSlots } from '../lib/limits/slots.ts'
import type { PreviewJob } from './draw-preview.ts'
import type { Job, Made } from './make-copies.ts'
import { createPictureMetrics, type PictureMetrics } from './metrics.ts'
import type { Outcome } from './picture-worker.ts'
import { inSpareTime, leaveSpareTime } from './spare-time.ts'

/** Without it the C library keeps freed memory for each thread: 55 of 245 MB after a photo of 24 million pixels. */
const ONE_ARENA = { MALLOC_ARENA_MAX: '1' }
/** @internal For tests. */
export const WORKER = new URL('./picture-worker.ts', import.meta.url)
/** Longer than the largest picture takes on a slow machine. */
const LONGEST_MS = 30_000
/** After this time the process takes its share, even on a full machine. */
const PATIENCE_MS = 2000
const IDLE_MS = 20_000

/** Passes no settings to the process, since some are secret. */
const startWorker = (): ChildProcess =>
  fork(WORKER, { ...inSpareTime(), env: ONE_ARENA, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })

export interface PictureMaker {
  /** Makes the files of a picture. Refuses a bad picture with 422, and with 503 when the server failed. */
  make: (job: Job) => Promise<Made>
  /** A PNG for the preview of a link. */
  draw: (job: PreviewJob) => Promise<Buffer>
  metrics: PictureMetrics
  close: () => void
}

/** Creates the picture maker. Its process starts with the first picture. */
export function createPictureMaker(
  { clock, startPictureWorker = startWorker }: { clock: Clock; startPictureWorker?: () => ChildProcess },
  log: FastifyBaseLogger
): PictureMaker {
  const metrics = createPictureMetrics()
  const slots = createSlots({
    atOnce: 1,
    mostWaiting: MOST_WAITING_PICTURES,
    longestWaitMs: LONGEST_PICTURE_WAIT * 1000
  })
  let worker: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  const start = (): ChildProcess => {
    const started = startPictureWorker()
    metrics.starts.inc()
    if (started.pid) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    const forget = (): void => {
      if (worker === started) worker = null
    }
    started.once('exit', forget)
    // A process that could not start does not exit.
    started.on('error', error => {
      log.error({ err: error }, 'the picture process failed')
      forget()
    })
    worker = started
    return started
  }

  const end = (): void => {
    clearTimeout(idle)
    if (worker?.connected) worker.disconnect()
    worker = null
  }

  const run = async (job: Job | PreviewJob): Promise<Outcome> => {
    clearTimeout(idle)
    const at = worker ?? start()
    const waits = [
      clock.after(PATIENCE_MS, () => at.pid && leaveSpareTime(at.pid)),
      clock.after(LONGEST_MS, () => at.kill('SIGKILL'))
    ]
    const done = new AbortController()
    const { signal } = done
    try {
      at.send(job)
      return await Promise.race([
        once(at, 'message', { signal }).then(([outcome]) => outcome as Outcome),
        once(at, 'exit', { signal }).then(([code, by]) => ({ fault: `the process ended with ${by ?? code}` }))
      ])
    } catch (error) {
      return { fault: String(error) }
    } finally {
      done.abort()
      for (const cancel of waits) cancel()
      idle = setTimeout(end, IDLE_MS)
      idle.unref()
    }
  }

  const failed = (reason: string, sent: string): never => {
    metrics.faults.inc()
    log.error({ reason, sent }, 'could not make a picture')
    return refuse({ kind: 'unavailable', message: NOT_MADE, retryAfter: RETRY_BUSY })
  }

  return {
    make: job =>
      slots.run(async () => {
        const outcome = await run(job)
        if ('made' in outcome) return outcome.made
        if ('unfit' in outcome) return refuse(invalid(FILE_FIELD, outcome.unfit))
        return failed('fault' in outcome ? outcome.fault : 'it was drawn', job.sent)
      }),
    draw: job =>
      slots.run(async () => {
        const outcome = await run(job)
        if ('drawn' in outcome) return Buffer.from(outcome.drawn, 'base64')
        return failed('fault' in outcome ? outcome.fault : 'it was made', 'preview')
      }),
    metrics,
    close: end
  }
}
