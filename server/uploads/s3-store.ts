import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException
} from '@aws-sdk/client-s3'
import { Refused } from '../../domain/lib/refusal.ts'
import type { S3Settings } from '../lib/config.ts'
import type { Range } from '../lib/http/conditional.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { Store } from './store.ts'

const AWAY = {
  kind: 'unavailable',
  message: 'Pictures aren’t available right now. Please try again later.',
  retryAfter: 30
} as const

/** A bucket of any S3-compatible store. It need not be public, because the app serves its files. */
export async function openS3Store({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey
}: S3Settings): Promise<Store> {
  const client = new S3Client({
    endpoint,
    region,
    // Some stores have no address for each bucket, or do not know the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 }
  })
  const check = { Bucket: bucket, Key: 'challenge-hut-check' }
  try {
    await client.send(new PutObjectCommand({ ...check, Body: 'ok', ContentLength: 2 }))
    await client.send(new DeleteObjectCommand(check))
  } catch (error) {
    throw new OperatorError(`Wrong setting: ${reason(error, endpoint, bucket)}`)
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

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

function reason(error: unknown, endpoint: string, bucket: string): string {
  const status = statusOf(error)
  if (status === 404) return `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}`
  if (status === 401 || status === 403)
    return `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: they may not use the bucket ${bucket}`
  const { code, name, message } = error as NodeJS.ErrnoException
  return `S3_ENDPOINT: ${endpoint} cannot be used (${status ?? code ?? (message || name)})`
}
