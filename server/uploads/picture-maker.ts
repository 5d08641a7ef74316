/**
 * Has pictures made in a process of their own, one at a time, so that requests go on meanwhile. The process starts with
 * the first picture and ends when none has come for a while. One that hangs is killed, and takes nothing with it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { LONGEST_PICTURE_WAIT, MOST_WAITING_PICTURES } from '../../domain/lib/limits.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { FILE_FIELD } from '../../domain/uploads/api.ts'
import { DAMAGED } from '../../domain/uploads/picture.ts'
import { createSlots } from '../lib/limits/slots.ts'
import type { Job, Made } from './make-copies.ts'
import type { Outcome } from './picture-worker.ts'

const WORKER = new URL('./picture-worker.ts', import.meta.url)
/** Longer than the largest picture takes on a slow machine. */
const LONGEST_MS = 30_000
const IDLE_MS = 20_000

export interface PictureMaker {
  /** Refuses what is no good picture. */
  make: (job: Job) => Promise<Made>
  close: () => void
}

export function createPictureMaker(log: FastifyBaseLogger): PictureMaker {
  const slots = createSlots({
    atOnce: 1,
    mostWaiting: MOST_WAITING_PICTURES,
    longestWaitMs: LONGEST_PICTURE_WAIT * 1000
  })
  let worker: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined

  const start = (): ChildProcess => {
    // None of the settings, of which some are secret.
    const started = fork(WORKER, { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    if (started.pid) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    started.on('error', error => log.error({ err: error }, 'the process that makes pictures failed'))
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    worker = started
    return started
  }

  const end = (): void => {
    clearTimeout(idle)
    if (worker?.connected) worker.disconnect()
    worker = null
  }

  const run = async (job: Job): Promise<Outcome> => {
    clearTimeout(idle)
    const at = worker ?? start()
    const tooLong = setTimeout(() => at.kill('SIGKILL'), LONGEST_MS)
    try {
      return await new Promise<Outcome>(resolve => {
        const ended = (code: number | null, signal: string | null): void => {
          resolve({ fault: `the process ended with ${signal ?? code}` })
        }
        at.once('exit', ended)
        at.once('message', outcome => {
          at.off('exit', ended)
          resolve(outcome as Outcome)
        })
        at.send(job)
      })
    } finally {
      clearTimeout(tooLong)
      idle = setTimeout(end, IDLE_MS)
      idle.unref()
    }
  }

  return {
    make: job =>
      slots.run(async () => {
        const outcome = await run(job)
        if ('made' in outcome) return outcome.made
        if ('unfit' in outcome) return refuse(invalid(FILE_FIELD, outcome.unfit))
        // A picture that ends the process, or takes too long, is one that nobody can show.
        log.error({ reason: outcome.fault, sent: job.sent }, 'a picture could not be made')
        return refuse(invalid(FILE_FIELD, DAMAGED))
      }),
    close: end
  }
}
