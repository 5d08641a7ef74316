/** Everyone may see a picture that something public shows. Otherwise only its sender and the item's owner may. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeGroup } from '../../domain/groups/api.ts'
import { saveDraft } from '../../domain/publishing/draft-api.ts'
import type { Item } from '../../domain/publishing/item.ts'
import { deleteVersion, getVersions } from '../../domain/publishing/version-api.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'

let world: World
let ada: Caller
let grace: Caller
let admin: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  admin = await world.admin()
})
afterAll(() => world.close())

async function picture(): Promise<{ url: string; text: string }> {
  const { url } = (await upload(ada, await photo(400, 8))).json()
  return { url, text: `<figure class="image"><img src="${url}"></figure>` }
}
/** The status for the sender, an admin, another person and a visitor. */
const seenBy = async (url: string) => {
  const seen: boolean[] = []
  for (const who of [ada, admin, grace, world.visitor]) seen.push((await who.request({ url })).statusCode === 200)
  return seen
}
const OWN = [true, true, false, false]
const ALL = [true, true, true, true]

test('only owner and admins see the picture of an unpublished item, and its narrower copies', {
  tags: 'D-114'
}, async () => {
  const { url, text } = await picture()
  expect(await seenBy(url)).toEqual(OWN)
  const item = await write(ada, { title: 'Secret', content: text, status: 0 })
  expect([await seenBy(url), await seenBy(url.replace('.jpg', '-320.jpg'))]).toEqual([OWN, OWN])
  const { headers } = await ada.request({ url })
  expect(headers['cache-control']).toBe('private, no-cache')

  await change(ada, item, { status: 1 })
  expect(await seenBy(url)).toEqual(ALL)
  const shown = await world.visitor.request({ url })
  expect(shown.headers['cache-control']).toBe('public, max-age=86400, s-maxage=600')

  await change(admin, item, { status: 0 })
  expect(await seenBy(url)).toEqual(OWN)
})

test('unpublishing a book hides the pictures of its items', { tags: 'D-114' }, async () => {
  const { url, text } = await picture()
  const book = await write(ada, { title: 'A book', is_book: 1 })
  await write(ada, { title: 'In the book', content: text, parent_id: book.id })
  expect(await seenBy(url)).toEqual(ALL)
  await change(ada, book, { status: 0 })
  expect(await seenBy(url)).toEqual(OWN)
})

test('a picture removed from a text is private at once, returns with its version, and can be deleted', async () => {
  const { url, text } = await picture()
  const item = await write(ada, { title: 'With a picture', content: text })
  await change(ada, item, { content: '<p>Without</p>' })
  expect(await seenBy(url)).toEqual(OWN)
  await change(ada, item, { content: text })
  expect(await seenBy(url)).toEqual(ALL)

  await change(ada, item, { content: '<p>Without again</p>' })
  await world.pass(25 * 3_600_000)
  expect(await seenBy(url)).toEqual(OWN)
  for (const { id } of await versionsOf(item)) {
    await ada.call(deleteVersion, { params: { item: item.slug, version: String(id) } })
  }
  await world.pass(3_600_000)
  expect(await seenBy(url)).toEqual([false, false, false, false])
})

const versionsOf = async ({ slug }: Item) => (await ada.call(getVersions, { params: { item: slug } })).versions

test('a picture of a draft is private, even while the item is public', async () => {
  const { url, text } = await picture()
  const item = await write(ada, { title: 'Public', content: '<p>Words</p>' })
  await ada.call(saveDraft, { params: { item: item.slug }, body: { title: 'Public', content: text, saves: 0 } })
  expect(await seenBy(url)).toEqual(OWN)
  await change(ada, item, { content: text })
  expect(await seenBy(url)).toEqual(ALL)
})

test('nobody publishes another person’s private picture by writing its address', async () => {
  const { url, text } = await picture()
  await write(ada, { title: 'Mine', content: text, status: 0 })
  await grace.call(storeGroup, { body: { title: 'Stolen', content: text } })
  await write(grace, { title: 'Stolen', content: text })
  expect(await seenBy(url)).toEqual(OWN)
})

test('a picture has an ETag, is not sent again unchanged, and can be sent in ranges', async () => {
  const { url, text } = await picture()
  await write(ada, { title: 'Pieces', content: text })
  const whole = await world.visitor.request({ url })
  const { etag } = whole.headers
  const again = await world.visitor.request({ url, headers: { 'if-none-match': String(etag) } })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])

  const length = whole.rawPayload.length
  const piece = async (range: string, more = {}) => {
    const { statusCode, headers, rawPayload } = await world.visitor.request({ url, headers: { range, ...more } })
    return [statusCode, headers['content-range'], rawPayload.toString('hex')]
  }
  const bytes = (from: number, to: number) => whole.rawPayload.subarray(from, to).toString('hex')
  expect(await piece('bytes=0-3')).toEqual([206, `bytes 0-3/${length}`, bytes(0, 4)])
  expect(await piece('bytes=-4')).toEqual([
    206,
    `bytes ${length - 4}-${length - 1}/${length}`,
    bytes(length - 4, length)
  ])
  expect(await piece(`bytes=2-${length * 9}`)).toEqual([206, `bytes 2-${length - 1}/${length}`, bytes(2, length)])
  expect(await piece(`bytes=${length}-`)).toEqual([416, `bytes */${length}`, ''])
  expect(await piece('bytes=0-3', { 'if-range': '"another"' })).toEqual([200, undefined, bytes(0, length)])
  for (const range of ['bytes=3-1', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-']) {
    expect([range, (await piece(range))[0]]).toEqual([range, 200])
  }
})
