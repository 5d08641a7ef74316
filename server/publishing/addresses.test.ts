/** Current and old addresses of items and people (PUB-004, PUB-005, D-36, D-41). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { register } from '../../domain/accounts/api.ts'
import { isReserved, USERNAME_TAKEN } from '../../domain/accounts/username.ts'
import { SLUG_TAKEN } from '../../domain/publishing/item.ts'
import { deleteItem, storeItem, updateItem } from '../../domain/publishing/item-api.ts'
import { storePerson } from '../../domain/publishing/person-api.ts'
import { type Caller, openWorld, registration, type World } from '../../testing/world.ts'
import { change, write } from '../../testing/writing.ts'
import { safeHtml } from '../lib/html.ts'
import { audit } from '../tokens/audit.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

/** The response at an address: the status, and the target of a redirect. */
async function open(url: string, person = world.visitor): Promise<[number, string | undefined]> {
  const { statusCode, headers } = await person.request({ url, headers: { accept: 'text/html' } })
  return [statusCode, headers.location]
}

describe('an old address', { tags: 'D-41' }, () => {
  test('redirects to the new one with 301 and its query, for the page and for its data', async () => {
    const item = await write(ada, { title: 'Up the hill' })
    const book = await write(ada, { title: 'All walks', is_book: 1 })
    await change(ada, item, { slug: 'the-long-hill' })
    expect(await open('/ada/up-the-hill')).toEqual([301, '/ada/the-long-hill'])
    await change(ada, item, { parent_id: book.id })
    expect(await open('/ada/the-long-hill?page=2')).toEqual([301, '/all-walks/the-long-hill?page=2'])
    expect(await open('/ada/up-the-hill')).toEqual([301, '/all-walks/the-long-hill'])
    expect(await open('/api/ada/up-the-hill')).toEqual([301, '/api/all-walks/the-long-hill'])
    await change(ada, book, { slug: 'my-walks' })
    expect(await open('/all-walks/the-long-hill')).toEqual([301, '/my-walks/the-long-hill'])
    expect(await open('/ada/all-walks')).toEqual([301, '/ada/my-walks'])
    expect(await open('/my-walks/the-long-hill')).toEqual([200, undefined])
    await ada.call(deleteItem, { params: { item: 'my-walks' } })
    expect(await open('/my-walks/the-long-hill')).toEqual([301, '/ada/the-long-hill'])
    expect(await open('/all-walks/the-long-hill')).toEqual([301, '/ada/the-long-hill'])
    expect(await open('/my-walks')).toEqual([301, '/ada'])
  })

  test('is only one that the item had; other names and unpublished books lead nowhere', async () => {
    const item = await write(ada, { title: 'At home' })
    await write(ada, { title: 'No group' })
    await write(ada, { title: 'Secret group', is_book: 1, status: 0 })
    await write(grace, { title: 'Of grace', is_book: 1 })
    for (const first of ['anything', 'grace', 'of-grace', 'no-group', 'secret-group', 'login', 'sources']) {
      expect([first, ...(await open(`/${first}/${item.slug}`))]).toEqual([first, 404, undefined])
    }
    expect(await open(`/users/ada`)).toEqual([200, undefined])
    expect(await open(`/users/ADA`)).toEqual([301, '/ada'])
  })

  test('of a book alone leads to the book; a username in another case leads to the page', async () => {
    await write(ada, { title: 'A cookbook', is_book: 1 })
    expect(await open('/a-cookbook')).toEqual([301, '/ada/a-cookbook'])
    // Below /users there are only people.
    expect(await open('/users/a-cookbook')).toEqual([404, undefined])
    expect(await open('/api/users/a-cookbook')).toEqual([404, undefined])
    expect(await open('/ADA')).toEqual([301, '/ada'])
    expect(await open('/ada/A-Cookbook')).toEqual([301, '/ada/a-cookbook'])
  })

  test('reveals nothing of unpublished items to others', async () => {
    const item = await write(ada, { title: 'Half done', status: 0 })
    await change(ada, item, { slug: 'hardly-done' })
    for (const url of ['/ada/half-done', '/half-done', '/ada/hardly-done', '/nobody/half-done']) {
      expect([url, ...(await open(url))]).toEqual([url, 404, undefined])
    }
    expect(await open('/ada/half-done', ada)).toEqual([301, '/ada/hardly-done'])
  })

  test('stays with its item: no other item gets the slug, and the item can take it back', async () => {
    const item = await write(ada, { title: 'First name' })
    await change(ada, item, { slug: 'second-name' })
    expect((await write(grace, { title: 'First name' })).slug).toMatch(/^first-name-[a-z0-9]{5}$/)
    expect(await change(ada, item, { slug: 'first-name' })).toMatchObject({ slug: 'first-name' })
    expect(await open('/ada/second-name')).toEqual([301, '/ada/first-name'])
  })
})

test('a new site has a public page, and a group with three ordered items', {
  tags: ['PUB-004', 'PUB-057']
}, async () => {
  const { serverData } = (await world.visitor.request({ url: '/api/hut-guide/how-to-host-a-session' })).json()
  expect(serverData.items.map(({ path }: { path: string }) => path)).toEqual(
    ['before-the-start', 'while-the-clock-runs', 'after-the-end'].map(slug => `/how-to-host-a-session/${slug}`)
  )
  for (const { content } of [serverData.item, ...serverData.items]) expect(safeHtml(content)).toBe(content)
})

test.each([
  '/nobody',
  '/ada/nothing',
  '/nobody/nothing',
  '/ada/nothing/more',
  '/ada.png',
  '/api/nobody',
  '/%F0%9F%92%A5'
])('nothing is at %s', { tags: 'D-41' }, async url => {
  expect(await open(url)).toEqual([404, undefined])
})

describe('usernames, persons and slugs are one namespace', { tags: ['D-36', 'D-41'] }, () => {
  test('a slug that is taken or reserved is refused under its field; a slug made from a title avoids both', async () => {
    await write(ada, { title: 'Taken already' })
    for (const slug of ['taken-already', 'grace', 'login', 'Grace']) {
      const { status, body } = await ada.refused(storeItem, { body: { title: 'Mine', slug } })
      expect([slug, status, Object.keys(body.errors ?? {})]).toEqual([slug, 422, ['slug']])
    }
    const item = await write(ada, { title: 'Mine' })
    const params = { item: item.slug }
    for (const slug of ['taken-already', 'grace', 'api']) {
      const { body } = await ada.refused(updateItem, { params, body: { itemData: { title: 'Lost?', slug } } })
      expect([slug, body.errors]).toEqual([slug, { 'itemData.slug': SLUG_TAKEN }])
    }
    expect(await open(item.path)).toEqual([200, undefined])
    for (const title of ['Grace', 'Pricing']) {
      expect((await write(ada, { title })).slug).toMatch(new RegExp(`^${title.toLowerCase()}-[a-z0-9]{5}$`))
    }
  })

  test("nobody registers or creates a person under an item's slug or a taken name", async () => {
    const { slug } = await write(ada, { title: 'Famous' })
    for (const username of [slug, slug.toUpperCase(), 'grace', 'uploads']) {
      const body = { ...registration(username), email: `x-${username}@example.org` }
      expect((await world.visitor.refused(register, { body })).body.errors).toEqual({ username: USERNAME_TAKEN })
      const refused = await ada.refused(storePerson, { body: { username } })
      expect(refused.body.errors).toEqual({ username: USERNAME_TAKEN })
    }
  })

  test('when an item and a person take a name at the same moment, one of them gets it', async () => {
    const [item, person] = await Promise.all([
      ada.request({ method: 'POST', url: '/api/items', payload: { title: 'Both', slug: 'both-want' } }),
      grace.request({ method: 'POST', url: '/api/me/persons', payload: { username: 'both-want' } })
    ])
    expect([item.statusCode, person.statusCode].sort()).toEqual([200, 422])
  })
})

test('a person whose name became a page address keeps their pages at other addresses', {
  tags: ['D-27', 'D-41']
}, async () => {
  const linus = await world.as('linus')
  const [item, book] = [await write(linus, { title: 'A kernel' }), await write(linus, { title: 'Kernels', is_book: 1 })]
  const rename = (from: string, to: string) =>
    world.db.$client.query(`
      with p as (update persons set username = '${to}' where username = '${from}')
      update names set name = '${to}' where name = '${from}'`)
  await rename('linus', 'groups')
  expect((await audit(world.db)).findings).toEqual(['the name groups is the address of a page by now'])
  expect(await open('/users/groups')).toEqual([200, undefined])
  for (const { slug } of [item, book]) {
    expect(await open(`/sources/${slug}`)).toEqual([200, undefined])
    expect(await open(`/groups/${slug}`)).toEqual([404, undefined])
  }
  // Undoes the rename above.
  await rename('groups', 'linus')
})

test('the first segment of every route is reserved, so that no person or item hides behind it', {
  tags: ['D-27', 'D-41']
}, () => {
  const segments = new Set<string>()
  // The routes form a tree: each line continues the line above it with less indentation.
  const above: string[] = []
  for (const line of world.app.printRoutes().split('\n')) {
    const [, indent = '', part = '', methods] = /^([│├└─\s]*)(\S*)( \()?/.exec(line) ?? []
    above.splice(indent.length / 4 - 1, above.length, part)
    if (!methods) continue
    const [first = '', second = ''] = above.join('').split('/').filter(Boolean)
    segments.add(first === 'api' ? second : first)
  }
  expect(segments.size).toBeGreaterThan(20)
  const free = [...segments].filter(one => /^[\w-]+$/.test(one) && !isReserved(one))
  expect(free).toEqual([])
})
