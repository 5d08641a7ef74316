/** The process that makes pictures: one job after another, until its parent disconnects. */
import { drawPreview, type PreviewJob } from './draw-preview.ts'
import { type Job, type Made, makeCopies, Unfit } from './make-copies.ts'

/** The result of a job: the files, a drawn picture in base64, a reason for the person, or a failure of the server. */
export type Outcome = { made: Made } | { drawn: string } | { unfit: string } | { fault: string }

async function work(job: Job | PreviewJob): Promise<Outcome> {
  try {
    if ('preview' in job) return { drawn: (await drawPreview(job)).toString('base64') }
    return { made: await makeCopies(job) }
  } catch (error) {
    return error instanceof Unfit ? { unfit: error.message } : { fault: String(error) }
  }
}

process.on('message', (job: Job | PreviewJob) => void work(job).then(outcome => process.send?.(outcome)))
process.on('disconnect', () => process.exit())
