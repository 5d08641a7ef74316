import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { photo, upload } from '../../testing/input/pictures.ts'
import { startS3 } from '../../testing/servers/s3.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openWorld } from '../../testing/world.ts'
import { readConfig } from '../lib/config.ts'
import { diskStore } from './disk-store.ts'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'

const NAME = '0123456789abcdef0123456789abcdef.jpg'

const onDisk = async (): Promise<Store> => diskStore(await temporaryFolder())
const onS3 = async (): Promise<Store> => openStore(readConfig((await startS3()).settings))

describe.each([
  ['the disk', onDisk],
  ['S3', onS3]
])('%s', (_, open) => {
  test('keeps files, returns them whole, and removes them', async () => {
    const store = await open()
    const source = join(await temporaryFolder(), 'source')
    const content = await photo(300, 200)
    await writeFile(source, content)
    const read = async (name: string) => {
      const found = await store.read(name)
      return found && { bytes: found.bytes, content: await buffer(found.content) }
    }
    expect(await store.read(NAME)).toBeNull()
    await store.write(NAME, source, 'image/jpeg')
    await store.write(`b${NAME}`, source, 'image/jpeg')
    expect(await read(NAME)).toEqual({ bytes: content.length, content })
    expect(await readFile(source)).toEqual(content)
    await store.remove([NAME, 'never-there.jpg'])
    await store.remove([])
    expect(await store.read(NAME)).toBeNull()
    expect(await read(`b${NAME}`)).toEqual({ bytes: content.length, content })
  })
})

test('a picture is uploaded to S3, served from there by the app, and deleted there', async () => {
  const { settings, stop } = await startS3()
  const store = await openStore(readConfig(settings))
  const world = await openWorld(settings, { store })
  onTestFinished(() => world.close())
  const ada = await world.as('ada')
  const { url, urls } = (await upload(ada, await photo(700, 20))).json()
  for (const each of [url, urls['320']]) {
    const { statusCode, headers, rawPayload } = await ada.request({ url: each })
    expect([statusCode, headers['content-type'], rawPayload.length]).toEqual([
      200,
      'image/jpeg',
      Number(headers['content-length'])
    ])
  }
  await world.pass(26 * 3_600_000)
  expect((await ada.request({ url })).statusCode).toBe(404)
  const later = (await upload(ada, await photo())).json()

  stop()
  const away = [await ada.request({ url: later.url }), await upload(ada, await photo())]
  for (const { statusCode, headers } of away) expect([statusCode, headers['retry-after']]).toEqual([503, '30'])
})

test('an unusable store is reported in one line that names the setting', async () => {
  const { settings } = await startS3()
  const reasonOf = (change: Record<string, string>) =>
    openStore(readConfig({ ...settings, ...change })).then(
      () => 'it was opened',
      error => error.message
    )
  expect(await reasonOf({ S3_BUCKET: 'another' })).toContain(
    'S3_BUCKET: there is no bucket another at http://127.0.0.1'
  )
  expect(await reasonOf({ S3_SECRET_ACCESS_KEY: 'wrong' })).toContain(
    'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: they may not'
  )
  expect(await reasonOf({ S3_ENDPOINT: 'http://127.0.0.1:1' })).toContain(
    'S3_ENDPOINT: http://127.0.0.1:1 cannot be used'
  )
  expect(() => readConfig({ S3_BUCKET: 'pictures' })).toThrow('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID')
})
