import { createHmac, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encrypt.ts'

const PASSPHRASE = 'a long passphrase'
const PIECE = 65_536
const WRONG = 'BACKUP_PASSPHRASE is not the one it was written with, or it is damaged'

/** Cuts content into chunks of an odd size. */
async function* chunksOf(content: Buffer, bytes = 1009): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += bytes) yield content.subarray(from, from + bytes)
}

/** The real one takes half a second by design. */
const quickKey = async (passphrase: string, salt: Buffer) => createHmac('sha256', passphrase).update(salt).digest()
const sealed = (content: Buffer) => buffer(encrypt(chunksOf(content), PASSPHRASE, quickKey))
const opened = (content: Buffer, passphrase: string | null = PASSPHRASE, bytes?: number) =>
  buffer(decrypt(chunksOf(content, bytes), passphrase, quickKey))

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 300_000])('%i bytes are the same afterwards', async size => {
  const content = randomBytes(size)
  const file = await sealed(content)
  for (const bytes of [7, 1009, 200_000]) expect((await opened(file, PASSPHRASE, bytes)).equals(content)).toBe(true)
})

test('the same content never has the same bytes, and none of the content shows', async () => {
  const content = Buffer.from('ada@example.org '.repeat(100))
  const [one, other] = [await sealed(content), await sealed(content)]
  expect(one.equals(other)).toBe(false)
  expect(one.includes('ada@example.org')).toBe(false)
})

test('a file that is not encrypted stays as it is, with and without a passphrase', async () => {
  for (const content of [randomBytes(100_000), Buffer.from('short')]) {
    expect((await opened(content)).equals(content)).toBe(true)
    expect((await opened(content, null)).equals(content)).toBe(true)
  }
})

test('a passphrase is enough to read a file, in composed or decomposed letters', async () => {
  const file = await buffer(encrypt(chunksOf(Buffer.from('a backup')), 'caf\u00e9 at night'))
  const read = (passphrase: string) => buffer(decrypt(chunksOf(file), passphrase))
  expect(String(await read('cafe\u0301 at night'))).toBe('a backup')
  await expect(read('cafe at night')).rejects.toThrow(WRONG)
})

test('a file of the first format can be read', async () => {
  const file =
    'Y2hhbGxlbmdlLWh1dCBlbmNyeXB0ZWQgYmFja3VwIDEK/QLqgNuAsxSoEmhK2I60xlmvzbBO985LkST7' + 'zTc52h/xw61R6orq85z7+r82vag='
  expect(String(await buffer(decrypt(chunksOf(Buffer.from(file, 'base64')), PASSPHRASE)))).toBe('an older backup')
})

test('another passphrase or none is named as the reason', async () => {
  const file = await sealed(randomBytes(100))
  await expect(opened(file, 'another passphrase')).rejects.toThrow(WRONG)
  await expect(opened(file, null)).rejects.toThrow('it is encrypted: set BACKUP_PASSPHRASE')
})

test('a changed, missing, moved or added piece is found', async () => {
  const file = await sealed(randomBytes(2 * PIECE + 100))
  const start = file.length - 2 * (PIECE + 16) - 116
  const piece = (number: number) => file.subarray(start + number * (PIECE + 16), start + (number + 1) * (PIECE + 16))
  const head = file.subarray(0, start)
  const changed = Buffer.from(file)
  changed[start + PIECE + 20] = (changed[start + PIECE + 20] ?? 0) ^ 1
  const damaged = {
    changed,
    'without its end': file.subarray(0, file.length - 1),
    'without its last piece': Buffer.concat([head, piece(0), piece(1)]),
    'with pieces in another order': Buffer.concat([head, piece(0), piece(2), piece(1)]),
    'with a piece twice': Buffer.concat([head, piece(0), piece(1), piece(1), piece(2)]),
    longer: Buffer.concat([file, Buffer.from('x')])
  }
  for (const [how, content] of Object.entries(damaged)) {
    await expect(opened(content), how).rejects.toThrow('it is damaged')
  }
})

test('nothing of a changed piece is passed on', async () => {
  const content = randomBytes(3 * PIECE)
  const file = await sealed(content)
  const last = file.length - 1
  file[last] = (file[last] ?? 0) ^ 1
  const read: Buffer[] = []
  const reading = (async () => {
    for await (const chunk of decrypt(chunksOf(file), PASSPHRASE, quickKey)) read.push(chunk)
  })()
  await expect(reading).rejects.toThrow('it is damaged')
  expect(Buffer.concat(read).equals(content.subarray(0, 2 * PIECE))).toBe(true)
})
