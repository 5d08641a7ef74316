import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeGroup } from '../../domain/groups/api.ts'
import type { Preview } from '../../domain/previews/preview.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { write } from '../../testing/writing.ts'
import { fromWoff } from '../uploads/preview-fonts.ts'
import { createPreviews } from './previews.ts'

const URL = 'https://hut.example.org'
let world: World
let ada: Caller
beforeAll(async () => {
  world = await openWorld({ APP_URL: URL })
  ada = await world.as('ada')
})
afterAll(() => world.close())

const get = async (url: string, caller: Caller = world.visitor) => caller.request({ url })

/** The picture address in the HTML of a page. */
async function pictureOf(path: string, caller?: Caller): Promise<string> {
  const { body } = await get(path, caller)
  const [, image = ''] = /<meta property="og:image" content="([^"]*)">/.exec(body) ?? []
  expect(image.startsWith(`${URL}/`), path).toBe(true)
  return image.slice(URL.length)
}

test('a page without a description uses the words of its picture', { tags: 'D-20' }, async () => {
  const room = await openRoom(ada)
  const { body } = await get(`/sessions/${room.id}`)
  const [, said] = /<meta name="description" content="([^"]*)">/.exec(body) ?? []
  expect(said).toMatch(/^(Session|Running now)\. .*Hosted by ada\./)
  expect(body).toContain(`<meta property="og:description" content="${said}">`)
})

test('a link to a session, activity, group, person, item or home has a picture for everyone', {
  tags: 'D-20'
}, async () => {
  const room = await openRoom(ada)
  const item = await write(ada, { title: 'Night walks' })
  const { group } = await ada.call(storeGroup, { body: { title: 'Walkers & <sharp> 🔥' } })
  const seen = new Set<string>()
  for (const path of ['/', `/sessions/${room.id}`, '/activities/tabata', `/group/${group.slug}`, '/ada', item.path]) {
    const address = await pictureOf(path)
    const { statusCode, headers, rawPayload } = await get(address)
    expect([statusCode, headers['content-type'], headers['cache-control']], path).toEqual([
      200,
      'image/png',
      'public, max-age=3600'
    ])
    expect(await sharp(rawPayload).metadata(), path).toMatchObject({ width: 1200, height: 630, format: 'png' })
    seen.add(rawPayload.toString('base64'))
  }
  expect(seen.size).toBe(6)
  expect((await get('/activities/no-such/preview.png')).statusCode).toBe(404)
})

test('texts that only their author sees are not in the picture, whoever requests it', { tags: 'PUB-105' }, async () => {
  await write(ada, { title: 'Seen by all' })
  const [address, { rawPayload }] = [await pictureOf('/ada'), await get('/ada/preview.png')]
  await write(ada, { title: 'Seen by ada alone', status: 0 })
  expect(await pictureOf('/ada')).toBe(address)
  expect((await get('/ada/preview.png', ada)).rawPayload.equals(rawPayload)).toBe(true)
  await write(ada, { title: 'Seen by all, and newer' })
  expect(await pictureOf('/ada')).not.toBe(address)
  expect((await get('/ada/preview.png')).rawPayload.equals(rawPayload)).toBe(false)
})

test('an unpublished item has no picture, and an item with a picture in its text uses that one', {
  tags: 'PUB-105'
}, async () => {
  const hidden = await write(ada, { title: 'Not yet', status: 0 })
  for (const caller of [world.visitor, ada])
    expect((await get(`${hidden.path}/preview.png`, caller)).statusCode).toBe(404)
  const shown = '/uploads/0123456789abcdef0123456789abcdef.jpg'
  const item = await write(ada, { title: 'With a picture', content: `<p><img src="${shown}"></p>` })
  expect(await pictureOf(item.path)).toBe(shown)
  expect((await get(`${item.path}/preview.png`)).statusCode).toBe(404)
})

test('a phone can add the product to its home screen', async () => {
  const { headers, body } = await get('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(JSON.parse(body)).toMatchObject({ name: 'Challenge Hut', start_url: '/', display: 'standalone' })
})

test('each picture is drawn once, one at a time; a failure is retried, and the oldest of many is dropped', async () => {
  let drawing = 0
  let drawn: string[] = []
  let fails = false
  const draw = createPreviews(
    {
      async draw({ preview }) {
        expect(++drawing).toBe(1)
        await null
        drawing--
        if (fails) throw new Error('no')
        drawn.push(preview.title)
        return Buffer.from(preview.title)
      }
    },
    world.config
  )
  const titled = (title: string | number): Preview => ({ kind: '', title: String(title), lines: [], ring: null })
  await Promise.all(['a', 'b', 'a'].map(title => draw(titled(title))))
  expect(drawn).toEqual(['a', 'b'])
  fails = true
  await expect(draw(titled('c'))).rejects.toThrow('no')
  fails = false
  expect(String(await draw(titled('c')))).toBe('c')

  for (let index = 0; index < 98; index++) await draw(titled(index))
  drawn = []
  for (const title of ['a', 'c', 97]) await draw(titled(title))
  expect(drawn).toEqual([])
  await draw(titled('b'))
  expect(drawn).toEqual(['b'])
})

test.each([
  '@fontsource/fraunces/files/fraunces-latin-700-normal.woff',
  '@fontsource/inter/files/inter-latin-400-normal.woff'
])('each table of %s is unpacked whole, and is where the font says', file => {
  const font = fromWoff(readFileSync(fileURLToPath(import.meta.resolve(file))))
  const count = font.readUInt16BE(4)
  expect(count).toBeGreaterThan(8)
  for (let table = 0; table < count; table++) {
    const entry = 12 + 16 * table
    const [sum, offset, length] = [4, 8, 12].map(at => font.readUInt32BE(entry + at)) as [number, number, number]
    // The table with the checksum of all tables contains that checksum itself.
    if (font.toString('latin1', entry, entry + 4) === 'head') continue
    let sumOfBytes = 0
    for (let at = offset; at < offset + length; at += 4) sumOfBytes = (sumOfBytes + font.readUInt32BE(at)) >>> 0
    expect([offset % 4, sumOfBytes]).toEqual([0, sum])
  }
})
