import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { diskStore } from './disk-store.ts'

const NAME = '0123456789abcdef0123456789abcdef.jpg'

async function opened() {
  const folder = await temporaryFolder()
  const source = join(await temporaryFolder(), 'source')
  await writeFile(source, 'a picture')
  const filesIn = async () => (await readdir(folder, { recursive: true })).filter(name => name.includes('.')).sort()
  return { store: diskStore(folder), source, folder, filesIn }
}

test('a file that could not be copied leaves nothing, under its name or any other', async () => {
  const { store, folder, filesIn } = await opened()
  await expect(store.write(NAME, join(folder, 'nowhere'), 'image/jpeg')).rejects.toThrow('ENOENT')
  expect([await filesIn(), await store.read(NAME)]).toEqual([[], null])
})

test('a file that cannot get its name leaves no part behind', async () => {
  const { store, source, folder, filesIn } = await opened()
  await mkdir(join(folder, '01', NAME, 'in the way'), { recursive: true })
  await expect(store.write(NAME, source, 'image/jpeg')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect((await filesIn()).filter(name => name.endsWith('.part'))).toEqual([])
})

test('a file that two nodes write at once is stored whole and once', async () => {
  const { store, source, filesIn } = await opened()
  await Promise.all([1, 2, 3].map(() => store.write(NAME, source, 'image/jpeg')))
  expect(await filesIn()).toEqual([`01/${NAME}`])
  const found = await store.read(NAME)
  expect(found?.bytes).toBe(9)
  if (found) expect(String(await buffer(found.content))).toBe('a picture')
})

test('a file that exists but cannot be read is an error', async () => {
  const { folder } = await opened()
  await writeFile(join(folder, '01'), 'a file where a folder should be')
  await expect(diskStore(folder).read(NAME)).rejects.toThrow('ENOTDIR')
})
