import type { Config } from '../lib/config.ts'
import type { Bucket } from './bucket.ts'

/** Opens the bucket for backups; null without one. */
export async function openBackupBucket({ backups: { s3 } }: Pick<Config, 'backups'>): Promise<Bucket | null> {
  if (!s3) return null
  // The library is large, so it is loaded only where it is used.
  const { openBucket } = await import('./bucket.ts')
  return openBucket(s3)
}
