/** The process in which pictures are made: one job after another, until its parent lets go of it. */
import { type Job, type Made, makeCopies, Unfit } from './make-copies.ts'

/** What became of a job: the files, a reason to tell the person, or a fault of ours. */
export type Outcome = { made: Made } | { unfit: string } | { fault: string }

async function work(job: Job): Promise<Outcome> {
  try {
    return { made: await makeCopies(job) }
  } catch (error) {
    return error instanceof Unfit ? { unfit: error.message } : { fault: String(error) }
  }
}

process.on('message', (job: Job) => void work(job).then(outcome => process.send?.(outcome)))
process.on('disconnect', () => process.exit())
