/** An S3 server on this machine, for one test. */
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

interface S3 {
  /** The app's settings for a bucket of pictures. */
  settings: Record<string, string>
  /** The app's settings for a bucket of backups. */
  backups: Record<string, string>
  /** Stops the server early. */
  stop: () => void
}

/**
 * Starts the server.
 * @param lists whether a test lists a bucket: this server computes another signature for that call than S3 does, so it
 * then accepts every signature
 */
export async function startS3({ lists = false } = {}): Promise<S3> {
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    allowMismatchedSignatures: lists,
    directory: await temporaryFolder(),
    configureBuckets: [{ name: 'pictures' }, { name: 'backups' }]
  })
  const { port } = await s3.run()
  const stop = (): void => {
    s3.httpServer.closeAllConnections()
    s3.httpServer.close()
  }
  onTestFinished(stop)
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER'
  }
  const backups = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`BACKUP_${name}`, value]))
  return { settings, backups: { ...backups, BACKUP_S3_BUCKET: 'backups' }, stop }
}
