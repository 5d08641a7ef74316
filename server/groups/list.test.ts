import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteActivity, patchActivity, storeActivity } from '../../domain/activities/builder-api.ts'
import { type Group, groupsPage, joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
/** The groups of a new site. */
let first: Awaited<ReturnType<typeof list>>
beforeAll(async () => {
  world = await openWorld()
  first = await list()
  ada = await world.as('ada')
})
afterAll(() => world.close())

const list = (query: Record<string, string | number> = {}, who: Caller = world.visitor) =>
  who.visit(groupsPage, {}, query)
const slugs = (groups: Group[]) => groups.map(({ slug }) => slug)
const found = async (query: Record<string, string | number>) => slugs((await list(query)).groups)
const make = async (title: string, content = '') => (await ada.call(storeGroup, { body: { title, content } })).group

test('a visitor reads the groups, each with its newest activities', {
  tags: ['GRP-05', 'GRP-28', 'GRP-29', 'GRP-48', 'API-28', 'SEC-04']
}, async () => {
  const { serverData } = (await world.visitor.request({ url: '/api/groups' })).json()
  expect(Object.keys(serverData)).toEqual(expect.arrayContaining(['groups', 'groupsCount', 'terms', 'difficulties']))
  const { groups, groupsCount } = first
  expect(slugs(groups)).toEqual(['running', 'focus', 'calm'])
  expect(groupsCount).toBe(3)
  for (const group of groups) {
    expect(group).toMatchObject({ url: `/group/${group.slug}`, user_count: 1, is_joined: 0, parents_title: null })
    expect(group.challenges).toHaveLength(3)
    expect(group.challenges[0]?.path).toBe(`/activities/${group.challenges[0]?.slug}`)
  }
})

test('/huts returns the same', { tags: ['GRP-06', 'D-37'] }, async () => {
  const [huts, groups] = await Promise.all(
    ['/api/huts?q=calm', '/api/groups?q=calm'].map(async url => (await world.visitor.request({ url })).json())
  )
  expect(huts).toEqual(groups)
  expect(huts.serverData.groups).toHaveLength(1)
})

test('a search finds titles in any case, by a part, and despite a typo', {
  tags: ['GRP-20', 'D-58']
}, async () => {
  for (const q of ['Focus', 'OCU', 'focsu', ' focus ']) expect([q, await found({ q })]).toEqual([q, ['focus']])
  for (const q of ['%', '_', '\\', "'; drop table groups", 'nothing like that']) {
    expect([q, await found({ q })]).toEqual([q, []])
  }
  expect((await list({ q: 'focsu' })).groupsCount).toBe(1)
  await make('100 % effort_')
  expect(await found({ q: '100 %' })).toEqual(['100-effort'])
  expect(await found({ q: 'effort_' })).toEqual(['100-effort'])
})

test('words of a description find a group, after groups with the words in their title', {
  tags: ['GRP-20', 'D-58']
}, async () => {
  const about = await make('Herpetology', '<p>We count <em>salamanders</em>.</p>')
  const named = await make('Salamander watch')
  expect(await found({ q: 'salamander' })).toEqual([named.slug, about.slug])
  expect(await found({ q: 'count herp' })).toEqual([about.slug])
})

test('category, difficulty and templates filter groups by their activities', {
  tags: ['GRP-17', 'GRP-18', 'GRP-19']
}, async () => {
  expect(await found({ category: 'breathing' })).toEqual(['calm'])
  // A category includes those below it.
  expect(await found({ category: 'mind' })).toContain('calm')
  expect(await found({ category: 'no-such-thing' })).toEqual([])

  const group = await make('Hard things')
  const form = { title: 'The hardest', difficulty: 6 as const, hut_id: group.id }
  const { challenge } = await ada.call(storeActivity, { body: { challenge: form } })
  expect(await found({ difficulty: 6 })).toContain(group.slug)
  expect(await found({ difficulty: 6 })).not.toContain('calm')
  expect(await found({ difficulty: 'hard' })).toEqual(await found({}))

  expect(await found({ templates: 1 })).not.toContain(group.slug)
  const params = { challenge: challenge.slug }
  await ada.call(patchActivity, { params, body: { challenge: { is_preset: 1 } } })
  expect(await found({ templates: 1 })).toContain(group.slug)
  // One activity must match all filters.
  expect(await found({ templates: 1, difficulty: 6, category: 'breathing' })).toEqual([])
})

test('among groups of equal size those without an activity come last, even if they lost theirs', {
  tags: 'GRP-48'
}, async () => {
  const before = await found({})
  const full = before.indexOf('focus')
  await make('Empty and new')
  expect((await found({})).slice(0, full + 1)).toEqual(before.slice(0, full + 1))
  const filled = await make('Filled and new')
  const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'In it', hut_id: filled.id } } })
  expect((await found({ q: 'and new' }))[0]).toBe(filled.slug)
  const params = { challenge: challenge.slug }
  const newer = await make('Newer and new')
  await ada.call(patchActivity, { params, body: { challenge: { hut_id: newer.id } } })
  expect((await found({ q: 'and new' }))[0]).toBe(newer.slug)
  await ada.call(deleteActivity, { params })
  expect(await found({ q: 'and new' })).toEqual([newer.slug, filled.slug, 'empty-and-new'])
})

test('a page of groups has one extra row when more follow, largest groups first', {
  tags: ['GRP-15', 'D-22']
}, async () => {
  for (let made = 1; made <= 12; made++) await make(`Paged ${made}`)
  await (await world.as('grace')).call(joinGroup, { params: { hut: 'paged-5' }, body: null })
  const one = await list({ q: 'Paged' })
  const two = await list({ q: 'Paged', page: 2 })
  expect([one.groups.length, two.groups.length, one.groupsCount, two.groupsCount]).toEqual([11, 2, 12, 12])
  expect(slugs(one.groups)[0]).toBe('paged-5')
  expect(new Set([...slugs(one.groups).slice(0, 10), ...slugs(two.groups)]).size).toBe(12)
  expect((await list({ q: 'Paged', page: 3 })).groups).toEqual([])
  for (const page of ['0', '-1', 'x', '1.5']) expect(await found({ q: 'Paged', page })).toEqual(slugs(one.groups))
})

test('a list shows the beginning of a text as plain words', async () => {
  await make('Wordy', `<p>${'Many <em>words</em>, <strong>bold</strong> &amp; more. '.repeat(200)}</p>`)
  const content = (await list({ q: 'Wordy' })).groups[0]?.content ?? ''
  expect(content).toMatch(/^Many words, bold &amp; more\./)
  expect(content).not.toMatch(/[<>]/)
  expect(content.length).toBeLessThan(400)
})
