/** An S3 server on this machine, for one test. */
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

/** Returns the app's settings for a bucket there, and a function that stops the server early. */
export async function startS3(): Promise<{ settings: Record<string, string>; stop: () => void }> {
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await temporaryFolder(),
    configureBuckets: [{ name: 'pictures' }]
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
  return { settings, stop }
}
