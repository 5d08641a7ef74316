/**
 * Receives and stores pictures (D-120). A file is streamed to the disk, checked, encoded again in several widths, and
 * put into the store under a random name. Its row is stored before its files, so that a crash cannot leave files
 * without a row. Rows that nothing refers to are deleted after a day, together with their files.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { FILE_FIELD, type Uploaded } from '../../domain/uploads/api.ts'
import {
  addressOf,
  CONTENT_TYPES,
  fileOf,
  filesOf,
  NOT_A_PICTURE,
  type SentType,
  type Stored,
  typeOf
} from '../../domain/uploads/picture.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { Job, Made } from './make-copies.ts'
import { uploadFolder } from './store.ts'
import { deleteUnused, insertUpload } from './upload-rows.ts'

export type Shape = Pick<Job, 'isSquare'>

const DAY_MS = 86_400_000
/** Half an hour to arrive, and some minutes to make the files. */
const LONGEST_UPLOAD_MS = 3_600_000
/** Keeps transactions short. */
const MOST_DELETED = 500

/** The folder of files that are being received or made, shared by all nodes with the same data folder. */
function incomingFolder(config: Dependencies['config']): string {
  return join(uploadFolder(config), 'incoming')
}

/**
 * Stores a picture, or refuses it with a reason for the person.
 * @param receive writes the sent file to this path, or refuses
 */
export async function keepPicture(
  deps: Dependencies,
  userId: number,
  receive: (path: string) => Promise<void>,
  shape: Shape = {}
): Promise<Made> {
  return deps.pictures.metrics.count(() => receiveAndStore(deps, userId, receive, shape))
}

async function receiveAndStore(
  deps: Dependencies,
  userId: number,
  receive: (path: string) => Promise<void>,
  shape: Shape
): Promise<Made> {
  const folder = join(incomingFolder(deps.config), randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    const source = join(folder, 'sent')
    await receive(source)
    const sent = await readType(source)
    const made = await deps.pictures.make({ ...shape, source, sent, folder, name: randomBytes(16).toString('hex') })
    await store(deps, userId, made, folder)
    return made
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readType(source: string): Promise<SentType> {
  const file = await open(source)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0).finally(() => file.close())
  return typeOf(buffer.subarray(0, bytesRead)) ?? refuse(invalid(FILE_FIELD, NOT_A_PICTURE))
}

async function store({ db, clock, store }: Dependencies, userId: number, made: Made, folder: string): Promise<void> {
  await insertUpload(db, { ...made, user_id: userId, created_at: dateAt(clock) })
  for (const file of filesOf(made)) await store.write(file, join(folder, file), CONTENT_TYPES[made.type])
}

/** A stored picture with the addresses of its files. */
export function toWire(made: Stored & Pick<Made, 'width' | 'height'>): Uploaded {
  const url = addressOf(fileOf(made))
  const narrower = made.widths.map(width => [String(width), addressOf(fileOf(made, width))])
  return {
    url,
    urls: { default: url, ...Object.fromEntries(narrower) },
    width: made.width,
    height: made.height
  }
}

/** Deletes what killed processes left unfinished. Younger files may be on their way to another node. */
export async function forgetUnfinished({ clock, config }: Pick<Dependencies, 'clock' | 'config'>): Promise<void> {
  const folder = incomingFolder(config)
  const names = await readdir(folder).catch(ignoreMissing)
  for (const name of names ?? []) {
    const path = join(folder, name)
    const found = await stat(path).catch(ignoreMissing)
    if (found && found.mtimeMs < clock.now() - LONGEST_UPLOAD_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Ignores a file that was finished and removed meanwhile, or a folder that never existed. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Deletes the pictures that nothing has shown for a day, on whichever node is first. */
export async function forgetUnused({ db, clock, config, store }: Dependencies): Promise<void> {
  await forgetUnfinished({ clock, config })
  const before = new Date(clock.now() - DAY_MS)
  for (;;) {
    const deleted = await db.transaction(tx => deleteUnused(tx, before, MOST_DELETED))
    await store.remove(deleted.flatMap(filesOf))
    if (deleted.length < MOST_DELETED) return
  }
}
