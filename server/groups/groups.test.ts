import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createGroupPage,
  groupPage,
  groupsPage,
  joinGroup,
  leaveGroup,
  patchGroup,
  storeGroup,
  updateGroupPage
} from '../../domain/groups/api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

const make = async (who: Caller, title: string, content = '') =>
  (await who.call(storeGroup, { body: { title, content } })).group
const show = async (slug: string, who: Caller = world.visitor) => (await who.visit(groupPage, { hut: slug })).group
const titles = async (q: string) => (await world.visitor.visit(groupsPage, {}, { q })).groups.map(({ title }) => title)

test('creating a group is free, and its creator is a member', {
  tags: ['GRP-04', 'GRP-33', 'GRP-41..GRP-49', 'SEC-29', 'D-113']
}, async () => {
  const { all_remaining_tokens: left } = await ada.user()
  const group = await make(ada, '  Early runners ', '<p>Before <strong>work</strong>.</p>')
  expect(group).toEqual({
    id: expect.any(Number),
    slug: 'early-runners',
    title: 'Early runners',
    content: '<p>Before <strong>work</strong>.</p>',
    url: '/group/early-runners',
    user_count: 1,
    is_joined: 1,
    challenges: [],
    parents_title: null,
    time_zone: 'UTC',
    revision: 0
  })
  expect((await ada.user()).all_remaining_tokens).toBe(left)
  expect(await show(group.slug)).toEqual({ ...group, is_joined: 0 })
})

test('a group can be deleted while someone leaves it', { tags: 'GRP-33' }, async () => {
  const { id, slug } = await make(ada, 'Short lived')
  await grace.call(joinGroup, { params: { hut: slug }, body: {} })
  const leaving = await world.db.transaction(async tx => {
    await tx.execute(sql`select from groups where id = ${id} for update`)
    const refused = grace.refused(leaveGroup, { params: { hut: slug } })
    await untilSomebodyWaits(world.db)
    // Fails if the one who leaves holds a membership already, which a deletion needs too.
    await tx.execute(sql`select from group_members where group_id = ${id} for update nowait`)
    await tx.execute(sql`delete from groups where id = ${id}`)
    return { refused }
  })
  expect((await leaving.refused).status).toBe(404)
})

test('the documented calls work without /api, and with the word huts', {
  tags: ['GRP-33', 'D-19', 'D-37']
}, async () => {
  for (const url of ['/groups/store', '/api/groups/store', '/huts/store', '/api/huts/store']) {
    const response = await ada.request({ method: 'POST', url, payload: { title: `Made by ${url}` } })
    expect([url, response.statusCode, response.json().error]).toEqual([url, 200, null])
  }
  for (const url of ['/groups/made-by-groups-store/patch', '/huts/made-by-groups-store/patch']) {
    const response = await ada.request({ method: 'PATCH', url, payload: { title: `Changed by ${url}` } })
    expect(response.json().group).toMatchObject({ slug: 'made-by-groups-store', title: `Changed by ${url}` })
  }
})

test('two groups with one title have different addresses, and no address is a number', {
  tags: ['D-40', 'D-113']
}, async () => {
  expect((await make(ada, 'Chess')).slug).toBe('chess')
  expect((await make(grace, 'Chess')).slug).toMatch(/^chess-[a-z2-9]{5}$/)
  expect((await make(ada, '2027')).slug).not.toMatch(/^\d+$/)
  expect((await make(ada, '🔥')).slug).toMatch(/\w/)
})

test('two presses with one key make one group', async () => {
  const body = { title: 'Pressed twice' }
  const both = await Promise.all([1, 2, 3].map(() => ada.call(storeGroup, { body, key: 'the-same-intent' })))
  expect(new Set(both.map(({ group }) => group.id)).size).toBe(1)
  expect(both[1]?.group).toMatchObject({ user_count: 1, is_joined: 1 })
  expect(await titles('Pressed twice')).toHaveLength(1)
})

test.each([
  ['no title', {}, 'title', 'Value is required.'],
  ['a blank title', { title: ' \n ' }, 'title', 'Value is required.'],
  ['a title that is not text', { title: 7 }, 'title', 'Value must be text.'],
  ['a title that is too long', { title: 'x'.repeat(256) }, 'title', 'Use at most 255 characters.'],
  ['a null byte in the title', { title: 'Lost\u0000half' }, 'title', 'Remove the character that text can’t contain.'],
  ['half a letter in the title', { title: 'Lost \ud800' }, 'title', 'Remove the character that text can’t contain.'],
  [
    'a text that is too long',
    { title: 'Lost', content: 'x'.repeat(50_001) },
    'content',
    'Use at most 50,000 characters.'
  ],
  [
    'a null byte in the text',
    { title: 'Lost', content: '\u0000' },
    'content',
    'Remove the character that text can’t contain.'
  ]
])('%s is refused under its field, and nothing is saved', async (_, body, field, message) => {
  const made = await ada.refused(storeGroup, { body })
  expect(made).toMatchObject({ status: 422, body: { errors: { [field]: message } } })
  expect(await titles('Lost')).toEqual([])

  const before = await show('calm', await world.admin())
  if ('title' in body) {
    const changed = await (await world.admin()).refused(patchGroup, { params: { hut: 'calm' }, body })
    expect(changed).toMatchObject({ status: 422, body: { errors: { [field]: message } } })
  }
  expect(await show('calm', await world.admin())).toEqual(before)
})

test('a text keeps its formatting and loses anything that could run; a title is shown as typed', async () => {
  const group = await make(
    ada,
    '<b>Bold</b> & "brave"',
    '<p onclick="steal()">Hi <em>you</em><script>steal()</script><a href="javascript:steal()">x</a></p><img src=x onerror=steal()>'
  )
  expect(group.title).toBe('<b>Bold</b> & "brave"')
  expect(group.content).toContain('<em>you</em>')
  expect(group.content).not.toMatch(/script|onclick|onerror|steal/)
  const { body } = await world.visitor.request({ url: group.url })
  expect(body).not.toContain('<b>Bold</b>')
})

test('its creator saves the sent keys, and the address stays', { tags: ['GRP-11', 'GRP-34', 'D-109'] }, async () => {
  const group = await make(ada, 'Night readers', '<p>By lamp.</p>')
  const params = { hut: group.slug }
  const renamed = await ada.call(patchGroup, { params, body: { title: 'Late readers' } })
  expect(renamed.group).toEqual({ ...group, title: 'Late readers', revision: 1 })
  const emptied = await ada.call(patchGroup, { params: { hut: String(group.id) }, body: { content: '' } })
  expect(emptied.group).toEqual({ ...group, title: 'Late readers', content: '', revision: 2 })
  expect(await show(group.slug, ada)).toEqual(emptied.group)
})

test('everyone may open the form of a group, but only its creator and site admins may save it', {
  tags: ['GRP-22', 'D-109']
}, async () => {
  const { slug } = await make(ada, 'Mine alone')
  const params = { hut: slug }
  for (const [who, isOwner] of [
    [world.visitor, false],
    [grace, false],
    [ada, true],
    [await world.admin(), true]
  ] as const) {
    expect(await who.visit(updateGroupPage, params)).toMatchObject({ group: { title: 'Mine alone' }, isOwner })
  }
  const body = { title: 'Taken' }
  expect(await grace.refused(patchGroup, { params, body })).toMatchObject({
    status: 403,
    body: { message: 'Only the creator of this group can update it.' }
  })
  expect(await world.visitor.refused(patchGroup, { params, body })).toMatchObject({ status: 401 })
  expect((await show(slug)).title).toBe('Mine alone')
  await (await world.admin()).call(patchGroup, { params, body: { title: 'Put right' } })
  expect((await show(slug)).title).toBe('Put right')
})

test('everyone sees the form, and a visitor who sends it must sign in', {
  tags: ['GRP-07', 'GRP-27', 'SEC-52']
}, async () => {
  expect(await world.visitor.visit(createGroupPage)).toEqual({})
  expect(await world.visitor.refused(storeGroup, { body: { title: 'By nobody' } })).toMatchObject({ status: 401 })
  expect(await titles('By nobody')).toEqual([])
})

test('only site admins set a parent, and the page shows its title', { tags: ['GRP-49', 'D-112'] }, async () => {
  const admin = await world.admin()
  const child = await make(ada, 'Trail runners')
  const params = { hut: child.slug }
  const running = await show('running')
  expect(await ada.refused(patchGroup, { params, body: { parent_id: running.id } })).toMatchObject({ status: 403 })
  for (const parent_id of [child.id, 999_999_999, 'running']) {
    const { status, body } = await admin.refused(patchGroup, { params, body: { parent_id } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['parent_id']])
  }
  const { group } = await admin.call(patchGroup, { params, body: { parent_id: running.id } })
  expect(group.parents_title).toBe('Running')
  // Its creator may save the unchanged form without being an admin.
  await ada.call(patchGroup, { params, body: { title: 'Trails', parent_id: running.id } })
  expect((await show(child.slug)).parents_title).toBe('Running')
  await admin.call(patchGroup, { params, body: { parent_id: null } })
  expect((await show(child.slug)).parents_title).toBeNull()
})

test('two admins who make two groups each other’s parent at once create no circle', { tags: 'D-112' }, async () => {
  const admin = await world.admin()
  const make = async (title: string) => (await ada.call(storeGroup, { body: { title } })).group
  const [one, two, three] = await Promise.all([make('One'), make('Two'), make('Three')])
  const put = (below: { slug: string }, above: { id: number }) =>
    admin.call(patchGroup, { params: { hut: below.slug }, body: { parent_id: above.id } })
  const outcomes = await Promise.allSettled([put(one, two), put(two, one)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [below, above] = outcomes[0].status === 'fulfilled' ? [one, two] : [two, one]
  await put(above, three)
  const refused = await admin.refused(patchGroup, { params: { hut: three.slug }, body: { parent_id: below.id } })
  expect([refused.status, refused.body.errors]).toEqual([422, { parent_id: 'That group is inside this one.' }])
})

test.each(['nowhere', '999999999', '9999999999999999999', '0', '-1', '%', '../calm'])(
  'the group %j is not found',
  async hut => {
    for (const path of ['group', 'hut']) {
      const response = await world.visitor.request({ url: `/api/${path}/${encodeURIComponent(hut)}/activities` })
      expect([path, response.statusCode]).toEqual([path, 404])
    }
    expect((await ada.refused(patchGroup, { params: { hut }, body: { title: 'x' } })).status).toBe(404)
  }
)
