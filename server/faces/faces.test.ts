import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLogPage } from '../../domain/admin/api.ts'
import { deleteCover, deleteFace, getFaces, storeCover, storeFace } from '../../domain/faces/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { personPage } from '../../domain/publishing/api.ts'
import { storePerson } from '../../domain/publishing/person-api.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example' })
})
afterAll(() => world.close())

const send = (caller: Caller, content: Buffer | string, person = caller.username, name = 'me.jpg') =>
  upload(caller, content, { url: fillPath(storeFace.path, { person }), name })
/** A person with a picture, and that picture. */
async function pictured(username: string) {
  const caller = await world.as(username)
  return { caller, face: (await send(caller, await photo())).json() }
}
const faces = async (...names: string[]) =>
  (await world.visitor.call(getFaces, { query: { usernames: names.join(',') } })).faces
const isThere = async (url = '') => (await world.visitor.request({ url })).statusCode === 200

test('the picture of a person is a square from its middle, in small widths', { tags: 'D-35' }, async () => {
  await world.as('grace')
  const response = await send(await world.as('ada'), await photo(800, 400))
  expect(response.statusCode).toBe(200)
  const face = response.json()
  expect(face).toMatchObject({ width: 384, height: 384 })
  expect(Object.keys(face.urls)).toEqual(['48', '96', '192', 'default'])
  const file = (await world.visitor.request({ url: face.url })).rawPayload
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  // The left half is red and the right half blue, and the square keeps as much of each.
  const reds = [0, 180, 204, 383].map(x => (data[(info.width * 10 + x) * info.channels] ?? 0) > 128)
  expect([info.width, info.height, ...reds]).toEqual([384, 384, true, true, false, false])
  expect(await faces('grace', 'ADA', 'nobody')).toEqual({ ada: face })
})

test('a small picture stays as small as its shorter edge, and a moving one keeps its first frame', async () => {
  const frames = ['red', 'blue'].map(background => ({
    create: { width: 30, height: 20, channels: 3 as const, background }
  }))
  const moving = await sharp(frames as never, { join: { animated: true } } as never)
    .gif()
    .toBuffer()
  const face = (await send(await world.as('hedy'), moving, 'hedy', 'me.gif')).json()
  expect(face).toEqual({ url: face.url, urls: { default: face.url }, width: 20, height: 20 })
})

test('the page of a person and its link preview show the picture', async () => {
  const { face } = await pictured('mary')
  expect((await world.visitor.visit(personPage, { username: 'mary' })).face).toEqual(face)
  const { body } = await world.visitor.request({ url: '/mary' })
  expect(body).toContain(`<meta property="og:image" content="https://hut.example${face.url}">`)
  expect(body).toContain('<meta name="twitter:card" content="summary">')
})

test('each person of a user has their own picture, which only that user sets and removes', async () => {
  const { caller: lise, face } = await pictured('lise')
  const other = await world.as('grace')
  const { person } = await lise.call(storePerson, { body: { username: 'countess', title: 'The Countess' } })
  expect((await send(lise, await photo(), String(person.id))).statusCode).toBe(200)
  expect((await faces('lise', 'countess')).countess?.url).not.toBe(face.url)
  expect((await send(other, await photo(), 'countess')).statusCode).toBe(404)
  expect((await other.refused(deleteFace, { params: { person: 'countess' } })).status).toBe(404)
  expect((await send(world.visitor, await photo(), 'countess')).statusCode).toBe(401)
  await lise.call(deleteFace, { params: { person: 'countess' } })
  await lise.call(deleteFace, { params: { person: 'countess' } })
  expect(await faces('lise', 'countess')).toEqual({ lise: face })
  const admin = await world.admin()
  expect((await send(admin, await photo(), 'lise')).statusCode).toBe(404)
  expect((await admin.refused(deleteFace, { params: { person: 'nobody' } })).status).toBe(404)
  await admin.call(deleteFace, { params: { person: 'lise' } })
  expect(await faces('lise')).toEqual({})
})

test('the log has each picture that a moderator removes, once', { tags: 'D-148' }, async () => {
  const { caller: olive } = await pictured('olive')
  await upload(olive, await photo(), { url: fillPath(storeCover.path, { person: 'olive' }), name: 'wide.jpg' })
  const moderator = await world.moderator()
  const removed = async () =>
    (await (await world.admin()).visit(auditLogPage)).entries.filter(({ subject }) => subject === 'picture').length
  const before = await removed()
  for (let twice = 0; twice < 2; twice++) {
    for (const call of [deleteFace, deleteCover]) await moderator.call(call, { params: { person: 'olive' } })
  }
  expect(await removed()).toBe(before + 2)
  await pictured('olive')
  await olive.call(deleteFace, { params: { person: 'olive' } })
  expect(await removed()).toBe(before + 2)
})

test('a file that is not a picture is refused, and the picture before stays', { tags: 'UPL-05' }, async () => {
  const { caller: olga, face } = await pictured('olga')
  const response = await send(olga, 'words')
  expect([response.statusCode, response.json().error.message]).toEqual([
    422,
    expect.stringContaining('Choose a picture')
  ])
  expect(await faces('olga')).toEqual({ olga: face })
})

test('of two pictures sent at once, one is the picture', async () => {
  const rosa = await world.as('rosa')
  const responses = await Promise.all([send(rosa, await photo()), send(rosa, await photo(9, 9))])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const { rosa: face } = await faces('rosa')
  expect(responses.map(response => response.json())).toContainEqual(face)
})

test("a picture in use is kept; a replaced, removed or deleted person's picture is deleted after a day", async () => {
  const { caller: tess, face: before } = await pictured('tess')
  const { face: ofVera } = await pictured('vera')
  const after = (await send(tess, await photo(20, 20))).json()
  await world.pass(25 * 3_600_000)
  expect([await isThere(before.url), await isThere(after.url), await isThere(ofVera.url)]).toEqual([false, true, true])
  await world.db.execute(`delete from users where username = 'tess'`)
  await world.pass(2 * 3_600_000)
  expect(await isThere(after.url)).toBe(false)
})

test.each(['', 'ada,,grace', 'a b', `${'x,'.repeat(100)}x`])('invalid usernames are refused: %j', async usernames => {
  const { status, body } = await world.visitor.refused(getFaces, { query: { usernames } })
  expect([status, body.errors]).toEqual([422, { usernames: 'Give up to 100 usernames, with commas between them.' }])
})

test('a page has a wide cover of its own beside the face, which its owner changes and removes', async () => {
  const { caller, face } = await pictured('ines')
  const sendCover = async () =>
    (await upload(caller, await photo(1600, 400), { url: fillPath(storeCover.path, { person: 'ines' }) })).json()
  const see = () => world.visitor.visit(personPage, { username: 'ines' })
  expect((await see()).profile.cover).toBeNull()
  const first = await sendCover()
  expect(first).toMatchObject({ width: 1600, height: 400 })
  expect(await see()).toMatchObject({ face, profile: { cover: first } })
  // Everyone sees its file, and the link preview shows it.
  expect(await isThere(first.url)).toBe(true)
  expect((await world.visitor.request({ url: '/ines' })).body).toContain(
    `<meta property="og:image" content="https://hut.example${first.url}">`
  )
  const second = await sendCover()
  expect((await see()).profile.cover).toEqual(second)
  const other = await world.as('jane')
  expect((await other.refused(deleteCover, { params: { person: 'ines' } })).status).toBe(404)
  await caller.call(deleteCover, { params: { person: 'ines' } })
  expect(await see()).toMatchObject({ face, profile: { cover: null } })
})
