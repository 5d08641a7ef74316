import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { fileWriter } from './write-file.ts'

test('written pieces free their memory, except those that share it', async () => {
  const path = join(await temporaryFolder(), 'sent')
  const whole = Buffer.from(new ArrayBuffer(65_536)).fill('a')
  const shared = new ArrayBuffer(8)
  const part = Buffer.from(shared, 0, 4).fill('b')
  await pipeline(Readable.from([whole, part]), fileWriter(path))
  expect(await readFile(path, 'latin1')).toBe(`${'a'.repeat(65_536)}bbbb`)
  expect([whole.length, part.toString(), shared.byteLength]).toEqual([0, 'bbbb', 8])
})

test('an existing file is not overwritten', async () => {
  const path = join(await temporaryFolder(), 'sent')
  await pipeline(Readable.from([Buffer.from('first')]), fileWriter(path))
  await expect(pipeline(Readable.from([Buffer.from('second')]), fileWriter(path))).rejects.toThrow('EEXIST')
  expect(await readFile(path, 'latin1')).toBe('first')
})
