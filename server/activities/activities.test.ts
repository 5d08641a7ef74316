import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  activitiesPage,
  activityPage,
  activitySessionsPage,
  followActivity,
  unfollowActivity
} from '../../domain/activities/api.ts'
import { patchActivity, storeActivity } from '../../domain/activities/builder-api.ts'
import { type Card, eventsPage, homePage, type Term } from '../../domain/browse/api.ts'
import { storeGroup } from '../../domain/groups/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const TOUR = 'challenge-hut-tour'
/** Seeded activities: one to follow and one template. */
const PLAIN = 'quiet-five'
const TEMPLATE = 'box-breathing'

const list = (query: Record<string, string | number> = {}) => world.visitor.visit(activitiesPage, {}, query)

async function all(query: Record<string, string> = {}): Promise<Card[]> {
  const cards: Card[] = []
  for (let page = 1; ; page++) {
    const { challenges } = await list({ ...query, page })
    cards.push(...challenges.slice(0, 10))
    if (challenges.length <= 10) return cards
  }
}

const slugs = (cards: Card[]) => cards.map(({ slug }) => slug)

test('a card carries its fields, and a visitor may read the list', {
  tags: ['ACT-028..ACT-042', 'ACT-080', 'SEC-01']
}, async () => {
  const [card] = (await list({ q: 'Quiet' })).challenges
  expect(card).toMatchObject({
    kind: 'activity',
    id: expect.any(Number),
    slug: PLAIN,
    title: expect.any(String),
    path: `/activities/${PLAIN}`,
    status: 0,
    is_preset: 0,
    is_joined: 0,
    participants_count: 0,
    started_at: null,
    ended_at: null,
    duration: expect.any(Number),
    hut_slug: 'calm',
    hut_title: 'Calm',
    category_name: 'Meditation',
    remaining: null
  })
  expect(card).toHaveProperty('participant_limit')
})

test('a page has one card more than it shows, and no page below 1', {
  tags: ['ACT-015', 'ACT-016', 'ACT-052', 'D-22']
}, async () => {
  const first = await list()
  expect(first.challenges).toHaveLength(11)
  expect(first.challengesCount).toBeGreaterThan(11)
  const second = await list({ page: 2 })
  expect(second.challenges[0]?.id).toBe(first.challenges[10]?.id)
  for (const page of [0, -3, 'x', 1.5, '', '1e99']) {
    expect([page, slugs((await list({ page })).challenges)]).toEqual([page, slugs(first.challenges)])
  }
  const beyond = await list({ page: 1000 })
  expect(beyond.challenges).toEqual([])
})

test('every activity is on exactly one page', { tags: 'ACT-015' }, async () => {
  const found = await all()
  expect(new Set(slugs(found)).size).toBe(found.length)
  const { rows } = await world.db.$client.query('select count(*)::int from activities where deleted_at is null')
  expect(found).toHaveLength(rows[0].count)
})

test.each([
  ['as written', 'Box breathing'],
  ['another case', 'bOX BREATHING'],
  ['a part', 'breath'],
  ['a missing letter', 'box brething'],
  ['a doubled letter', 'box breathhing'],
  ['a wrong letter', 'box breatjing'],
  ['spaces around', '  box  ']
])('a search finds its activity with %s', { tags: ['ACT-021', 'D-58'] }, async (_, q) => {
  expect(slugs(await all({ q }))).toContain(TEMPLATE)
})

test.each([
  ['breathing', ['braething', 'breathign', 'brething', 'breathin', 'breatthing', 'bbreathing', 'Breatihng']],
  ['Lean Coffee', ['laen coffee', 'lean cofee', 'lean coffeee', 'LEAN COFFE']],
  ['Couch to 5K', ['cuoch to 5k', 'couhc', 'cuch to 5k']],
  ['Pomodoro', ['pomdoro', 'pomodroo', 'pommodoro', 'bomodoro']],
  ['yoga', ['ygoa', 'yoag', 'yooga', 'oyga']],
  ['focus', ['fokus', 'focis', 'fcous']]
])('a search finds %s despite typing errors', { tags: ['ACT-023', 'D-58'] }, async (title, slips) => {
  const hedy = await world.as('hedy')
  if (title === 'yoga') await hedy.call(storeActivity, { body: { challenge: { title: 'Morning yoga' } } })
  if (title === 'focus') await hedy.call(storeActivity, { body: { challenge: { title: 'Deep focus' } } })
  for (const q of slips) {
    const isMeant = (await all({ q })).map(card => card.title.toLowerCase().includes(title.toLowerCase()))
    expect([q, isMeant[0]]).toEqual([q, true])
    // Other matches come after the titles.
    expect(isMeant).toEqual(isMeant.toSorted().reverse())
  }
})

test.each([
  ['a short word is taken as it is', ['rnu', 'dya', 'nac', '5kk']],
  ['another word of its length', ['stitching', 'flailing', 'brimming', 'marinade']],
  ['two slips in a short word', ['ygao', 'loen caffee']],
  ['nothing of the kind', ['xylophone', 'qqqq', 'bre qqqq']]
])('%s: no title matches', { tags: ['ACT-023', 'D-58'] }, async (_, searches) => {
  for (const q of searches) expect([q, (await all({ q })).map(({ title }) => title)]).toEqual([q, []])
})

test('a word that titles contain exactly is not treated as a typo', { tags: ['ACT-023', 'D-58'] }, async () => {
  const hedy = await world.as('hedy')
  for (const title of ['Ream of paper', 'Remap the garden']) {
    await hedy.call(storeActivity, { body: { challenge: { title } } })
  }
  expect((await all({ q: 'remap' })).map(({ title }) => title)).toEqual(['Remap the garden'])
  expect((await all({ q: 'remap', difficulty: '6' })).map(({ title }) => title)).toEqual([])
  expect((await list({ q: 'remap', page: 2 })).challenges).toEqual([])
})

test('a search tolerates a typo in each word, even in words of new titles', { tags: ['ACT-023', 'D-58'] }, async () => {
  const hedy = await world.as('hedy')
  const found = async (q: string) => (await all({ q })).map(({ title }) => title)
  expect(await found('laen cofeee')).toContain('Lean coffee')
  const { challenge } = await hedy.call(storeActivity, { body: { challenge: { title: 'Hut' } } })
  expect(await found('zeppeiln')).toEqual([])
  const params = { challenge: String(challenge.id) }
  await hedy.call(patchActivity, { params, body: { challenge: { title: 'Zeppelin, Éclair' } } })
  expect(await found('zeppeiln')).toEqual(['Zeppelin, Éclair'])
  expect(await found('ÉCALIR')).toEqual(['Zeppelin, Éclair'])
})

test('titles with the same new words are stored at the same moment', { tags: ['ACT-023', 'D-58'] }, async () => {
  const hedy = await world.as('hedy')
  const words = ['quartz', 'jonquil', 'fjord', 'waltz']
  const titles = words.flatMap((_, from) => [
    [...words.slice(from), ...words.slice(0, from)].join(' '),
    words.join(' ')
  ])
  await Promise.all(titles.map(title => hedy.call(storeActivity, { body: { challenge: { title } } })))
  expect(slugs(await all({ q: 'fjrod' }))).toHaveLength(titles.length)
})

test('words of categories, group and description find an activity, after title matches', {
  tags: ['ACT-023', 'D-58']
}, async () => {
  const hedy = await world.as('hedy')
  const { group } = await hedy.call(storeGroup, { body: { title: 'Quokka friends' } })
  const terms = (await list()).terms
  const [above] = terms.filter(({ id }) => terms.some(below => below.parent_id === id))
  const below = terms.find(term => term.parent_id === above?.id)
  const content = '<p title="hidden">Slowly <b>undulating</b> &amp; breathe</p>'
  const make = async (title: string, rest: object) =>
    (await hedy.call(storeActivity, { body: { challenge: { title, ...rest } } })).challenge.slug
  const found = async (q: string) => slugs(await all({ q }))
  const inGroup = await make('Zorilla', { hut_id: group.id, content, term_id: below?.id })
  const byTitle = await make('Undulating', {})
  await make('Other', { content: 'of the quagga' })
  expect(await found('quokka')).toEqual([inGroup])
  expect(await found('undulating')).toEqual([byTitle, inGroup])
  expect(await found('undul')).toEqual([byTitle, inGroup])
  expect(await found('ndulating')).toEqual([byTitle])
  expect(await found('UNDULATNIG')).toEqual([byTitle, inGroup])
  for (const term of [above, below])
    expect([term?.title, await found(term?.title ?? '')]).toEqual([term?.title, expect.arrayContaining([inGroup])])
  // The words may match in different places, but all must match.
  expect(await found(`zorilla ${below?.title} quokka slowly`)).toEqual([inGroup])
  expect(await found('orill uokk')).toEqual([inGroup])
  expect(await found('zorilla quagga')).toEqual([])
  for (const q of ['hidden', 'strong quokka', '<b>', 'amp']) expect([q, await found(q)]).toEqual([q, []])
})

test('a search without a match drops a shorter word that matches nothing with the others', {
  tags: ['ACT-023', 'D-58']
}, async () => {
  const hedy = await world.as('hedy')
  const make = async (title: string, content: string) =>
    (await hedy.call(storeActivity, { body: { challenge: { title, content } } })).challenge.slug
  const [swim, climb] = [await make('Dugong swimming', 'slowly'), await make('Ibex climb', 'Not with a dugong')]
  const found = async (q: string) => slugs(await all({ q }))
  expect(await found('dugong swimming ibex')).toEqual([swim])
  expect(await found('zzz dugong xylophone')).toEqual([])
  expect(await found('dugong zzz')).toEqual([swim, climb])
  expect(await found('dugnog swimming zzz')).toEqual([swim])
  expect(await found('swimming xylophone')).toEqual([])
})

test('a long word with two typos finds the most similar titles', { tags: ['ACT-023', 'D-58'] }, async () => {
  const hedy = await world.as('hedy')
  const { challenge } = await hedy.call(storeActivity, { body: { challenge: { title: 'Orienteering' } } })
  expect(slugs(await all({ q: 'orrienteeriing' }))).toEqual([challenge.slug])
  expect(await all({ q: 'orxintxerung' })).toEqual([])
})

test('search pages continue from titles to other matches, each once, and count both', {
  tags: ['ACT-015', 'ACT-023', 'D-58']
}, async () => {
  const hedy = await world.as('hedy')
  for (let made = 0; made < 13; made++) {
    const [title, content] = made % 2 ? ['Okapi walk', ''] : [`Walk ${made}`, 'With an okapi']
    await hedy.call(storeActivity, { body: { challenge: { title, content } } })
  }
  const first = await list({ q: 'okapi' })
  const second = await list({ q: 'okapi', page: 2 })
  expect([first.challengesCount, second.challengesCount]).toEqual([13, 13])
  const found = [...first.challenges.slice(0, 10), ...second.challenges]
  expect(new Set(slugs(found)).size).toBe(13)
  expect(found.map(({ title }) => title.startsWith('Okapi'))).toEqual(Array.from({ length: 13 }, (_, at) => at < 6))
})

test('the longest title is stored and found', { tags: ['ACT-021', 'ACT-023'] }, async () => {
  const hedy = await world.as('hedy')
  const title = `${'𝔸'.repeat(247)} longest`
  await hedy.call(storeActivity, { body: { challenge: { title } } })
  expect((await all({ q: 'longset' })).map(card => card.title)).toEqual([title])
})

test.each(['zzzz', '%', '_', '\\', "'", '"; drop table activities; --', '(', 'é'.repeat(300)])(
  'a search for %s finds nothing, and nothing breaks',
  { tags: ['ACT-021', 'API-48'] },
  async q => {
    expect((await list({ q })).challenges).toEqual([])
    expect((await world.visitor.visit(eventsPage, {}, { q })).challenges).toEqual([])
  }
)

test('a category, by slug or id, includes the categories below it', { tags: ['ACT-019', 'D-59'] }, async () => {
  const { terms } = await list()
  const below = (slug: string): Term[] => {
    const root = terms.find(term => term.slug === slug)
    if (!root) return []
    return [root, ...terms.filter(term => term.parent_id === root.id).flatMap(term => below(term.slug))]
  }
  const names = new Set(below('running').map(({ title }) => title))
  const found = await all({ category: 'running' })
  expect(found.map(({ category_name }) => names.has(category_name ?? ''))).toEqual(found.map(() => true))
  expect(slugs(found)).toContain('couch-to-5k-week-1')
  const { rows } = await world.db.$client.query(
    'select count(*)::int from activities where term_id = any($1::bigint[])',
    [below('running').map(({ id }) => id)]
  )
  expect(found).toHaveLength(rows[0].count)
  const id = String(terms.find(({ slug }) => slug === 'running')?.id)
  expect(slugs(await all({ category: id }))).toEqual(slugs(found))
  expect((await list({ category: 'no-such-category' })).challenges).toEqual([])
})

test('the difficulty filters, and anything else is ignored', { tags: ['ACT-020', 'ACT-076..ACT-078'] }, async () => {
  const { difficulties } = await list()
  expect(difficulties).toEqual([
    { value: 3, title: 'Easy' },
    { value: 4, title: 'Normal' },
    { value: 6, title: 'Difficult' }
  ])
  for (const { value } of difficulties) {
    const found = await all({ difficulty: String(value) })
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(({ difficulty }) => difficulty))).toEqual(new Set([value]))
  }
  expect((await list({ difficulty: 5 })).challengesCount).toBe((await list()).challengesCount)
})

test('templates=1 lists only templates', { tags: ['ACT-002', 'ACT-018', 'D-62'] }, async () => {
  const found = await all({ templates: '1' })
  expect(slugs(found)).toContain(TEMPLATE)
  expect(new Set(found.map(({ is_preset }) => is_preset))).toEqual(new Set([1]))
})

test('filters narrow each other', { tags: 'ACT-019..ACT-021' }, async () => {
  const found = await all({ category: 'mind', difficulty: '3', q: 'breathing', templates: '1' })
  expect(slugs(found)).toContain(TEMPLATE)
  expect(slugs(found)).not.toContain('body-scan')
  expect(await all({ category: 'running', q: 'box breathing' })).toEqual([])
})

test('categories form a tree of at most four levels', { tags: ['ACT-079', 'D-59'] }, async () => {
  const { terms } = await list()
  const depth = (term: Term): number => {
    const parent = terms.find(({ id }) => id === term.parent_id)
    return parent ? 1 + depth(parent) : 1
  }
  expect(Math.max(...terms.map(depth))).toBe(4)
})

test('following is free, listed under my activities, and can be undone', {
  tags: ['ACT-017', 'ACT-073', 'ACT-089..ACT-091', 'D-61', 'SEC-21']
}, async () => {
  const ada = await world.as('ada')
  const params = { challenge: PLAIN }
  const response = await ada.call(followActivity, { params, body: { client_uuid: 'a' } })
  expect(response).toEqual({ is_joined: 1, participants_count: 1, error: null, error_code: null })
  const mine = async () => slugs((await ada.visit(activitiesPage, {}, { joined: 1 })).challenges)
  expect(await mine()).toEqual([PLAIN])
  expect((await ada.visit(activityPage, params)).challenge).toMatchObject({ is_joined: 1, can_join: 0 })
  // Following does not join its sessions.
  expect((await ada.visit(eventsPage, {}, { joined: 1 })).challenges).toEqual([])
  expect((await ada.user()).all_remaining_tokens).toBe(1000)
  expect(await ada.call(unfollowActivity, { params })).toMatchObject({ is_joined: 0, participants_count: 0 })
  expect(await mine()).toEqual([])
})

test('following twice, or twice at once, counts once', { tags: 'D-61' }, async () => {
  const people = await Promise.all(['grace', 'hedy'].map(name => world.as(name)))
  const params = { challenge: TOUR }
  await Promise.all(people.flatMap(person => [1, 2, 3].map(() => person.call(followActivity, { params, body: {} }))))
  const [grace] = people
  expect((await grace?.visit(activityPage, params))?.challenge.participants_count).toBe(2)
  await Promise.all(people.flatMap(person => [1, 2].map(() => person.call(unfollowActivity, { params }))))
  expect((await grace?.visit(activityPage, params))?.challenge.participants_count).toBe(0)
})

test('templates cannot be followed', { tags: 'ACT-075' }, async () => {
  const ada = await world.as('ada')
  const { status, body } = await ada.refused(followActivity, { params: { challenge: TEMPLATE }, body: {} })
  expect([status, body.message]).toEqual([409, 'You can’t join a template.'])
  expect((await ada.visit(activityPage, { challenge: TEMPLATE })).challenge).toMatchObject({
    can_join: 0,
    is_joined: 0
  })
})

test('a visitor has no activities and no sessions of their own', { tags: 'ACT-017' }, async () => {
  expect((await list({ joined: 1 })).challenges).toEqual([])
  expect((await world.visitor.visit(eventsPage, {}, { joined: 1 })).challenges).toEqual([])
})

test('an activity has every documented field', {
  tags: ['ACT-001', 'ACT-081', 'ACT-102..ACT-130', 'SEC-02']
}, async () => {
  const { challenge, isOwner, breadcrumbs } = await world.visitor.visit(activityPage, { challenge: TOUR })
  for (const field of [
    ...['id', 'slug', 'title', 'content', 'path', 'status', 'started_at', 'ended_at', 'duration', 'participant_limit'],
    ...['participants_count', 'is_joined', 'category_name', 'hut_slug', 'hut_id', 'is_manually_started', 'can_join'],
    ...['is_preset', 'term_id', 'term_id_0', 'term_id_1', 'term_id_2', 'term_id_3', 'difficulty', 'group_id'],
    ...['needs_code', 'parts', 'timers', 'tasks', 'quick_log_buttons', 'active_logs', 'relative_dates', 'linked']
  ]) {
    expect(challenge).toHaveProperty(field)
  }
  expect(challenge.parts[0]?.parts.length).toBeGreaterThan(0)
  expect(challenge.tasks[0]?.parts.length).toBeGreaterThan(0)
  expect(isOwner).toBe(false)
  expect(breadcrumbs.map(({ path }) => path)).toEqual(['/', `/activities/${TOUR}`])
})

test('the category of an activity comes with the path to it', { tags: 'ACT-120' }, async () => {
  const { challenge } = await world.visitor.visit(activityPage, { challenge: 'couch-to-5k-week-1' })
  const { terms } = await list()
  const path = [challenge.term_id_0, challenge.term_id_1, challenge.term_id_2, challenge.term_id_3]
  expect(path.map(id => terms.find(term => term.id === id)?.slug)).toEqual([
    'health-fitness',
    'running',
    'couch-to-5k',
    'couch-to-5k-first-weeks'
  ])
  expect(challenge.term_id).toBe(challenge.term_id_3)
})

test('an activity lists its live sessions, and its sessions page lists all', {
  tags: ['ACT-064', 'ACT-065', 'ACT-070', 'D-57']
}, async () => {
  const ada = await world.as('ada')
  const { event } = await ada.call(storeSession, { body: { activity: PLAIN, challenge: { duration: 300 } } })
  const params = { challenge: PLAIN }
  const live = async () => slugs((await world.visitor.visit(activityPage, params)).challengeEvents)
  expect(await live()).toEqual([event.slug])
  // No sweep has run, but an ended session is not shown as live.
  world.clock.jump(301_000)
  expect(await live()).toEqual([])
  expect(slugs((await world.visitor.visit(eventsPage)).challenges)).not.toContain(event.slug)
  await world.pass(30_000)
  expect(await live()).toEqual([])
  const { challengeEvents, breadcrumbs } = await world.visitor.visit(activitySessionsPage, params)
  expect(challengeEvents).toMatchObject([{ slug: event.slug, status: 2, remaining: null }])
  expect(breadcrumbs.at(-1)?.path).toBe(`/activities/${PLAIN}/sessions`)
})

test('an activity is found only by id and slug', { tags: 'D-40' }, async () => {
  const { challenge } = await world.visitor.visit(activityPage, { challenge: TOUR })
  expect((await world.visitor.visit(activityPage, { challenge: String(challenge.id) })).challenge.slug).toBe(TOUR)
  for (const missing of ['no-such', '999999', '99999999999999999999', '-1']) {
    expect((await world.visitor.request({ url: `/api/activities/${missing}` })).statusCode).toBe(404)
  }
})

test.each([
  ['/api/home', '/api'],
  ['/api.home', '/api'],
  ['/api.events.home', '/api/events'],
  ['/api.activities.home', '/api/activities'],
  ['/api/sessions', '/api/events']
])('%s is an alias of %s, with its query', { tags: ['ACT-082..ACT-084', 'D-20', 'D-39'] }, async (alias, path) => {
  for (const query of ['', '?page=2', '?q=box&difficulty=3']) {
    const one = await world.visitor.request({ url: alias + query })
    const other = await world.visitor.request({ url: path + query })
    expect(one.statusCode).toBe(200)
    expect(one.json()).toEqual(other.json())
  }
  const { serverData } = (await world.visitor.request({ url: alias })).json()
  expect(Object.keys(serverData)).toEqual(expect.arrayContaining(['challenges', 'terms', 'difficulties', 'hut']))
})

test('an empty list of sessions offers templates', { tags: ['ACT-026', 'D-62'] }, async () => {
  const empty = await world.visitor.visit(homePage, {}, { q: 'zzzz' })
  expect(empty.challenges).toEqual([])
  expect(empty.templates.length).toBeGreaterThan(5)
  expect(new Set(empty.templates.map(({ is_preset }) => is_preset))).toEqual(new Set([1]))
})

test('visitors cannot follow, and a missing activity is not found', { tags: ['SEC-55', 'SEC-08'] }, async () => {
  const ada = await world.as('ada')
  for (const call of [followActivity, unfollowActivity]) {
    expect((await world.visitor.refused(call, { params: { challenge: PLAIN }, body: {} })).status).toBe(401)
    expect((await ada.refused(call, { params: { challenge: 'no-such' }, body: {} })).status).toBe(404)
  }
})

test('a session is found by the current title of its activity', { tags: 'D-58' }, async () => {
  const hedy = await world.as('hedy')
  const { challenge } = await hedy.call(storeActivity, { body: { challenge: { title: 'Knitting circle' } } })
  const { event } = await hedy.call(storeSession, {
    body: { activity: challenge.slug, challenge: { title: 'Thursday evening' } }
  })
  const found = async (q: string) => slugs((await world.visitor.visit(eventsPage, {}, { q })).challenges)
  expect(await found('knitting')).toEqual([event.slug])
  await hedy.call(patchActivity, { params: { challenge: challenge.slug }, body: { challenge: { title: 'Crochet' } } })
  expect([await found('knitting'), await found('corchet'), await found('thursday')]).toEqual([
    [],
    [event.slug],
    [event.slug]
  ])
})
