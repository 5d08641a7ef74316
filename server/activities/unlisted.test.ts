/** Unlisted activities and sessions appear in no list, but everyone with their address can open them (D-159). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activitiesPage, activityPage, followActivity, randomActivity } from '../../domain/activities/api.ts'
import { patchActivity, storeActivity } from '../../domain/activities/builder-api.ts'
import { eventsPage } from '../../domain/browse/api.ts'
import { groupPage, groupSessionsPage, joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { getAttachable } from '../../domain/groups/attachment-api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { makeSeries, seriesPage } from '../../domain/series/api.ts'
import { joinSession, mySessionsPage, sessionPage } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { openLive } from '../../testing/socket-client.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const SECRET = 'Zymurgy'
let world: World
let ada: Caller
let grace: Caller
let hedy: Caller
let hut: string
let challenge: string
let event: string
/** Ada creates an activity and a session, in a group that Grace is in. Hedy is not. */
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
  ada = await world.as('ada')
  grace = await world.as('grace')
  hedy = await world.as('hedy')
  const { group } = await ada.call(storeGroup, { body: { title: 'Brewers' } })
  hut = group.slug
  await grace.call(joinGroup, { params: { hut }, body: null })
  const form = { title: `${SECRET} plan`, unlisted: 1 as const, hut_id: group.id, parts: [partGroupOf([partOf()])] }
  challenge = (await ada.call(storeActivity, { body: { challenge: form } })).challenge.slug
  event = (
    await ada.call(storeSession, {
      body: { activity: challenge, challenge: { title: `${SECRET} now`, duration: 3600 } }
    })
  ).event.slug
})
afterAll(() => world.close())

/** The addresses of all list pages: those without parameters, and those of the group. */
function lists(): string[] {
  const pages = world.documented.filter(({ method, path, isPage }) => method === 'GET' && isPage && !path.includes(':'))
  const ofGroup = [groupPage, groupSessionsPage].map(({ path }) => `/api${fillPath(path, { hut })}`)
  return [...pages.map(({ path }) => path), ...ofGroup]
}

test('no list shows an unlisted activity or session to strangers, with or without a search', {
  tags: 'D-159'
}, async () => {
  for (const person of [world.visitor, hedy]) {
    for (const address of lists()) {
      for (const query of ['', `?q=${SECRET}`, '?templates=1', '?category=health']) {
        const { body } = await person.request({ url: address + query })
        expect(body.replaceAll(`q=${SECRET}`, ''), address + query).not.toContain(SECRET)
      }
    }
  }
})

test("neither the site map nor an activity's list of sessions shows unlisted ones", { tags: 'D-159' }, async () => {
  const { body } = await world.visitor.request({ url: '/sitemap-activities-1.xml' })
  expect(body).not.toContain(challenge)
  const listed = (await ada.call(storeActivity, { body: { challenge: { title: 'Open plan' } } })).challenge.slug
  const whole = { activity: listed, challenge: { title: `${SECRET} run`, unlisted: 1 as const, duration: 3600 } }
  await ada.call(storeSession, { body: whole as never })
  const titles = async (person: Caller) =>
    (await person.visit(activityPage, { challenge: listed })).challengeEvents.map(({ title }) => title)
  expect([await titles(hedy), await titles(ada)]).toEqual([[], [`${SECRET} run`]])
})

test('the creator of a group finds only unlisted activities of their own for it', {
  tags: ['D-134', 'D-159']
}, async () => {
  const found = async (person: Caller) => {
    const { group } = await person.call(storeGroup, { body: { title: `Group of ${person.username}` } })
    const { serverData } = await person.call(getAttachable, { params: { hut: group.slug }, query: { q: SECRET } })
    return serverData.challenges.map(({ slug }) => slug)
  }
  expect(await found(hedy)).toEqual([])
  expect(await found(ada)).toEqual([challenge])
})

test('a listed series shows an unlisted date to its people only', { tags: ['D-150', 'D-159'] }, async () => {
  const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
  const first = await ada.call(storeSession, { body: { challenge: { title: 'Class', duration: 3600, started_at } } })
  const params = { event: first.event.slug }
  const { series } = await ada.call(makeSeries, { params, body: { repeats: 'weekly' } })
  await grace.call(joinSession, { params, body: {} })
  const count = async (person: Caller) => (await person.visit(seriesPage, { series: series.slug })).coming.length
  const next = async () => (await world.visitor.request({ url: `${series.next_path}` })).headers.location
  const calendar = async () => (await world.visitor.request({ url: `${series.path}/calendar.ics` })).body
  const everyone = async () => Promise.all([ada, grace, hedy, world.visitor].map(count))
  expect([await everyone(), await next()]).toEqual([[4, 4, 4, 4], first.event.path])
  await ada.call(patchSession, { params, body: { challenge: { title: SECRET, unlisted: 1 } } })
  expect(await everyone()).toEqual([4, 4, 3, 3])
  expect(await next()).not.toBe(first.event.path)
  expect(await calendar()).not.toContain(SECRET)
  expect(await calendar()).toContain('EXDATE')
})

test('unlisted ones open by their address, and search engines leave them out', { tags: 'D-159' }, async () => {
  expect((await world.visitor.visit(activityPage, { challenge })).challenge).toMatchObject({ unlisted: 1 })
  expect((await hedy.visit(sessionPage, { event })).challengeEvent).toMatchObject({ unlisted: 1, can_join: 1 })
  for (const page of [`/activities/${challenge}`, `/activities/${challenge}/sessions`, `/sessions/${event}`]) {
    expect((await world.visitor.request({ url: page })).body, page).toContain('<meta name="robots" content="noindex">')
  }
  for (const tab of ['chat', 'hut', 'goals', 'logs']) {
    const { body } = await world.visitor.request({ url: `/sessions/${event}/${tab}` })
    expect(body, tab).toContain('<meta name="robots" content="noindex">')
  }
  const picture = await world.visitor.request({ url: `/sessions/${event}/preview.png` })
  expect([picture.statusCode, picture.headers['x-robots-tag']]).toEqual([200, 'noindex'])
})

test('counting numbers finds no unlisted activity and no unlisted session', { tags: 'D-159' }, async () => {
  const [{ id: activity }, { id: session }] = [
    (await hedy.visit(activityPage, { challenge })).challenge,
    (await hedy.visit(sessionPage, { event })).challengeEvent
  ]
  const addresses = [`/activities/${activity}`, `/embed/activities/${activity}`, `/api/activities/${activity}`]
  const ofSession = ['', '/chat', '/calendar.ics'].map(rest => `/sessions/${session}${rest}`)
  for (const url of [...addresses, ...ofSession, `/embed/sessions/${session}`, `/api/sessions/${session}`]) {
    expect((await world.visitor.request({ url })).statusCode, url).toBe(404)
  }
  const refusal = await hedy.refused(joinSession, { params: { event: String(session) }, body: {} })
  expect(refusal.status).toBe(404)

  const socket = await openLive(world.app, world.visitor)
  socket.say({ type: 'join', room: session, since: 0 })
  expect(await socket.hears(({ type }) => type !== 'pong')).toMatchObject({ type: 'error' })
  socket.say({ type: 'join', room: session, slug: event, since: 0 })
  expect(await socket.hears(({ type }) => type === 'join')).toMatchObject({ room: session })
  socket.close()
})

test('their creator and the members of their group see unlisted ones in lists', { tags: 'D-159' }, async () => {
  const cards = async (person: Caller) => [
    (await person.visit(groupPage, { hut })).challenges.map(({ slug }) => slug),
    (await person.visit(groupSessionsPage, { hut })).challenges.map(({ slug }) => slug)
  ]
  expect(await cards(grace)).toEqual([[challenge], [event]])
  expect(await cards(hedy)).toEqual([[], []])
  expect((await ada.visit(activitiesPage, undefined, { joined: 1 })).challenges.map(({ slug }) => slug)).toContain(
    challenge
  )
  expect((await ada.visit(mySessionsPage)).sessions.map(({ slug }) => slug)).toContain(event)
  await hedy.call(joinSession, { params: { event }, body: {} })
  const mine = await hedy.visit(eventsPage, undefined, { joined: 1 })
  expect(mine.challenges.map(({ slug }) => slug)).toContain(event)
})

test('a session of an unlisted activity is unlisted by default, and both can be listed later', {
  tags: 'D-159'
}, async () => {
  const titles = async () =>
    (await world.visitor.visit(activitiesPage, undefined, { q: SECRET })).challenges.map(({ title }) => title)
  const running = async () =>
    (await world.visitor.visit(eventsPage, undefined, { q: SECRET })).challenges.map(({ title }) => title)
  expect([await titles(), await running()]).toEqual([[], []])
  await ada.call(patchActivity, { params: { challenge }, body: { challenge: { unlisted: 0 } } })
  expect([await titles(), await running()]).toEqual([[`${SECRET} plan`], []])
  await ada.call(patchSession, { params: { event }, body: { challenge: { unlisted: 0 } } })
  expect(await running()).toEqual([`${SECRET} now`])
  await ada.call(patchActivity, { params: { challenge }, body: { challenge: { unlisted: 1 } } })
  expect(await titles()).toEqual([])
})

test('a random activity is never an unlisted one', { tags: ['D-65', 'D-159'] }, async () => {
  const { slug } = (await ada.call(storeActivity, { body: { challenge: { title: 'The only one' } } })).challenge
  await world.db.$client.query('update activities set unlisted = slug <> $1', [slug])
  for (let round = 0; round < 5; round++) {
    expect((await world.visitor.call(randomActivity, { body: null })).path).toBe(`/activities/${slug}`)
  }
  await world.db.$client.query('update activities set unlisted = slug = $1', [challenge])
})

test('visitors first see activities that others have used, signed-in people the newest', {
  tags: 'D-159'
}, async () => {
  const make = async (title: string) =>
    (await ada.call(storeActivity, { body: { challenge: { title } } })).challenge.slug
  const [followed, joined, started, test, newest] = [
    await make('Brew follow'),
    await make('Brew join'),
    await make('Brew start'),
    await make('Brew test'),
    await make('Brew new')
  ]
  const start = (person: Caller, activity: string) =>
    person.call(storeSession, { body: { activity, challenge: { title: 'Brewing', duration: 3600 } } })
  await grace.call(followActivity, { params: { challenge: followed }, body: {} })
  await grace.call(joinSession, { params: { event: (await start(ada, joined)).event.slug }, body: {} })
  await start(grace, started)
  // Actions of its creator do not count as use.
  await ada.call(followActivity, { params: { challenge: test }, body: {} })
  await start(ada, test)
  const order = async (person: Caller) =>
    (await person.visit(activitiesPage, undefined, { q: 'Brew' })).challenges.map(({ slug }) => slug)
  expect(await order(world.visitor)).toEqual([started, joined, followed, newest, test])
  expect(await order(hedy)).toEqual([newest, test, started, joined, followed])
})
