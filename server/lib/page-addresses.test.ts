/** Visits every documented address as a visitor, as its owner and as another person (B§2, A§2). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { storeGroup } from '../../domain/groups/api.ts'
import { storeActivityList } from '../../domain/lists/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { storeItem } from '../../domain/publishing/item-api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const TOUR = '/activities/challenge-hut-tour'

let world: World
/** The owner of the pages. */
let ada: Caller
let grace: Caller
/** The values for `{…}` in an address. */
let names: Record<string, string>
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  const { goal } = await ada.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Read' }] } }
  })
  const { event } = await ada.call(storeSession, { body: { challenge: { title: 'Focus', duration: 600 } } })
  const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'Walk', duration: 600 } } })
  const { group } = await ada.call(storeGroup, { body: { title: 'Walkers', content: '' } })
  const { id } = await ada.call(storeActivityList, { body: { title: 'Rainy days' } })
  await ada.call(storeQuickLog, { body: { goal_id: goal.id, amount: 1 } })
  const { item: book } = await ada.call(storeItem, { body: { title: 'Walks', is_book: 1 } })
  const { item } = await ada.call(storeItem, { body: { title: 'The hill', parent_id: book.id } })
  names = {
    book: book.slug,
    item: item.slug,
    goal: String(goal.id),
    event: event.slug,
    challenge: challenge.slug,
    hut: group.slug,
    list: String(id)
  }
})
afterAll(() => world.close())

const at = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')

/** Removes uuids. A form filled from a plan has new ones each time (D-62). */
const withoutUuids = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data).replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"uuid"'))

interface Visited {
  status: number
  title: string
  data: Record<string, unknown> | null
}

/** Visits a page and its data address, which must agree. A visitor gets no data on a personal page (MYS-12). */
async function visit(person: Caller, path: string): Promise<Visited> {
  const url = at(path)
  const page = await person.request({ url, headers: { accept: 'text/html' } })
  const { statusCode, body } = await person.request({ url: url === '/' ? '/api' : `/api${url}` })
  const isPrompt = person === world.visitor && /^\/(my|account$)/.test(url)
  expect([url, statusCode]).toEqual([url, isPrompt ? 401 : page.statusCode])
  const embedded = JSON.parse(/id="embedded">(.*?)<\/script>/s.exec(page.body)?.[1] ?? 'null')
  const data = statusCode === 200 ? JSON.parse(body).serverData : null
  expect(withoutUuids(embedded.serverData)).toEqual(withoutUuids(data))
  return { status: page.statusCode, title: /<title>(.*?) · Challenge Hut</.exec(page.body)?.[1] ?? '', data }
}

const PUBLIC: [path: string, title: string, keys?: string][] = [
  ['/', 'Sessions', 'challenges challengesCount terms templates hut'],
  ['/events', 'Sessions', 'challenges challengesCount terms hut'],
  ['/sessions', 'Sessions'],
  ['/activities', 'Activities', 'challenges challengesCount terms hut'],
  ['/activities/{challenge}', 'Walk', 'challenge challengeEvents hut breadcrumbs isOwner'],
  ['/activities/{challenge}/sessions', 'Walk · Sessions', 'challenge challengeEvents breadcrumbs'],
  ['/challenges/create', 'Create an Activity', 'challenge huts terms'],
  ['/challenges/create?template=tabata', 'Create an Activity'],
  ['/challenges/create?hut={hut}', 'Create an Activity', 'hut'],
  ['/challenges/templates', 'Templates', 'templates challengesCount'],
  ['/challenges/events/create', 'Create a Session', 'challengeEvent challenges terms'],
  ['/challenges/events/create?challenge={challenge}', 'Create a Session', 'challenge'],
  ['/sessions/{event}', 'Focus', 'challengeEvent participants hut breadcrumbs isOwner'],
  ['/sessions/{event}/logs', 'Focus · Logs', 'challengeEvent logs'],
  ['/sessions/{event}/hut', 'Focus · Discussion', 'challengeEvent posts'],
  ['/sessions/{event}/chat', 'Focus · Chat', 'challengeEvent messages'],
  ['/sessions/{event}/goals', 'Focus · Goals', 'challengeEvent goals my_goals'],
  ['/sessions/{event}/member-goals', 'Focus · Member Goals', 'challengeEvent member_goals'],
  [`${TOUR}/events/10`, 'Challenge Hut tour: open house', 'challengeEvent'],
  [`${TOUR}/events/10/logs`, 'Challenge Hut tour: open house · Logs'],
  [`${TOUR}/events/10/hut`, 'Challenge Hut tour: open house · Discussion'],
  [`${TOUR}/events/10/chat`, 'Challenge Hut tour: open house · Chat'],
  [`${TOUR}/events/10/goals`, 'Challenge Hut tour: open house · Goals'],
  [`${TOUR}/events/10/member-goals`, 'Challenge Hut tour: open house · Member Goals'],
  ['/groups', 'Groups', 'groups terms'],
  ['/huts', 'Groups', 'groups terms'],
  ['/groups/create', 'Create a Group'],
  ['/group/{hut}', 'Walkers', 'group hut challenges challengesCount breadcrumbs isOwner'],
  ['/group/{hut}/activities', 'Walkers', 'hut challenges'],
  ['/group/{hut}/sessions', 'Walkers · Sessions', 'hut challenges'],
  ['/group/{hut}/over-time', 'Walkers · Over Time', 'group over_time'],
  ['/groups/{hut}/update', 'Update Walkers', 'group isOwner'],
  ['/about', 'About'],
  ['/terms-of-service', 'Terms of Service'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/tokens', 'Tokens'],
  ['/account/tokens', 'Tokens'],
  ['/ada', 'ada', 'person items itemsCount isOwner'],
  ['/ada/{book}', 'Walks', 'person item items itemsCount breadcrumbs isOwner'],
  ['/{book}/{item}', 'The hill', 'person item breadcrumbs isOwner'],
  ['/sources/{book}/activities/{item}', 'The hill · Walks', 'book snippet paraphrases']
]

describe('pages that everyone may read', {
  tags: ['PUB-004', 'PUB-005', 'PUB-006', 'API-11', 'API-22..API-45', 'D-20', 'D-39']
}, () => {
  test.each(PUBLIC)('%s opens for a visitor, its owner and another person: %s', async (path, title, keys = '') => {
    for (const person of [world.visitor, ada, grace]) {
      const visited = await visit(person, path)
      expect(visited).toMatchObject({ status: 200, title })
      for (const key of keys.split(' ').filter(Boolean)) expect(visited.data).toHaveProperty(key)
    }
  })
})

const LISTS: [path: string, title: string, key: string][] = [
  ['/account', 'My Account', 'subscription'],
  ['/my/goals', 'My Goals', 'my_goals'],
  ['/my/goals?create=1', 'My Goals', 'my_goals'],
  ['/my/logs', 'My Logs', 'logs'],
  ['/my/days', 'My Days', 'days'],
  ['/my/sessions', 'My Sessions', 'sessions'],
  ['/my/lists', 'My Lists', 'activity_lists'],
  ['/my/groups', 'My Groups', 'groups']
]

describe('personal pages, which a visitor can open without data', {
  tags: ['MYS-12', 'MYS-21..MYS-24', 'MYS-26', 'D-46']
}, () => {
  test.each(LISTS)('%s shows each person their own data only: %s', async (path, title, key) => {
    for (const person of [world.visitor, ada, grace]) {
      expect(await visit(person, path)).toMatchObject({ status: 200, title })
    }
    if (key === 'subscription') return
    const rows = async (person: Caller) => (await visit(person, path)).data?.[key]
    expect(await rows(ada)).toHaveLength(1)
    expect(await rows(grace)).toEqual([])
  })
})

const MINE: [path: string, title: string, toOthers: 403 | 404][] = [
  ['/challenges/{challenge}/update', 'Update Walk', 403],
  ['/events/{event}/update', 'Update Focus', 403],
  ['/my/goals/{goal}', 'Goal: Read', 404],
  ['/my/goals/{goal}/logs', 'Goal: Read · Logs', 404],
  ['/my/lists/{list}', 'Rainy days', 404]
]
/** The titles of the pages that ask a visitor to sign in. */
const PROMPTS = ['Goal', 'Goal', 'My List']

test.each(MINE)('%s opens only for its owner: %s', { tags: ['SEC-55', 'D-130'] }, async (path, title, toOthers) => {
  expect(await visit(ada, path)).toMatchObject({ status: 200, title })
  for (const person of [grace, world.visitor]) {
    const visited = await visit(person, path)
    const status = person === grace ? toOthers : path.startsWith('/my') ? 200 : 401
    expect(visited).toMatchObject({ status, data: null })
    expect(visited.title).not.toBe(title)
    if (status === 200) expect(PROMPTS).toContain(visited.title)
  }
})

test('the data of a goal or list page includes its parent, with or without with-parent=1', {
  tags: 'API-12'
}, async () => {
  for (const [path, parent] of [
    ['/my/goals/{goal}/logs', 'goal'],
    ['/my/lists/{list}', 'list']
  ] as const) {
    const { data } = await visit(ada, path)
    expect(data?.[parent]).toBeTruthy()
    expect((await visit(ada, `${path}?with-parent=1`)).data).toEqual(data)
  }
})

test.each([
  ['/login', '/#login'],
  ['/login?next=/my/logs%3Fpage=2', '/my/logs?page=2#login'],
  ['/login?next=//evil.example', '/#login'],
  ['/register', '/#register'],
  ['/register?next=/my/goals', '/my/goals#register'],
  ['/my', '/my/goals']
])('%s redirects to %s', async (url, to) => {
  const { statusCode, headers } = await world.visitor.request({ url })
  expect([statusCode, headers.location]).toEqual([302, to])
})
