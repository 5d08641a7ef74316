/** Following persons, books and activities: what comes into the inbox, and what never does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUser } from '../../../domain/accounts/api.ts'
import { followActivity } from '../../../domain/activities/api.ts'
import { patchActivity, storeActivity } from '../../../domain/activities/builder-api.ts'
import { joinGroup, storeGroup } from '../../../domain/groups/api.ts'
import { blockUser, muteUser, unmuteUser } from '../../../domain/moderation/api.ts'
import { itemPage, personPage } from '../../../domain/publishing/api.ts'
import {
  followBook,
  followingPage,
  followPerson,
  MOST_FOLLOWED,
  NOT_BLOCKED,
  OWN_PAGE
} from '../../../domain/publishing/following-api.ts'
import { storePerson, switchPerson } from '../../../domain/publishing/person-api.ts'
import { countUnread, inboxPage, updateReminders } from '../../../domain/reminders/api.ts'
import { storeSession } from '../../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'
import { change, write } from '../../../testing/writing.ts'

const LOOK = 6000
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const inboxOf = async (person: Caller) => (await person.visit(inboxPage)).reminders
const textsOf = async (person: Caller) => (await inboxOf(person)).map(({ text }) => text)
const follow = (person: Caller, username: string, is_on: 0 | 1 = 1) =>
  person.call(followPerson, { params: { username }, body: { is_on } })
const followIn = (person: Caller, book: { slug: string }, is_on: 0 | 1 = 1) =>
  person.call(followBook, { params: { item: book.slug }, body: { is_on } })
const session = async (host: Caller, title: string, more: object = {}, activity?: string) =>
  (
    await host.call(storeSession, {
      body: { ...(activity ? { activity } : {}), challenge: { title, duration: 3600, ...more } }
    })
  ).event

test('a text comes into the inbox of a follower once, however often it is published', { tags: 'D-162' }, async () => {
  const [ada, grace, other] = [await world.as('ada'), await world.as('grace'), await world.as('other')]
  await world.secondNode()
  await world.secondNode()
  expect(await follow(grace, 'ada')).toMatchObject({ is_followed: 1, followers_count: 1 })
  expect(await follow(grace, 'ada')).toMatchObject({ is_followed: 1, followers_count: 1 })
  const draft = await write(ada, { title: 'Rainy days', status: 0 })
  await world.pass(LOOK)
  expect(await textsOf(grace)).toEqual([])
  await change(ada, draft, { status: 1 })
  await world.pass(LOOK)
  const at = new Date(world.clock.now() - LOOK).toISOString()
  const told = { kind: 'followed_news', text: 'ada published “Rainy days”', path: '/ada/rainy-days', at }
  expect(await inboxOf(grace)).toEqual([{ id: expect.any(Number), ...told, is_read: 0 }])
  expect([await textsOf(ada), await textsOf(other)]).toEqual([[], []])
  // While it is private, nothing tells of it.
  await change(ada, draft, { status: 0, title: 'A secret' })
  expect([await textsOf(grace), await grace.call(countUnread)]).toEqual([[], { unread: 0 }])
  expect((await grace.call(getUser))?.unread_reminders).toBe(0)
  await change(ada, draft, { status: 1 })
  await world.pass(LOOK)
  expect(await textsOf(grace)).toEqual(['ada published “A secret”'])
  const { rows } = await world.db.$client.query(`select times from reminders where kind = 'followed_news'`)
  expect(rows).toEqual([{ times: 1 }])
  await follow(grace, 'ada', 0)
  await write(ada, { title: 'Later' })
  await world.pass(LOOK)
  expect(await textsOf(grace)).toEqual(['ada published “A secret”'])
})

test('a text that is withdrawn at once is told when it is published again', { tags: 'D-162' }, async () => {
  const [ida, fan] = [await world.as('ida'), await world.as('fan-of-ida')]
  await follow(fan, 'ida')
  const item = await write(ida, { title: 'Hasty' })
  await change(ida, item, { status: 0 })
  await world.pass(LOOK)
  expect(await textsOf(fan)).toEqual([])
  await change(ida, item, { status: 1 })
  await world.pass(LOOK)
  expect(await textsOf(fan)).toEqual(['ida published “Hasty”'])
})

test('a book tells of its texts, and a new book tells once of itself', { tags: ['D-162', 'D-115'] }, async () => {
  const [mary, reader, fan] = [await world.as('mary'), await world.as('reader'), await world.as('fan')]
  const walks = await write(mary, { title: 'Walks', is_book: 1 })
  await followIn(reader, walks)
  await follow(fan, 'mary')
  await write(mary, { title: 'Elsewhere' })
  await write(mary, { title: 'Hills', parent_id: walks.id })
  const letters = await write(mary, { title: 'Letters', is_book: 1, status: 0 })
  await write(mary, { title: 'First letter', parent_id: letters.id })
  await world.pass(LOOK)
  expect(await textsOf(reader)).toEqual(['mary published “Hills”'])
  expect((await inboxOf(reader))[0]?.path).toBe('/walks/hills')
  await change(mary, letters, { status: 1 })
  await world.pass(LOOK)
  expect((await textsOf(fan)).sort()).toEqual(['Elsewhere', 'Hills', 'Letters'].map(t => `mary published “${t}”`))
  // A text that was written while the book was private is new when the book is back.
  await change(mary, letters, { status: 0 })
  await write(mary, { title: 'Second letter', parent_id: letters.id })
  await change(mary, letters, { status: 1 })
  await world.pass(LOOK)
  expect((await textsOf(fan))[0]).toBe('mary published “Second letter”')
  expect((await reader.refused(followBook, { params: { item: 'elsewhere' }, body: { is_on: 1 } })).status).toBe(404)
  const { following } = await reader.visit(itemPage, { parentItem: 'mary', childItem: 'walks' })
  expect(following).toEqual({ is_followed: 1, followers_count: 1 })
  expect((await world.visitor.visit(itemPage, { parentItem: 'mary', childItem: 'elsewhere' })).following).toBeNull()
})

test('followers hear of sessions of a host and of an activity, each person once', { tags: 'D-162' }, async () => {
  const [host, fan, runner, member] = await Promise.all(
    ['the-host', 'fan-of-host', 'runner', 'member'].map(name => world.as(name))
  )
  if (!host || !fan || !runner || !member) throw new Error('unreachable')
  const group = (await host.call(storeGroup, { body: { title: 'Runners' } })).group
  for (const person of [host, member]) await person.call(joinGroup, { params: { hut: group.slug }, body: {} })
  const { challenge } = await host.call(storeActivity, { body: { challenge: { title: 'Morning run', duration: 600 } } })
  const params = { challenge: challenge.slug }
  for (const person of [fan, runner, member]) await person.call(followActivity, { params, body: {} })
  for (const person of [fan, member]) await follow(person, 'the-host')
  const first = await session(host, 'Hills', { hut_id: group.id }, challenge.slug)
  await session(host, 'Fields', {}, challenge.slug)
  await session(host, 'Secret', { unlisted: 1 }, challenge.slug)
  await world.pass(LOOK)
  const ofFan = (await inboxOf(fan)).map(({ text, path }) => [text, path]).sort()
  expect(ofFan).toEqual([
    ['the-host made a new session: Fields', expect.any(String)],
    ['the-host made a new session: Hills', `/sessions/${first.slug}`]
  ])
  expect(await inboxOf(runner)).toMatchObject([
    { text: '2 new sessions of Morning run, the last by the-host', path: `/activities/${challenge.slug}/sessions` }
  ])
  expect((await textsOf(member)).sort()).toEqual([
    'New in Runners: Hills, by the-host',
    'the-host made a new session: Fields'
  ])
  // A session that becomes unlisted or hidden leaves the inbox.
  await world.db.$client.query(`update sessions set unlisted = true where title = 'Hills'`)
  expect(await textsOf(fan)).toEqual(['the-host made a new session: Fields'])
  await world.db.$client.query(
    `update sessions set hidden_at = now(), unlisted = true where title in ('Hills', 'Fields')`
  )
  expect([await textsOf(fan), await textsOf(member)]).toEqual([[], []])
  await world.db.$client.query('update sessions set hidden_at = null, unlisted = false where hidden_at is not null')
})

test('followers hear of a new activity of a person once, when it is listed', { tags: 'D-162' }, async () => {
  const [maker, fan, blocked] = await Promise.all(['maker', 'fan-of-maker', 'blocked'].map(name => world.as(name)))
  if (!maker || !fan || !blocked) throw new Error('unreachable')
  for (const person of [fan, blocked]) await follow(person, 'maker')
  const make = async (title: string, more: object = {}) =>
    (await maker.call(storeActivity, { body: { challenge: { title, duration: 600, ...more } } })).challenge
  await make('Morning yoga')
  const later = await make('Evening yoga', { unlisted: 1 })
  await world.pass(LOOK)
  expect(await inboxOf(fan)).toMatchObject([
    { kind: 'followed_activity', text: 'maker made a new activity: Morning yoga', path: '/activities/morning-yoga' }
  ])
  await maker.call(blockUser, { params: { username: 'blocked' } })
  for (const unlisted of [0, 1, 0] as const) {
    await maker.call(patchActivity, { params: { challenge: later.slug }, body: { challenge: { unlisted } } })
    await world.pass(LOOK)
    const texts = unlisted ? [] : ['maker made a new activity: Evening yoga']
    expect(await textsOf(fan)).toEqual([...texts, 'maker made a new activity: Morning yoga'])
  }
  const { rows } = await world.db.$client.query(
    `select times from reminders where kind = 'followed_activity' order by id`
  )
  // The person who was blocked meanwhile heard of the first one only.
  expect(rows).toEqual([{ times: 1 }, { times: 1 }, { times: 1 }])
})

test('nobody learns whose a second page is', { tags: ['D-162', 'D-35'] }, async () => {
  const [owner, fan] = [await world.as('writer'), await world.as('fan-of-pen')]
  const { person } = await owner.call(storePerson, { body: { username: 'pen-name', title: 'A. Pen' } })
  await follow(fan, 'pen-name')
  await owner.call(blockUser, { params: { username: 'fan-of-pen' } })
  expect((await fan.visit(personPage, { username: 'pen-name' })).following).toMatchObject({ is_followed: 1 })
  await session(owner, 'By the owner')
  await write(owner, { title: 'Of the owner' })
  await owner.call(switchPerson, { params: { person: String(person.id) } })
  await write(owner, { title: 'Of the pen' })
  await world.pass(LOOK)
  expect(await textsOf(fan)).toEqual(['A. Pen published “Of the pen”'])
  const { rows } = await world.db.$client.query(
    'select actor_id from reminders where item_id is not null and user_id = $1',
    [(await fan.user()).id]
  )
  expect(rows).toEqual([{ actor_id: null }])
})

test('a block ends following in both directions, and stops it', { tags: ['D-162', 'D-164'] }, async () => {
  const [una, vic] = [await world.as('una'), await world.as('vic')]
  const poems = await write(una, { title: 'Poems', is_book: 1 })
  await follow(vic, 'una')
  await followIn(vic, poems)
  await follow(una, 'vic')
  const { challenge } = await una.call(storeActivity, { body: { challenge: { title: 'Poetry', duration: 600 } } })
  await vic.call(followActivity, { params: { challenge: challenge.slug }, body: {} })
  await una.call(blockUser, { params: { username: 'vic' } })
  const counts = async () => [
    (await una.visit(personPage, { username: 'una' })).following,
    (await una.visit(itemPage, { parentItem: 'una', childItem: 'poems' })).following,
    (await una.visit(personPage, { username: 'vic' })).following
  ]
  const none = { is_followed: 0, followers_count: 0 }
  expect(await counts()).toEqual([none, none, none])
  for (const [person, username] of [
    [vic, 'una'],
    [una, 'vic']
  ] as const) {
    const refused = await person.refused(followPerson, { params: { username }, body: { is_on: 1 } })
    expect([refused.status, refused.body.message]).toEqual([409, NOT_BLOCKED])
  }
  expect((await vic.refused(followBook, { params: { item: 'poems' }, body: { is_on: 1 } })).status).toBe(409)
  await session(una, 'Reading', {}, challenge.slug)
  await world.pass(LOOK)
  expect(await textsOf(vic)).toEqual([])
  await una.call(unmuteUser, { params: { username: 'vic' } })
  await follow(vic, 'una')
  await vic.call(muteUser, { params: { username: 'una' } })
  await write(una, { title: 'While muted' })
  await world.pass(LOOK)
  expect(await textsOf(vic)).toEqual([])
})

test('nothing of a hidden or suspended author is told', { tags: ['D-162', 'D-149'] }, async () => {
  const [hal, fan] = [await world.as('hal'), await world.as('fan-of-hal')]
  await follow(fan, 'hal')
  await write(hal, { title: 'Before' })
  await world.pass(LOOK)
  await world.db.$client.query(`update persons set hidden_at = now() where username = 'hal'`)
  expect([await textsOf(fan), await fan.visit(followingPage)]).toMatchObject([[], { people: [] }])
  await write(hal, { title: 'Hidden' })
  await world.pass(LOOK)
  await world.db.$client.query(`update persons set hidden_at = null where username = 'hal'`)
  await write(hal, { title: 'Last words' })
  await world.db.$client.query(
    `update users set suspended_until = '2100-01-01', suspended_reason = 'Spam' where username = 'hal'`
  )
  await world.pass(LOOK)
  expect(await textsOf(fan)).toEqual(['hal published “Before”'])
})

test('a person sees what they follow, and cannot follow their own page or too many', { tags: 'D-162' }, async () => {
  const [zoe, amy] = [await world.as('zoe'), await world.as('amy')]
  const book = await write(amy, { title: 'Amy’s walks', is_book: 1 })
  const { challenge } = await amy.call(storeActivity, { body: { challenge: { title: 'Stretch', duration: 600 } } })
  await zoe.call(followActivity, { params: { challenge: challenge.slug }, body: {} })
  await follow(zoe, 'amy')
  await followIn(zoe, book)
  const [person, text, activity] = [
    { id: expect.any(Number), title: 'amy', path: '/amy', username: 'amy' },
    { id: book.id, title: 'Amy’s walks', path: book.path, author: 'amy' },
    { id: challenge.id, title: 'Stretch', path: challenge.path, slug: challenge.slug }
  ]
  expect(await zoe.visit(followingPage)).toEqual({
    people: [person],
    books: [text],
    activities: [activity],
    week_mail: 0
  })
  await change(amy, book, { status: 0 })
  expect((await zoe.visit(followingPage)).books).toEqual([])
  const own = await amy.refused(followPerson, { params: { username: 'amy' }, body: { is_on: 1 } })
  expect([own.status, own.body.message]).toEqual([409, OWN_PAGE])
  expect((await zoe.refused(followPerson, { params: { username: 'nobody-here' }, body: { is_on: 1 } })).status).toBe(
    404
  )
  expect((await zoe.refused(followBook, { params: { item: book.slug }, body: { is_on: 1 } })).status).toBe(404)
  await world.db.$client.query(
    `with many as (insert into persons (user_id, username, title, created_at)
       select user_id, 'many-' || n, 'Many', now() from persons, generate_series(1, ${MOST_FOLLOWED - 2}) n
       where username = 'amy' returning id, username),
       named as (insert into names (name, person_id) select username, id from many)
     insert into follows (user_id, person_id, created_at) select $1, id, now() from many`,
    [(await zoe.user()).id]
  )
  await world.as('one-more')
  await zoe.refused(followPerson, { params: { username: 'one-more' }, body: { is_on: 1 } }).then(({ status }) => {
    expect(status).toBe(409)
  })
  expect(await follow(zoe, 'amy')).toMatchObject({ is_followed: 1 })
  await world.db.$client.query(`delete from persons where username like 'many-%'`)
})

test('publishing only queues the news, and each of many followers is told once', { tags: 'D-162' }, async () => {
  const star = await world.as('star')
  await world.db.$client.query(
    `with people as (insert into users (username, email, name, password_hash, new_messages, created_at)
       select 'crowd-' || n, 'crowd-' || n || '@example.org', 'Crowd', '', '{}', now() from generate_series(1, 1200) n
       returning id)
     insert into follows (user_id, person_id, created_at)
     select people.id, p.id, now() from people, persons p where p.username = 'star'`
  )
  await write(star, { title: 'To all' })
  const queued = await world.db.$client.query('select told_until::int from item_news')
  expect(queued.rows).toEqual([{ told_until: 0 }])
  await world.pass(LOOK)
  const { rows } = await world.db.$client.query(
    `select count(*)::int as told, count(distinct r.user_id)::int as people from reminders r
     join items i on i.id = r.item_id where i.title = 'To all'`
  )
  expect(rows).toEqual([{ told: 1200, people: 1200 }])
  expect((await world.db.$client.query('select from item_news')).rowCount).toBe(0)
  await world.db.$client.query(`delete from users where username like 'crowd-%'`)
})

test('news of what someone follows can be switched off', { tags: 'D-162' }, async () => {
  const [pam, fan] = [await world.as('pam'), await world.as('fan-of-pam')]
  await follow(fan, 'pam')
  await fan.call(updateReminders, { body: { channels: { followed_news: [] } } })
  await write(pam, { title: 'Unheard' })
  await world.pass(LOOK)
  expect(await textsOf(fan)).toEqual([])
})
