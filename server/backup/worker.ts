/** Makes the daily backup while the app runs. A failed one is logged and tried again. */
import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import type { Dependencies } from '../dependencies.ts'
import { startWorker, type Worker } from '../lib/worker.ts'
import { openBackupBucket } from './open-bucket.ts'
import { backUpDaily, nextDue } from './own-backups.ts'

const LOOK_MS = 5 * 60_000
const RETRY_MS = 10 * 60_000

/** Starts the worker with the app, and stops it with the app. */
export function startBackupWorker(app: FastifyInstance, deps: Dependencies): Worker {
  const { clock, config, connection } = deps
  const { at } = config.backups
  const failures = new Counter({
    name: 'hut_backup_failures_total',
    help: 'Daily backups that failed on this node. Each is tried again',
    registers: [deps.metrics]
  })
  if (at === null || !connection) return { done: async () => {} }

  const look = async (): Promise<number> => {
    try {
      const name = await backUpDaily({ ...deps, connection }, at, worker.stopping)
      if (name) app.log.info({ name }, 'made the daily backup')
      return Math.min(LOOK_MS, nextDue(clock.now(), at, config.hut.time_zone) - clock.now())
    } catch (error) {
      if (worker.isStopped()) return RETRY_MS
      failures.inc()
      app.log.error({ err: error }, 'the daily backup failed and is tried again in ten minutes')
      return RETRY_MS
    }
  }
  const worker = startWorker(app, clock, look, 'the backups failed')
  // A wrong setting shows at the start, and not only at night.
  app.addHook('onReady', async () => {
    void openBackupBucket(config)
      .then(bucket => bucket?.list())
      .catch(error => app.log.error(`the bucket for backups cannot be used: ${error.message}`))
  })
  return worker
}
