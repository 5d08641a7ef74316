import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { S3Settings } from '../lib/config.ts'

/** Connects to any S3-compatible store. @param requestTimeout the longest time of a request in ms */
export function createS3Client(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  requestTimeout: number
): S3Client {
  return new S3Client({
    endpoint,
    region,
    // Some stores have no address for each bucket, or do not know the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5000, requestTimeout }
  })
}

/** The status of a response; undefined when there was none. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/**
 * Says in one line which setting makes a bucket unusable.
 * @param prefix the start of the names of its settings
 */
export function bucketProblem(error: unknown, { endpoint, bucket }: S3Settings, prefix: 'S3' | 'BACKUP_S3'): string {
  const status = statusOf(error)
  if (status === 404) return `${prefix}_BUCKET: there is no bucket ${bucket} at ${endpoint}`
  if (status === 401 || status === 403)
    return `${prefix}_ACCESS_KEY_ID, ${prefix}_SECRET_ACCESS_KEY: they may not use the bucket ${bucket}`
  const { code, name, message } = error as NodeJS.ErrnoException
  return `${prefix}_ENDPOINT: ${endpoint} cannot be used (${status ?? code ?? (message || name)})`
}
