/** Writes a backup into a file, completely or not at all. */
import { createWriteStream } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ClientConfig } from 'pg'
import { OperatorError } from '../lib/operator-error.ts'
import type { Store } from '../uploads/store.ts'
import { type Amount, type Options, writeBackup } from './backup.ts'

/** The disk is checked again after this many bytes. */
const CHECK_BYTES = 16_000_000

/**
 * Writes the backup under another name and renames it when it is complete. Only its owner can read it.
 * @param leastFree the bytes that stay free on the disk
 * @throws OperatorError when the disk has less room
 */
export async function writeBackupFile(
  connection: ClientConfig,
  file: string,
  store: Store | null,
  { leastFree = 0, ...options }: Options & { leastFree?: number }
): Promise<Amount> {
  const part = `${file}.part`
  const folder = dirname(file)
  try {
    const output = createWriteStream(part, { mode: 0o600, flush: true })
    const amount = await writeBackup(connection, output, store, {
      ...options,
      through: chunks => keepingRoom(chunks, folder, leastFree)
    })
    await rename(part, file)
    await sync(folder)
    return amount
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function* keepingRoom(chunks: AsyncIterable<Buffer>, folder: string, least: number): AsyncGenerator<Buffer> {
  let unchecked = CHECK_BYTES
  for await (const chunk of chunks) {
    unchecked += chunk.length
    if (least > 0 && unchecked >= CHECK_BYTES) {
      unchecked = 0
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < least) {
        throw new OperatorError(`the disk of ${folder} has less than ${least / 1_000_000} MB free`)
      }
    }
    yield chunk
  }
}

/** Makes the new name survive a loss of power. Windows cannot open folders. */
async function sync(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => null)
  await opened?.sync().catch(() => {})
  await opened?.close()
}
