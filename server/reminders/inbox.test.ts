/** The contents of an inbox over time, and reading it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { cheerLog } from '../../domain/cheers/api.ts'
import { joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { attachChallenge, declineProposal } from '../../domain/groups/attachment-api.ts'
import { muteUser } from '../../domain/moderation/api.ts'
import { deletePost, storeSessionPost } from '../../domain/posts/api.ts'
import { countUnread, inboxPage, readReminders } from '../../domain/reminders/api.ts'
import { cancelSession, joinSession, leaveSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { openRoom } from '../../testing/room.ts'
import { openLive } from '../../testing/socket-client.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { reminders } from '../db/schema/reminders.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LOOK = 30_000
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const iso = (at: number): string => new Date(at).toISOString()
const inboxOf = async (person: Caller) => (await person.visit(inboxPage)).reminders
const textsOf = async (person: Caller) => (await inboxOf(person)).map(({ text }) => text)
const post = (person: Caller, event: string, parent_id?: number) =>
  person.call(storeSessionPost, { params: { event }, body: { item: { content: 'Hello', parent_id } } })

async function planned(host: Caller, title: string, startsIn: number, members: Caller[] = []) {
  const started_at = iso(world.clock.now() + startsIn)
  const { event } = await host.call(storeSession, { body: { challenge: { title, duration: 3600, started_at } } })
  for (const member of members) await member.call(joinSession, { params: { event: event.slug }, body: {} })
  return { params: { event: event.slug }, started_at }
}

test('participants are reminded once, ten minutes before a session starts', async () => {
  const names = ['the-host', 'a-guest', 'who-left', 'who-came-late']
  const [host, guest, leaver, late] = await Promise.all(names.map(name => world.as(name)))
  if (!host || !guest || !leaver || !late) throw new Error('unreachable')
  await world.secondNode()
  const { params, started_at } = await planned(host, 'Deep work', HOUR, [guest, leaver])
  await leaver.call(leaveSession, { params, body: {} })
  await world.pass(49 * MINUTE)
  expect(await textsOf(guest)).toEqual([])
  await world.pass(MINUTE + LOOK)
  const told = { kind: 'session_soon', text: 'Deep work starts', path: `/sessions/${params.event}`, at: started_at }
  expect(await inboxOf(guest)).toEqual([{ id: expect.any(Number), ...told, is_read: 0 }])
  expect(await textsOf(host)).toEqual(['Deep work starts'])
  expect(await textsOf(leaver)).toEqual([])
  // A person who joins now knows that it starts.
  await late.call(joinSession, { params, body: {} })
  await world.pass(2 * LOOK)
  expect([await textsOf(late), (await guest.user()).unread_reminders]).toEqual([[], 1])
})

test('a start that moves is announced again, and a cancelled session is in no inbox', async () => {
  const [kim, lin] = [await world.as('kim'), await world.as('lin')]
  const { params } = await planned(kim, 'Circle', HOUR, [lin])
  await world.pass(51 * MINUTE)
  expect(await textsOf(lin)).toEqual(['Circle starts'])
  await lin.call(readReminders, { body: {} })
  const started_at = iso(world.clock.now() + 5 * HOUR)
  await kim.call(patchSession, { params, body: { challenge: { started_at } } })
  await world.pass(LOOK)
  expect((await inboxOf(lin))[0]?.is_read).toBe(1)
  world.clock.jump(4 * HOUR + 51 * MINUTE)
  await world.pass(LOOK)
  expect(await inboxOf(lin)).toMatchObject([{ text: 'Circle starts', at: started_at, is_read: 0 }])
  await kim.call(cancelSession, { params })
  expect([await textsOf(lin), await lin.call(countUnread)]).toEqual([[], { unread: 0 }])
})

test('a person is reminded once of their turn, unless they are in the room or the turn is short', {
  tags: 'TMR-06'
}, async () => {
  const [una, joe, kay] = [await world.as('una'), await world.as('joe'), await world.as('kay')]
  await world.secondNode()
  const circle = async (title: string, duration: number) => {
    const plan = partGroupOf([partOf({ duration, per_participant: true, sets: 2 })])
    const challenge = { title, duration: 3600, parts: [plan] }
    const { event } = await una.call(storeSession, { body: { challenge } })
    for (const person of [joe, kay]) await person.call(joinSession, { params: { event: event.slug }, body: {} })
    return { id: event.id, params: { event: event.slug } }
  }
  const { id, params } = await circle('Circle of turns', 180)
  await circle('Quick circle', 60)
  const live = await openLive(world.app, kay)
  live.say({ type: 'join', room: id })
  await live.hears(({ type }) => type === 'join')
  const turn = 'It’s your turn in Circle of turns'
  const later = async (ms: number) => {
    world.clock.jump(ms)
    await world.pass(5000)
  }
  await later(0)
  expect([await textsOf(una), await textsOf(joe)]).toEqual([[turn], []])
  await later(3 * MINUTE)
  const [told] = await inboxOf(joe)
  expect(told).toMatchObject({ kind: 'your_turn', text: turn, path: `/sessions/${params.event}`, is_read: 0 })
  // Kay is in the room. Joe has read his reminder, and gets no other before his next turn.
  await joe.call(readReminders, { body: {} })
  await later(3 * MINUTE)
  expect([await textsOf(kay), await joe.call(countUnread)]).toEqual([[], { unread: 0 }])
  // Una leaves, so her turn passes to joe, who is reminded at once.
  await later(3 * MINUTE)
  expect(await joe.call(countUnread)).toEqual({ unread: 0 })
  await una.call(leaveSession, { params, body: {} })
  await later(0)
  expect(await joe.call(countUnread)).toEqual({ unread: 1 })
})

test('a reply reminds the author of the post, counts while unread, and disappears with the replies', async () => {
  const [ada, grace, hedy] = [await world.as('ada'), await world.as('grace'), await world.as('hedy')]
  const { event, title } = await openRoom(ada, [grace, hedy])
  await planned(ada, 'Deep work', 10 * MINUTE)
  await world.pass(LOOK)
  await ada.call(readReminders, { body: {} })
  const { id } = await post(ada, event)
  await post(ada, event, id)
  expect((await ada.user()).unread_reminders).toBe(0)
  const replies = [await post(grace, event, id)]
  const [first] = await inboxOf(ada)
  expect(first).toMatchObject({ text: `grace replied to your post in ${title}`, path: `/sessions/${event}/hut` })
  replies.push(await post(hedy, event, id))
  const [second] = await inboxOf(ada)
  expect(second).toEqual({ ...first, text: `2 new replies to your post in ${title}, the last by hedy` })
  expect(await ada.call(readReminders, { body: { id: second?.id } })).toEqual({ unread: 0 })
  replies.push(await post(grace, event, id))
  expect((await inboxOf(ada))[0]).toMatchObject({ text: `grace replied to your post in ${title}`, is_read: 0 })
  for (const reply of replies) {
    expect(await inboxOf(ada)).toMatchObject([{ kind: 'post_reply' }, { kind: 'session_soon' }])
    await ada.call(deletePost, { params: { post: String(reply.id) } })
  }
  expect(await inboxOf(ada)).toMatchObject([{ kind: 'session_soon' }])
})

test('a cheer reminds the author of the log, and disappears with the last cheer', async () => {
  const [tess, grace, hedy] = [await world.as('tess'), await world.as('grace'), await world.as('hedy')]
  const { event, title } = await openRoom(tess, [grace, hedy])
  const { log } = await tess.call(storeSessionLog, { params: { event }, body: { amount: 3 } })
  const cheer = (person: Caller, cheered: 0 | 1) =>
    person.call(cheerLog, { params: { log: String(log.id) }, body: { cheered } })
  await cheer(grace, 1)
  await cheer(hedy, 1)
  expect(await inboxOf(tess)).toMatchObject([
    { text: `2 new cheers for your log in ${title}, the last by hedy`, path: `/sessions/${event}/logs` }
  ])
  for (const person of [grace, hedy]) await cheer(person, 0)
  expect(await textsOf(tess)).toEqual([])
})

test('nobody is reminded of what a muted person does', async () => {
  const [rosa, eve] = [await world.as('rosa'), await world.as('eve')]
  const { event } = await openRoom(rosa, [eve])
  const { id } = await post(rosa, event)
  await rosa.call(muteUser, { params: { username: 'eve' } })
  await post(eve, event, id)
  expect(await textsOf(rosa)).toEqual([])
})

test('a person’s pages are notified at once, and what arrives after a page was read stays unread', async () => {
  const [ines, grace] = [await world.as('ines'), await world.as('grace')]
  const { event } = await openRoom(ines, [grace])
  const { id } = await post(ines, event)
  const [socket, other] = [await openLive(world.app, ines), await openLive(world.app, grace)]
  const isInbox = ({ type }: { type: string }) => type === 'inbox'
  await post(grace, event, id)
  await socket.hears(isInbox)
  expect(other.got.some(isInbox)).toBe(false)
  const { as_of, unread } = await ines.visit(inboxPage)
  expect(unread).toBe(1)
  world.clock.jump(1000)
  await post(grace, event, (await post(ines, event)).id)
  expect(await ines.call(readReminders, { body: { until: as_of } })).toEqual({ unread: 1 })
  // Other people's reminders cannot be marked as read.
  const [mine] = await inboxOf(ines)
  await grace.call(readReminders, { body: { id: mine?.id } })
  expect(await ines.call(countUnread)).toEqual({ unread: 1 })
  expect((await world.visitor.refused(countUnread)).status).toBe(401)
})

test('an inbox holds ninety days', async () => {
  const [nora, grace] = [await world.as('nora'), await world.as('grace')]
  const { event } = await openRoom(nora, [grace])
  await post(grace, event, (await post(nora, event)).id)
  world.clock.jump(89 * 24 * HOUR)
  await world.pass(LOOK)
  expect(await world.db.$count(reminders)).toBeGreaterThan(0)
  world.clock.jump(2 * 24 * HOUR)
  await world.pass(LOOK)
  expect(await world.db.$count(reminders)).toBe(0)
})

test('each member of a large group is reminded once of a new session, and its creator is not', async () => {
  const [maker, member, other] = [await world.as('maker'), await world.as('member'), await world.as('other')]
  const { group } = await maker.call(storeGroup, { body: { title: 'Runners' } })
  for (const person of [member, other]) await person.call(joinGroup, { params: { hut: group.slug }, body: null })
  await world.db.$client.query(
    `with people as (insert into users (username, email, name, password_hash, new_messages, created_at)
       select 'runner-' || n, 'runner-' || n || '@example.org', 'Runner', '', '{}', now() from generate_series(1, 1200) n
       returning id)
     insert into group_members (group_id, user_id, created_at) select $1, id, now() from people`,
    [group.id]
  )
  await world.db.$client.query('update groups set user_count = user_count + 1200 where id = $1', [group.id])
  await world.secondNode()
  const started_at = iso(world.clock.now() + HOUR)
  const { event } = await maker.call(storeSession, {
    body: { challenge: { title: 'Hills', duration: 3600, started_at, hut_id: group.id } } as never
  })
  await other.call(joinSession, { params: { event: event.slug }, body: {} })
  await world.pass(2 * LOOK)
  const told = { kind: 'group_session', text: 'New in Runners: Hills, by maker', path: `/sessions/${event.slug}` }
  expect(await inboxOf(member)).toEqual([{ id: expect.any(Number), ...told, at: started_at, is_read: 0 }])
  // A person who has joined already is not reminded.
  expect([await textsOf(maker), await textsOf(other)]).toEqual([[], []])
  const { rows } = await world.db.$client.query(
    `select count(*)::int as told, count(distinct user_id)::int as people from reminders where kind = 'group_session'`
  )
  expect(rows).toEqual([{ told: 1201, people: 1201 }])
  await world.db.$client.query(`delete from users where username like 'runner-%'`)
  await world.db.$client.query('update groups set user_count = user_count - 1200 where id = $1', [group.id])
})

test('the creator of a group is told of a declined proposal, and can ask again a day later', {
  tags: 'D-134'
}, async () => {
  const [creator, host] = [await world.as('creator'), await world.as('host-of-it')]
  const { slug: hut } = (await creator.call(storeGroup, { body: { title: 'Poets' } })).group
  const { slug: challenge } = (await host.call(storeActivity, { body: { challenge: { title: 'Morning pages' } } }))
    .challenge
  const params = { hut, challenge }
  await creator.call(attachChallenge, { params })
  await host.call(declineProposal, { params })
  await host.call(declineProposal, { params })
  const text = 'host-of-it declined to move Morning pages into Poets'
  expect(await inboxOf(creator)).toMatchObject([{ kind: 'proposal_declined', text, path: `/activities/${challenge}` }])
  expect((await creator.refused(attachChallenge, { params })).status).toBe(409)
  await world.pass(24 * HOUR)
  expect(await creator.call(attachChallenge, { params })).toMatchObject({ is_proposed: 1 })
})
