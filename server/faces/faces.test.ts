import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteFace, getFaces, storeFace } from '../../domain/faces/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { personPage, storePerson } from '../../domain/publishing/api.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example' })
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

const send = (caller: Caller, person: string, content: Buffer | string) =>
  upload(caller, content, { url: fillPath(storeFace.path, { person }), name: 'me.jpg' })
const faces = async (...names: string[]) =>
  (await world.visitor.call(getFaces, { query: { usernames: names.join(',') } })).faces
const isThere = async (url = '') => (await world.visitor.request({ url })).statusCode === 200

test('D-35 a person has a picture, cut to a square around its middle, in small widths', async () => {
  const response = await send(ada, 'ada', await photo(800, 400))
  expect(response.statusCode).toBe(200)
  const face = response.json()
  expect(face).toMatchObject({ width: 384, height: 384 })
  expect(Object.keys(face.urls)).toEqual(['48', '96', '192', 'default'])
  const file = (await world.visitor.request({ url: face.url })).rawPayload
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  // Of the left half, which is red, as much is left as of the right one, which is blue.
  const reds = [0, 180, 204, 383].map(x => (data[(info.width * 10 + x) * info.channels] ?? 0) > 128)
  expect([info.width, info.height, ...reds]).toEqual([384, 384, true, true, false, false])
  expect(await faces('grace', 'ADA', 'nobody')).toEqual({ ada: face })
})

test('a small picture stays as small as its narrower edge, and of one that moves the first frame is taken', async () => {
  const frames = ['red', 'blue'].map(background => ({
    create: { width: 30, height: 20, channels: 3 as const, background }
  }))
  const moving = await sharp(frames as never, { join: { animated: true } } as never)
    .gif()
    .toBuffer()
  const face = (await upload(grace, moving, { url: fillPath(storeFace.path, { person: 'grace' }) })).json()
  expect(face).toEqual({ url: face.url, urls: { default: face.url }, width: 20, height: 20 })
})

test('the page of the person shows it, and so does the preview of a link to it', async () => {
  const { ada: face } = await faces('ada')
  expect((await world.visitor.visit(personPage, { username: 'ada' })).face).toEqual(face)
  const { body } = await world.visitor.request({ url: '/ada' })
  expect(body).toContain(`<meta property="og:image" content="https://hut.example${face?.url}">`)
  expect(body).toContain('<meta name="twitter:card" content="summary">')
})

test('each person of a user has one of their own, which only that user sets and removes', async () => {
  const { person } = await ada.call(storePerson, { body: { username: 'countess', title: 'The Countess' } })
  expect((await send(ada, String(person.id), await photo())).statusCode).toBe(200)
  const both = await faces('ada', 'countess')
  expect(both.countess?.url).not.toBe(both.ada?.url)
  expect((await send(grace, 'countess', await photo())).statusCode).toBe(404)
  expect((await grace.refused(deleteFace, { params: { person: 'countess' } })).status).toBe(404)
  expect((await send(world.visitor, 'countess', await photo())).statusCode).toBe(401)
  await ada.call(deleteFace, { params: { person: 'countess' } })
  await ada.call(deleteFace, { params: { person: 'countess' } })
  expect(await faces('ada', 'countess')).toEqual({ ada: both.ada })
  const admin = await world.admin()
  expect((await send(admin, 'ada', await photo())).statusCode).toBe(404)
  expect((await admin.refused(deleteFace, { params: { person: 'nobody' } })).status).toBe(404)
  await admin.call(deleteFace, { params: { person: 'ada' } })
  expect(await faces('ada')).toEqual({})
  await send(ada, 'ada', await photo())
})

test('UPL-05 what is no picture is refused, and the picture before stays', async () => {
  const before = await faces('ada')
  const response = await send(ada, 'ada', 'words')
  expect([response.statusCode, response.json().error.message]).toEqual([
    422,
    expect.stringContaining('Choose a picture')
  ])
  expect(await faces('ada')).toEqual(before)
})

test('two at once: one of them is the picture', async () => {
  const responses = await Promise.all([send(ada, 'ada', await photo()), send(ada, 'ada', await photo(9, 9))])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const { ada: face } = await faces('ada')
  expect(responses.map(response => response.json())).toContainEqual(face)
})

test('what is in use outlives the day; what was replaced, removed, or of an account that is gone does not', async () => {
  const { ada: before, grace: ofGrace } = await faces('ada', 'grace')
  const after = (await send(ada, 'ada', await photo(20, 20))).json()
  await world.pass(25 * 3_600_000)
  expect([await isThere(before?.url), await isThere(after.url), await isThere(ofGrace?.url)]).toEqual([
    false,
    true,
    true
  ])
  await world.db.execute(`delete from users where username = 'ada'`)
  await world.pass(2 * 3_600_000)
  expect(await isThere(after.url)).toBe(false)
})

test.each(['', 'ada,,grace', 'a b', `${'x,'.repeat(100)}x`])(
  'names that cannot be are refused: %j',
  async usernames => {
    const { status, body } = await world.visitor.refused(getFaces, { query: { usernames } })
    expect([status, body.errors]).toEqual([422, { usernames: 'Give up to 100 usernames, with commas between them.' }])
  }
)
