import type { Config } from '../lib/config.ts'
import { diskStore } from './disk-store.ts'
import { type Store, uploadFolder } from './store.ts'

/** @throws OperatorError when the store cannot be used */
export async function openStore(config: Pick<Config, 'dataDir' | 's3'>): Promise<Store> {
  if (!config.s3) return diskStore(uploadFolder(config))
  // The library is large, and only loaded where it is used.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(config.s3)
}
