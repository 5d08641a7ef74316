/** A bucket that gets a copy of each daily backup. */
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  UploadPartCommand
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../lib/config.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { bucketProblem, createS3Client } from '../uploads/s3-client.ts'

/** A slow line needs minutes for a part. */
const REQUEST_MS = 600_000
/** A part is in memory, so that a failed request can be repeated. */
const PART_BYTES = 8 * 1024 * 1024
/** Stores take at most 10,000 parts. */
const MOST_PARTS = 9000

export interface Bucket {
  /** Copies a file into the bucket. Under its name the bucket has the whole file or nothing. */
  write: (name: string, file: string, signal: AbortSignal) => Promise<void>
  list: () => Promise<string[]>
  read: (name: string) => Promise<Readable>
  remove: (name: string) => Promise<void>
}

/** Opens a bucket. Its calls throw an OperatorError when it cannot be used. */
export function openBucket(settings: S3Settings, partBytes = PART_BYTES): Bucket {
  const { bucket: Bucket } = settings
  const client = createS3Client(settings, REQUEST_MS)
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw new OperatorError(bucketProblem(error, settings, 'BACKUP_S3'), { cause: error })
    }
  }
  return {
    write: (name, path, signal) =>
      attempt(async () => {
        const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: name }))
        const upload = { Bucket, Key: name, UploadId }
        try {
          const Parts: { ETag: string | undefined; PartNumber: number }[] = []
          for await (const Body of partsOf(path, partBytes)) {
            const PartNumber = Parts.length + 1
            const part = new UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: Body.length })
            const { ETag } = await client.send(part, { abortSignal: signal })
            Parts.push({ ETag, PartNumber })
          }
          await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
        } catch (error) {
          await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
          throw error
        }
      }),
    list: () =>
      attempt(async () => {
        const names: string[] = []
        for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: 'challenge-hut-' })) {
          names.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
        }
        return names
      }),
    read: name =>
      attempt(async () => (await client.send(new GetObjectCommand({ Bucket, Key: name }))).Body as Readable),
    remove: name => attempt(async () => void (await client.send(new DeleteObjectCommand({ Bucket, Key: name }))))
  }
}

async function* partsOf(path: string, least: number): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Math.max(least, Math.ceil(size / MOST_PARTS))
    for (let position = 0; position < size; position += bytes) {
      const part = Buffer.alloc(Math.min(bytes, size - position))
      await file.read({ buffer: part, position })
      yield part
    }
  } finally {
    await file.close()
  }
}
