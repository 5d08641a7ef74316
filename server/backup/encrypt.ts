/**
 * Encrypts backups with a passphrase. The file starts with a line that names the format, and a random salt. Then come
 * pieces of 64 KiB, each encrypted with AES in GCM and followed by its tag. The nonce of a piece is its number, and a
 * last byte of 1 marks the last piece. So pieces that are changed, moved, or missing at the end are found, and nothing
 * is unpacked before its tag was checked.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

const formatLine = (version: number) => `challenge-hut encrypted backup ${version}\n`
const MAGIC = Buffer.from(formatLine(2))
const SALT_BYTES = 16
const PIECE_BYTES = 65_536
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'
/** Takes 64 MB and half a second, once for each file. Files of the first format took half of the work. */
const COST = { N: 65_536, r: 8, p: 2, maxmem: 128 * 1024 * 1024 }
const COSTS: ReadonlyMap<string, typeof COST> = new Map([
  [formatLine(1), { ...COST, p: 1 }],
  [formatLine(2), COST]
])

type Chunks = AsyncIterable<Buffer>

/**
 * Encrypts a file.
 * @param derive tests pass a quick one
 */
export async function* encrypt(chunks: Chunks, passphrase: string, derive = deriveKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  yield Buffer.concat([MAGIC, salt])
  const key = await derive(passphrase, salt, COST)
  let number = 0
  for await (const { piece, isLast } of piecesOf(chunks, PIECE_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(number++, isLast))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts a file. A file that is not encrypted stays as it is. */
export async function* decrypt(chunks: Chunks, passphrase: string | null, derive = deriveKey): AsyncGenerator<Buffer> {
  const headBytes = MAGIC.length + SALT_BYTES
  const { start, rest } = await readStart(chunks, headBytes)
  const cost = COSTS.get(start.toString('latin1', 0, MAGIC.length))
  if (!cost) {
    yield start
    yield* rest
    return
  }
  if (passphrase === null) throw new Error('it is encrypted: set BACKUP_PASSPHRASE as it was when it was written')
  const key = await derive(passphrase, start.subarray(MAGIC.length, headBytes), cost)
  let number = 0
  for await (const { piece, isLast } of piecesOf(following(start.subarray(headBytes), rest), PIECE_BYTES + TAG_BYTES)) {
    yield decryptPiece(key, piece, number++, isLast)
  }
}

async function* following(start: Buffer, rest: Chunks): AsyncGenerator<Buffer> {
  yield start
  yield* rest
}

function decryptPiece(key: Buffer, piece: Buffer, number: number, isLast: boolean): Buffer {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(piece.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new Error(
      number === 0 ? 'BACKUP_PASSPHRASE is not the one it was written with, or it is damaged' : 'it is damaged'
    )
  }
}

/** Cuts chunks into pieces of one length. The last piece may be shorter. */
async function* piecesOf(chunks: Chunks, bytes: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let kept: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    kept.push(chunk)
    length += chunk.length
    // A whole piece waits for the next byte, because it may be the last one.
    if (length <= bytes) continue
    let whole = Buffer.concat(kept)
    for (; whole.length > bytes; whole = whole.subarray(bytes)) yield { piece: whole.subarray(0, bytes), isLast: false }
    kept = [whole]
    length = whole.length
  }
  yield { piece: Buffer.concat(kept), isLast: true }
}

/** Reads at least this many bytes, or all. */
async function readStart(chunks: Chunks, bytes: number): Promise<{ start: Buffer; rest: Chunks }> {
  const rest = chunks[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  while (start.length < bytes) {
    const { value, done } = await rest.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  return { start, rest: { [Symbol.asyncIterator]: () => rest } }
}

async function deriveKey(passphrase: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)
  return derive(passphrase.normalize('NFKC'), salt, 32, cost)
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
