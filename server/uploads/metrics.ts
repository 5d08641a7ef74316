/** Metrics of pictures, for operators. */
import { Counter, Histogram, type Registry } from 'prom-client'
import { Refused } from '../../domain/lib/refusal.ts'

export type PictureMetrics = ReturnType<typeof createPictureMetrics>

/** Creates the metrics, which `registerIn` adds to a registry. */
export function createPictureMetrics() {
  const registers: Registry[] = []
  const results = new Counter({
    name: 'hut_pictures_total',
    help: 'Pictures that were sent or copied: kept, refused for what they are, or failed by a fault of ours',
    labelNames: ['result'],
    registers
  })
  const bytes = new Counter({
    name: 'hut_pictures_kept_bytes_total',
    help: 'Bytes of the files of kept pictures',
    registers
  })
  const seconds = new Histogram({
    name: 'hut_pictures_duration_seconds',
    help: 'Time from the first byte of a picture until it is kept, refused or failed',
    buckets: [0.2, 1, 5, 20, 60],
    registers
  })
  const starts = new Counter({
    name: 'hut_picture_worker_starts_total',
    help: 'How often the process that makes pictures was started',
    registers
  })
  const faults = new Counter({
    name: 'hut_picture_worker_faults_total',
    help: 'How often that process ended with a picture unfinished, or could not write one',
    registers
  })
  return {
    starts,
    faults,
    registerIn: (registry: Registry): void => {
      for (const metric of [results, bytes, seconds, starts, faults]) registry.registerMetric(metric)
    },
    /** Counts the result of one picture. */
    async count<Kept extends { bytes: number }>(keep: () => Promise<Kept>): Promise<Kept> {
      const end = seconds.startTimer()
      try {
        const kept = await keep()
        results.inc({ result: 'kept' })
        bytes.inc(kept.bytes)
        return kept
      } catch (error) {
        const isRefused = error instanceof Refused && error.refusal.kind !== 'unavailable'
        results.inc({ result: isRefused ? 'refused' : 'failed' })
        throw error
      } finally {
        end()
      }
    }
  }
}
