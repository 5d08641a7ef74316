import type { Config } from '../lib/config.ts'
import { diskStore } from './disk-store.ts'
import { type Store, uploadFolder } from './store.ts'

/** Opens the configured store. @throws OperatorError when it cannot be used */
export async function openStore(config: Pick<Config, 'dataDir' | 's3'>): Promise<Store> {
  if (!config.s3) return diskStore(uploadFolder(config))
  // The library is large, so it is loaded only where it is used.
  const { openS3Store } = await import('./s3-store.ts')
  return openS3Store(config.s3)
}
