import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { Refused } from '../../domain/lib/refusal.ts'
import type { S3Settings } from '../lib/config.ts'
import type { Range } from '../lib/http/conditional.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { bucketProblem, createS3Client, statusOf } from './s3-client.ts'
import type { Store } from './store.ts'

const REQUEST_MS = 30_000

const AWAY = {
  kind: 'unavailable',
  message: 'Pictures aren’t available right now. Please try again later.',
  retryAfter: 30
} as const

/** A bucket of any S3-compatible store. It need not be public, because the app serves its files. */
export async function openS3Store(settings: S3Settings): Promise<Store> {
  const { bucket } = settings
  const client = createS3Client(settings, REQUEST_MS)
  const check = { Bucket: bucket, Key: 'challenge-hut-check' }
  try {
    await client.send(new PutObjectCommand({ ...check, Body: 'ok', ContentLength: 2 }))
    await client.send(new DeleteObjectCommand(check))
  } catch (error) {
    throw new OperatorError(`Wrong setting: ${bucketProblem(error, settings, 'S3')}`)
  }
  /** Refuses with 503 when the error is temporary, and throws any other error. */
  const lasting = (error: unknown): never => {
    const status = statusOf(error) ?? 500
    throw status >= 500 || status === 429 ? new Refused(AWAY) : error
  }
  return {
    async write(name, source, contentType) {
      const { size } = await stat(source)
      const body = { Body: createReadStream(source), ContentLength: size, ContentType: contentType }
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: name, ...body })).catch(lasting)
    },
    async read(name, range) {
      try {
        const asked = range && { Range: rangeText(range) }
        const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name, ...asked }))
        const { Body, ContentLength: bytes = 0, ContentRange = '' } = found
        const [, first = 0, total = bytes] = /^bytes (\d+)-\d+\/(\d+)$/.exec(ContentRange) ?? []
        return { content: Body as Readable, first: Number(first), bytes, total: Number(total) }
      } catch (error) {
        // The range contains nothing of the file.
        if (statusOf(error) === 416) return { content: Readable.from([]), first: 0, bytes: 0, total: 0 }
        return statusOf(error) === 404 ? null : lasting(error)
      }
    },
    async remove(names) {
      // Deletes one by one: stores differ most in the call that deletes several.
      for (const Key of names) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key })).catch(lasting)
    }
  }
}

function rangeText(range: Range): string {
  return 'lastBytes' in range ? `bytes=-${range.lastBytes}` : `bytes=${range.first}-${range.last ?? ''}`
}
