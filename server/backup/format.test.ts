/** Tests reading the file of a backup in pieces, as it comes from the disk, without a database. */
import { expect, test } from 'vitest'
import { OperatorError } from '../lib/operator-error.ts'
import { BackupReader, FORMAT, NotWhole } from './format.ts'

const HEADING = { format: FORMAT, taken_at: '2026-03-02T09:00:00Z', migrations: ['a'], tables: [] }
const ENDING = { rows: { users: 2 }, counters: { users_id_seq: '2', logs_id_seq: null } }
const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
const ROWS = Buffer.from('1\tada\n2\tgrace {"bytes":1}\n')
const PICTURE = Buffer.from([0xff, 0xd8, 10, 10, 0])

const WHOLE = Buffer.concat([
  line(HEADING),
  line({ table: 'users', bytes: ROWS.length }),
  ROWS,
  line({ file: 'a.jpg', bytes: PICTURE.length }),
  PICTURE,
  line({ file: 'empty.jpg', bytes: 0 }),
  line(ENDING)
])

/** The file in pieces of this size. */
async function* pieces(file: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}
const open = (file: Buffer, size = file.length || 1) => new BackupReader(pieces(file, size))

test.each([1, 2, 7, 64, 100_000])('a file is read correctly in pieces of %i bytes', async size => {
  const backup = open(WHOLE, size)
  expect(await backup.heading()).toEqual(HEADING)
  expect(await backup.next()).toEqual({ table: 'users', rows: ROWS })
  expect(await backup.next()).toEqual({ file: 'a.jpg', content: PICTURE })
  expect(await backup.next()).toEqual({ file: 'empty.jpg', content: Buffer.alloc(0) })
  expect(await backup.next()).toEqual(ENDING)
})

test('the first format, which has no pictures, can be read', async () => {
  const heading = { ...HEADING, format: 'challenge-hut backup 1' }
  expect(await open(line(heading)).heading()).toEqual(heading)
})

test('a later format is reported as one of a newer version', async () => {
  const heading = open(line({ ...HEADING, format: 'challenge-hut backup 3' })).heading()
  await expect(heading).rejects.toThrow('it was written by a newer version of this program')
})

const FOREIGN: [string, Buffer][] = [
  ['words', Buffer.from('Dear Ada,\n')],
  ['other JSON', line({ name: 'ada' })],
  ['a list', line([1, 2])],
  ['a heading without its migrations', line({ ...HEADING, migrations: undefined })],
  ['a very long line', Buffer.alloc(1_000_001, 'x')]
]
test.each(FOREIGN)('%s is not accepted as our file', async (_, file) => {
  await expect(open(file, 65_536).heading()).rejects.toThrow(
    new OperatorError('The backup cannot be read: it isn’t a backup of this product')
  )
})

test('a file that ends too early is never read as complete', async () => {
  for (let end = 0; end < WHOLE.length; end++) {
    const backup = open(WHOLE.subarray(0, end))
    const read = async () => {
      await backup.heading()
      for (let part = 0; part < 4; part++) await backup.next()
    }
    await expect(read(), `cut after ${end} bytes`).rejects.toThrow('its end is missing')
  }
})

test.each([
  ['a block without bytes', line({ table: 'users', bytes: 0 })],
  ['a block of negative length', line({ table: 'users', bytes: -1 })],
  ['a block that is too large', line({ table: 'users', bytes: 1e12 })],
  ['an ending with half a row', line({ ...ENDING, rows: { users: 1.5 } })],
  ['a line that is not JSON', Buffer.from('{"table":\n')]
])('%s is reported as damage', async (_, damaged) => {
  const backup = open(Buffer.concat([line(HEADING), damaged]))
  await backup.heading()
  await expect(backup.next()).rejects.toThrow(new NotWhole('it is damaged'))
})

test('an error of the decompression is reported in its own words', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield line(HEADING)
    throw new Error('incorrect header check')
  }
  const backup = new BackupReader(broken())
  await backup.heading()
  await expect(backup.next()).rejects.toThrow('The backup cannot be read: incorrect header check')
})
