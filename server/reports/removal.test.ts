/** Removing everything that a person published, and restoring exactly that. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '../../domain/accounts/user.ts'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { auditLogPage } from '../../domain/admin/api.ts'
import { adminPersonPage, removeContent, restoreContent } from '../../domain/admin/people-api.ts'
import { makeCalendarFeed } from '../../domain/calendar/api.ts'
import { sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { getFaces, storeFace } from '../../domain/faces/api.ts'
import { groupPage, joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { sessionHutPage, storeSessionPost } from '../../domain/posts/api.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { decideReport, getTakedown, reportsPage, storeReport } from '../../domain/reports/api.ts'
import { comeEveryTime, continueSeries, makeSeries, SeriesStatus, seriesPage } from '../../domain/series/api.ts'
import { sessionPage } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { ADMIN } from '../../testing/names.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { write } from '../../testing/writing.ts'
import { users } from '../db/schema/accounts.ts'
import { messages } from '../db/schema/discussion.ts'
import { removals, reportCases } from '../db/schema/reports.ts'

const MINUTE = 60_000

let world: World
let ada: Caller
let admin: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  admin = await world.admin()
})
afterAll(() => world.close())

const about = (username: string) => ({ params: { username } })
const remove = (username: string, caller = admin) =>
  caller.call(removeContent, { ...about(username), body: { reason: 'spam' } })
const restore = (username: string, caller = admin) => caller.call(restoreContent, { ...about(username), body: {} })
const say = async (caller: Caller, room: number, content = 'Buy pills') => {
  const body = { content, messageable_type: 'challenge_event' as const, messageable_id: room }
  return (await caller.call(sendMessage, { body })).message
}
const decide = (kind: string, id: number, body: object) =>
  admin.call(decideReport, { params: { kind, subject: String(id) }, body: body as never })
const textsIn = async (event: string) =>
  (await world.visitor.visit(sessionChatPage, { event })).messages.map(({ content }) => content)
const logged = async (username: string) =>
  (await admin.visit(auditLogPage, {}, { q: username })).entries.map(({ action }) => action)

/** Everything that a person can publish, and what a visitor sees of it. */
async function publish(name: string) {
  const spammer = await world.as(name)
  const { id: room, event } = await openRoom(ada, [spammer])
  for (let nth = 0; nth < 3; nth++) await say(spammer, room)
  await say(ada, room, 'Hello')
  await spammer.call(storeSessionPost, { params: { event }, body: { item: { title: 'Pills', content: 'Buy' } } })
  const own = await openRoom(spammer)
  const secret = await openRoom(spammer)
  const unlisted = { challenge: { unlisted: 1 } } as never
  await spammer.call(patchSession, { params: { event: secret.event }, body: unlisted })
  const title = `${name} pills`
  const { challenge: activity } = await spammer.call(storeActivity, { body: { challenge: { title } } })
  const { group } = await spammer.call(storeGroup, { body: { title } as never })
  const book = await write(spammer, { title: `${name} book`, is_book: 1 })
  const item = await write(spammer, { title: `${name} text`, parent_id: book.id })
  const url = fillPath(storeFace.path, { person: name })
  const face = (await upload(spammer, await photo(), { url, name: 'me.jpg' })).json()
  const see = async (url: string) => (await world.visitor.request({ url })).statusCode
  const finds = async (url: string) => (await world.visitor.request({ url })).body.includes(title)
  const look = async () => ({
    messages: (await textsIn(event)).filter(text => text === 'Buy pills').length,
    posts: (await world.visitor.visit(sessionHutPage, { event })).posts.filter(({ content }) => content !== '').length,
    pages: await Promise.all(
      [own, secret]
        .map(one => see(`/api/sessions/${one.event}`))
        .concat([
          see(`/api/activities/${activity.slug}`),
          see(`/api/group/${group.slug}`),
          see(`/api${item.path}`),
          see(`/api${book.path}`),
          see(`/api/${name}`),
          see(face.url)
        ])
    ),
    lists: [await finds('/api/activities?q=pills'), await finds('/api/groups?q=pills')],
    face: (await world.visitor.call(getFaces, { query: { usernames: name } })).faces[name]?.url === face.url
  })
  return { spammer, room, event, own, secret, group, item, book, look }
}

const SHOWN = { messages: 3, posts: 1, pages: Array(8).fill(200), lists: [true, true], face: true }
const GONE = { messages: 0, posts: 0, pages: Array(8).fill(404), lists: [false, false], face: false }

test('one press hides everything a person published, and one press restores it', { tags: 'D-149' }, async () => {
  const { spammer, room, secret, look } = await publish('hedy')
  const seen = await look()
  expect(seen).toEqual(SHOWN)
  const events = (await eventsOf(world, room)).length
  expect(await remove('hedy')).toMatchObject({ removal: { reason: 'spam' } })
  expect(await look()).toEqual(GONE)
  expect(await textsIn(secret.event).catch(() => [])).toEqual([])
  // People who catch up with the room get no text.
  expect(JSON.stringify(await eventsOf(world, room))).not.toContain('Buy pills')
  expect(await eventsOf(world, room, events)).toHaveLength(4)
  // Its author still sees it, with the reason.
  const [said] = await world.db.select().from(messages).where(eq(messages.content, 'Buy pills')).limit(1)
  const takedown = { params: { kind: 'message', subject: String(said?.id) } }
  expect(await spammer.call(getTakedown, takedown)).toMatchObject({ reason: 'spam' })
  expect((await admin.visit(reportsPage, {}, { decided: 1 })).cases).toEqual([])

  expect(await restore('hedy')).toMatchObject({ removal: null })
  expect(await look()).toEqual(seen)
  const page = await world.visitor.visit(sessionPage, { event: secret.event })
  expect(page.challengeEvent.unlisted).toBe(1)
  expect(await world.db.select().from(reportCases)).toEqual([])
  expect(await world.db.select().from(removals)).toEqual([])
  expect(await logged('hedy')).toEqual(['restore_content', 'remove_content'])
})

test('the series of a person shows nothing while their things are removed', { tags: ['D-149', 'D-150'] }, async () => {
  const host = await world.as('repeater')
  const { group } = await ada.call(storeGroup, { body: { title: 'Plain group' } as never })
  const hut = { hut: group.slug }
  await host.call(joinGroup, { params: hut, body: {} })
  const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
  const words = { title: 'Cheap pills', content: '<p>Buy pills</p>', duration: 3600, hut_id: group.id }
  const { event } = await host.call(storeSession, { body: { challenge: { ...words, started_at } } })
  const wish = { params: { event: event.slug }, body: { repeats: 'weekly' as const } }
  const { path, slug } = (await host.call(makeSeries, wish)).series
  const statusOf = async (who: Caller, url: string) => (await who.request({ url })).statusCode
  const see = () =>
    Promise.all([
      statusOf(world.visitor, `/api${path}`),
      statusOf(world.visitor, `${path}/calendar.ics`),
      statusOf(host, `/api${path}`)
    ])
  const inGroup = async () => (await world.visitor.visit(groupPage, hut)).together.series.length
  await ada.call(comeEveryTime, { params: { series: slug } })
  expect([await see(), await inGroup()]).toEqual([[200, 200, 200], 1])
  await remove('repeater')
  expect([await see(), await inGroup()]).toEqual([[404, 404, 200], 0])
  const { feed } = await ada.call(makeCalendarFeed)
  expect((await world.visitor.request({ url: feed ?? '' })).body).not.toContain('pills')
  await restore('repeater')
  expect(await see()).toEqual([200, 200, 200])

  // Meanwhile the series pauses, which cancels its coming dates.
  await remove('repeater')
  world.clock.jump(2 * 86_400_000)
  await world.pass(5000)
  const { series } = await (await world.as('repeater')).visit(seriesPage, { series: slug })
  expect(series.status).toBe(SeriesStatus.Paused)
  admin = await world.admin()
  await restore('repeater')
  expect(await statusOf(world.visitor, `/api${path}`)).toBe(200)
})

test('a series shows nothing while a date with its words is hidden, and makes no dates', {
  tags: ['D-149', 'D-150']
}, async () => {
  const host = await world.as('rita')
  const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
  const words = { title: 'Cheap pills', content: '<p>Buy pills</p>', duration: 3600, started_at }
  const { event } = await host.call(storeSession, { body: { challenge: words } })
  const series = (await host.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })).series
  const { path, slug } = series
  const see = async (who: Caller) =>
    Promise.all([`/api${path}`, `${path}/calendar.ics`].map(async url => (await who.request({ url })).statusCode))
  const dates = async () => (await host.visit(seriesPage, { series: slug })).coming.map(({ title }) => title)
  const coming = await dates()
  // A date with its own words says nothing about the others.
  const other = (await host.visit(seriesPage, { series: slug })).coming[1]?.path?.split('/').at(-1) ?? ''
  const own = { title: 'Rude', content: '<p>Rude</p>' }
  await host.call(patchSession, { params: { event: other }, body: { challenge: own } })
  const { id } = (await host.visit(sessionPage, { event: other })).challengeEvent
  await decide('session', id, { decision: 'hide', reason: 'abuse' })
  expect(await see(world.visitor)).toEqual([200, 200])

  await decide('session', event.id, { decision: 'hide', reason: 'spam' })
  expect([await see(world.visitor), await see(ada), await see(host)]).toEqual([
    [404, 404],
    [404, 404],
    [200, 404]
  ])
  await decide('session', event.id, { decision: 'keep' })
  expect(await see(world.visitor)).toEqual([200, 200])

  await decide('session', event.id, { decision: 'hide', reason: 'spam' })
  world.clock.jump(2 * 86_400_000)
  await world.pass(5000)
  const rita = await world.as('rita')
  expect((await rita.visit(seriesPage, { series: slug })).series.status).toBe(SeriesStatus.Paused)
  expect((await rita.refused(continueSeries, { params: { series: slug } })).status).toBe(409)
  admin = await world.admin()
  await decide('session', event.id, { decision: 'keep' })
  await rita.call(continueSeries, { params: { series: slug } })
  expect((await rita.visit(seriesPage, { series: slug })).coming.length).toBeGreaterThanOrEqual(coming.length - 1)
})

test('a hidden session that begins to repeat makes no dates', { tags: ['D-149', 'D-150'] }, async () => {
  const host = await world.as('rosa')
  const started_at = new Date(world.clock.now() + 86_400_000).toISOString()
  const words = { title: 'Cheap pills', duration: 3600, started_at }
  const { event } = await host.call(storeSession, { body: { challenge: words } })
  await decide('session', event.id, { decision: 'hide', reason: 'spam' })
  const { series } = await host.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  expect((await host.visit(seriesPage, { series: series.slug })).coming).toEqual([])
  expect((await world.visitor.request({ url: `/api${series.path}` })).statusCode).toBe(404)
})

test('a second press changes nothing, and undoing twice neither', async () => {
  const { look } = await publish('lise')
  const pressed = await Promise.all([remove('lise'), remove('lise')])
  expect(pressed[0]).toEqual(pressed[1])
  expect(await remove('lise')).toEqual(pressed[0])
  expect(await look()).toEqual(GONE)
  expect(await Promise.all([restore('lise'), restore('lise')])).toMatchObject([{ removal: null }, { removal: null }])
  expect(await look()).toEqual(SHOWN)
  expect(await logged('lise')).toEqual(['restore_content', 'remove_content'])
})

test('undo leaves hidden what a moderator hid before or decided after', async () => {
  const { spammer, room, event, group, item, book } = await publish('joan')
  const [before, after, kept] = [await say(spammer, room), await say(spammer, room), await say(spammer, room)]
  await decide('message', before.id, { decision: 'hide', reason: 'abuse' })
  await remove('joan')
  await decide('message', after.id, { decision: 'hide', reason: 'spam' })
  await decide('message', kept.id, { decision: 'keep' })
  await decide('group', group.id, { decision: 'hide', reason: 'illegal' })
  // One item alone comes back, but its book stays hidden.
  await decide('item', item.id, { decision: 'keep' })
  const see = async (path: string) => (await world.visitor.request({ url: `/api${path}` })).statusCode
  expect([await see(item.path), await see(book.path)]).toEqual([404, 404])
  expect(await textsIn(event)).toEqual(expect.arrayContaining(['Hello', 'Buy pills']))
  await restore('joan')
  const hidden = (await world.visitor.visit(sessionChatPage, { event })).messages.filter(({ is_hidden }) => is_hidden)
  expect(hidden.map(({ id }) => id)).toEqual([before.id, after.id])
  expect([await see(`/group/${group.slug}`), await see(item.path), await see(book.path)]).toEqual([404, 200, 200])
})

test('what the person publishes in the next minute is hidden too, and later things are not', async () => {
  const { spammer, room, event } = await publish('mary')
  await remove('mary')
  world.clock.jump(MINUTE / 2)
  const { group } = await spammer.call(storeGroup, { body: { title: 'More pills' } as never })
  await say(spammer, room, 'Late pills')
  world.clock.jump(MINUTE / 2 + 1000)
  await say(spammer, room, 'Sorry')
  await world.pass(MINUTE)
  expect(await textsIn(event)).toEqual(['', '', '', 'Hello', '', 'Sorry'])
  expect((await world.visitor.request({ url: `/api/group/${group.slug}` })).statusCode).toBe(404)
  await world.pass(2 * MINUTE)
  expect(await world.db.select().from(removals).where(eq(removals.state, 'hiding'))).toEqual([])
})

test.each(['hiding', 'restoring'] as const)('the sweep finishes what stopped while %s', async state => {
  const name = state === 'hiding' ? 'emmy' : 'rosa'
  const { look } = await publish(name)
  await remove(name)
  if (state === 'hiding') await restore(name)
  const user_id = (await (await world.as(name)).user()).id
  const admin_id = (await admin.user()).id
  const row = { user_id, admin_id, state, reason: 'spam' as const, removed_at: new Date(world.clock.now()) }
  // A process that died right after the first step leaves this.
  await world.db.insert(removals).values(row).onConflictDoUpdate({ target: removals.user_id, set: row })
  await (await world.secondNode()).app.ready()
  await world.pass(MINUTE)
  expect(await look()).toEqual(state === 'hiding' ? GONE : SHOWN)
})

test('people who reported something hear that it was removed, and no report waits', async () => {
  const { spammer, room } = await publish('vera')
  const said = await say(spammer, room)
  await ada.call(storeReport, { body: { kind: 'message', subject_id: said.id, reason: 'spam' } })
  await remove('vera')
  expect((await admin.visit(reportsPage)).waiting).toBe(0)
  const texts = (await ada.visit(inboxPage)).reminders.map(({ text }) => text)
  expect(texts).toContain('Thanks for your report. A moderator removed the message.')
  const decided = async () =>
    (await admin.visit(reportsPage, {}, { decided: 1 })).cases.filter(({ subject_id }) => subject_id === said.id)
  expect(await decided()).toMatchObject([
    { subject_id: said.id, status: 'hidden', is_of_removal: 1, hidden: { reason: 'spam' }, decided_by: ADMIN.username }
  ])
  await restore('vera')
  expect(await decided()).toEqual([])
  expect((await admin.visit(reportsPage)).cases).toMatchObject([
    { subject_id: said.id, status: 'open', is_of_removal: 0, hidden: null, decided_at: null }
  ])
  await decide('message', said.id, { decision: 'keep' })
})

test('undo leaves a report decided that a moderator had decided before', async () => {
  const { spammer, room } = await publish('wilma')
  const said = await say(spammer, room)
  await ada.call(storeReport, { body: { kind: 'message', subject_id: said.id, reason: 'spam' } })
  await decide('message', said.id, { decision: 'keep' })
  await remove('wilma')
  await restore('wilma')
  expect((await admin.visit(reportsPage)).waiting).toBe(0)
  const [found] = await world.db.select().from(reportCases).where(eq(reportCases.subject_id, said.id))
  expect(found).toMatchObject({ status: 'kept', is_of_removal: false, reports_count: 1 })
})

test('two admins at once: the one who presses last decides', async () => {
  const { look } = await publish('olga')
  const second = await world.as('second-admin')
  await world.db.update(users).set({ role_id: Role.Admin }).where(eq(users.username, 'second-admin'))
  await remove('olga')
  await Promise.all([remove('olga', second), restore('olga', admin)])
  const { removal } = await admin.visit(adminPersonPage, { username: 'olga' })
  expect(await look()).toEqual(removal ? GONE : SHOWN)
})

test('only admins remove everything, and nothing of an admin', async () => {
  const moderator = await world.moderator()
  const input = { ...about('ada'), body: { reason: 'spam' as const } }
  for (const caller of [ada, moderator]) {
    expect((await caller.refused(removeContent, input)).status).toBe(403)
    expect((await caller.refused(restoreContent, { ...about('ada'), body: {} })).status).toBe(403)
  }
  expect((await admin.refused(removeContent, { ...input, ...about('second-admin') })).status).toBe(409)
  expect((await admin.refused(removeContent, { ...input, ...about('hut-guide') })).status).toBe(409)
  expect((await admin.refused(removeContent, { ...input, ...about('nobody-here') })).status).toBe(404)
  const bad = await admin.refused(removeContent, { ...about('ada'), body: { reason: 'dull' as never } })
  expect([bad.status, bad.body.errors]).toEqual([422, { reason: 'Choose a reason.' }])
  expect(await restore('ada')).toMatchObject({ removal: null })
})
