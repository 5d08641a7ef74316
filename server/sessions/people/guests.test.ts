/** Guests: joining with a name, what they may do, registering, and being forgotten (D-152). */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login, register } from '../../../domain/accounts/api.ts'
import { GUESTS_REGISTER, NAME_TAKEN, NO_GUEST, REGISTERED_ALREADY } from '../../../domain/accounts/guest.ts'
import { schedulePersonDeletion, signOutPerson } from '../../../domain/admin/people-api.ts'
import { sendMessage, sessionChatPage } from '../../../domain/chat/api.ts'
import { deleteAccount } from '../../../domain/deletion/api.ts'
import { getFaces } from '../../../domain/faces/api.ts'
import { newGoal, storeGoal } from '../../../domain/goals/api.ts'
import { joinGroup } from '../../../domain/groups/api.ts'
import { ALLOWANCES } from '../../../domain/lib/limits.ts'
import { Refused, refuse } from '../../../domain/lib/refusal.ts'
import { deleteLog } from '../../../domain/logs/api.ts'
import { removeParticipant } from '../../../domain/moderation/api.ts'
import {
  joinAsGuest,
  joinSession,
  leaveSession,
  sessionPage,
  setGuests,
  shareHosting,
  storeSessionLog,
  userIsReady
} from '../../../domain/sessions/api.ts'
import { storeSession } from '../../../domain/sessions/builder-api.ts'
import { GUESTS_LISTEN, NO_GUESTS } from '../../../domain/sessions/people/guests.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { eventsOf } from '../../../testing/room.ts'
import { type Caller, createCaller, openWorld, type World } from '../../../testing/world.ts'
import { createGuest } from '../../accounts/guests.ts'
import { audit } from '../../tokens/audit.ts'
import { lockBalance } from '../../tokens/balance-rows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A running session of an hour that only its link opens. */
async function room(host: Caller, more: object = {}) {
  const { event } = await host.call(storeSession, {
    body: { challenge: { title: 'Squats', duration: 3600, unlisted: 1, ...more } }
  })
  const params = { event: event.slug }
  return { id: event.id, params }
}
type Room = Awaited<ReturnType<typeof room>>

async function guestIn({ params }: Pick<Room, 'params'>, name: string): Promise<Caller> {
  const caller = createCaller(world, name)
  const { user } = await caller.call(joinAsGuest, { params, body: { name }, key: randomUUID() })
  return Object.assign(caller, { username: user.username })
}
const refusalOf = async (who: Caller, { params }: Room, body: object) => {
  const { status, body: refused } = await who.refused(joinAsGuest, { params, body })
  return [status, refused.message]
}
const registration = (username: string) => ({
  ...{
    email: `${username}@example.org`,
    username,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    terms: 1 as const
  }
})
const inRoom = async ({ params }: Room) =>
  (await world.visitor.visit(sessionPage, params)).participants.map(({ username }) => username)
const rowOf = async (username: string) =>
  (await world.db.$client.query('select * from users where username = $1', [username])).rows[0]
async function passHour(): Promise<void> {
  world.clock.jump(HOUR)
  await world.pass(30_000)
  await world.pass(5000)
}

test('a visitor joins with a name, is in the room at once and logs', { tags: 'D-152' }, async () => {
  const host = await world.as('ada')
  const hall = await room(host)
  const visitor = createCaller(world, 'tess')
  const { user, participant } = await visitor.call(joinAsGuest, { params: hall.params, body: { name: ' Tess  B ' } })
  expect(user).toMatchObject({
    guest_name: 'Tess B',
    email: user.username,
    all_remaining_tokens: 99,
    is_unconfirmed: 1
  })
  expect(participant).toMatchObject({ username: user.username, role: 0 })
  expect(await visitor.user()).toEqual(user)
  const { log } = await visitor.call(storeSessionLog, { params: hall.params, body: { amount: 10 } })
  const page = await world.visitor.visit(sessionPage, hall.params)
  expect(page.challengeEvent).toMatchObject({ guests: 1, guests_chat: 0, summary: { logs: 1 } })
  expect(page.recent_logs).toMatchObject([{ username: user.username }])
  const usernames = `${user.username},ada,guest-22222`
  expect((await world.visitor.call(getFaces, { query: { usernames } })).guests).toEqual({ [user.username]: 'Tess B' })
  await visitor.call(deleteLog, { params: { log: String(log.id) } })
  await visitor.call(leaveSession, { params: hall.params, body: {} })
  await visitor.call(joinSession, { params: hall.params, body: {} })
  expect(await inRoom(hall)).toEqual(['ada', user.username])
})

test('a guest has no page, and is in no list or search', { tags: 'D-152' }, async () => {
  const tess = await guestIn(await room(await world.as('ada')), 'Tess')
  expect((await world.visitor.request({ url: `/${tess.username}` })).statusCode).toBe(404)
  expect((await world.visitor.request({ url: `/api/${tess.username}` })).statusCode).toBe(404)
  expect((await world.visitor.request({ url: '/sitemap.xml' })).body).not.toContain(tess.username)
  const admin = await world.admin()
  const people = (await admin.request({ url: '/api/admin/people' })).body
  expect(people).not.toContain(tess.username)
  expect((await admin.request({ url: `/api/admin/people?q=${tess.username}` })).body).toContain('"Tess"')
})

test('everything else needs an account', { tags: 'D-152' }, async () => {
  const hall = await room(await world.as('ada'))
  const tess = await guestIn(hall, 'Tess')
  const tasks = [{ ...newGoal(randomUUID()), title: 'Read' }]
  for (const [call, input] of [
    [storeGoal, { body: { challenge: { tasks } } }],
    [storeSession, { body: { challenge: { title: 'Mine' } } }],
    [joinGroup, { params: { hut: 'calm' }, body: {} }]
  ] as const) {
    const { status, body } = await tess.refused(call, input)
    expect([status, body.message]).toEqual([403, GUESTS_REGISTER])
  }
  expect((await tess.request({ url: '/api/my/goals' })).statusCode).toBe(200)
})

test('guests join where the host lets them, and the host can change that at any time', { tags: 'D-152' }, async () => {
  const host = await world.as('ada')
  const listed = await room(host, { unlisted: 0 })
  const visitor = createCaller(world, 'tess')
  expect(await refusalOf(visitor, listed, { name: 'Tess' })).toEqual([403, NO_GUESTS])
  const on = await host.call(setGuests, { params: listed.params, body: { guests: 1, guests_chat: 0 } })
  expect(on).toMatchObject({ guests: 1, guests_chat: 0 })
  expect((await eventsOf(world, listed.id)).at(-1)).toEqual({ type: 'update', data: { guests: 1, guests_chat: 0 } })
  const tess = await guestIn(listed, 'Tess')
  expect((await tess.refused(setGuests, { params: listed.params, body: { guests: 1, guests_chat: 1 } })).status).toBe(
    403
  )

  await host.call(setGuests, { params: listed.params, body: { guests: 0, guests_chat: 0 } })
  expect(await refusalOf(createCaller(world, 'tom'), listed, { name: 'Tom' })).toEqual([403, NO_GUESTS])
  const log = await tess.refused(storeSessionLog, { params: listed.params, body: { amount: 1 } })
  expect([log.status, log.body.message]).toEqual([403, NO_GUESTS])
  await tess.call(leaveSession, { params: listed.params, body: {} })
  expect((await tess.refused(joinSession, { params: listed.params, body: {} })).status).toBe(403)
})

test('guests chat where the host lets them', { tags: 'D-152' }, async () => {
  const host = await world.as('ada')
  const hall = await room(host)
  const tess = await guestIn(hall, 'Tess')
  const say = { body: { content: 'Hello', messageable_type: 'challenge_event', messageable_id: hall.id } } as const
  const { status, body } = await tess.refused(sendMessage, say)
  expect([status, body.message]).toEqual([403, GUESTS_LISTEN])
  await host.call(setGuests, { params: hall.params, body: { guests: 1, guests_chat: 1 } })
  expect((await tess.call(sendMessage, say)).message.username).toBe(tess.username)
})

test('nobody joins under the name of someone in the session or of its host', { tags: 'D-152' }, async () => {
  const host = await world.as('ada')
  const hall = await room(host)
  await (await world.as('grace')).call(joinSession, { params: hall.params, body: {} })
  await guestIn(hall, 'Tess')
  for (const name of ['ADA', 'g-r-a-c-e', 'Téss']) {
    expect(await refusalOf(createCaller(world, name), hall, { name })).toEqual([422, NAME_TAKEN])
  }
  await host.call(leaveSession, { params: hall.params, body: {} })
  expect(await refusalOf(createCaller(world, 'x'), hall, { name: 'Ada' })).toEqual([422, NAME_TAKEN])
  const joins = await Promise.allSettled(['Tom', 'TOM', 'tom'].map(name => guestIn(hall, name)))
  expect(joins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a guest joins another session, with another name if someone there has theirs', { tags: 'D-152' }, async () => {
  const host = await world.as('ada')
  const [one, two] = [await room(host), await room(await world.as('tess'))]
  const tess = await guestIn(one, 'Tess')
  const refused = await tess.refused(joinSession, { params: two.params, body: {} })
  expect([refused.status, refused.body.message]).toEqual([422, NAME_TAKEN])
  // The name must be free in the session that they are in, too.
  expect(await refusalOf(tess, two, { name: 'Ada' })).toEqual([422, NAME_TAKEN])
  const { user } = await tess.call(joinAsGuest, { params: two.params, body: { name: 'Tessa' } })
  expect(user).toMatchObject({ username: tess.username, guest_name: 'Tessa' })
  expect([await inRoom(one), await inRoom(two)]).toEqual([
    ['ada', tess.username],
    ['tess', tess.username]
  ])
})

test('the join code is needed, and two presses or a lost response make one guest', { tags: 'D-152' }, async () => {
  const hall = await room(await world.as('ada'), { unlisted: 0, needs_code: 1, join_code: 'sesame' })
  const visitor = createCaller(world, 'x')
  const { status, body } = await visitor.refused(joinAsGuest, { params: hall.params, body: { name: 'Tess' } })
  expect([status, body.error_code]).toEqual([403, 'WRONG_CODE'])
  const input = { params: hall.params, body: { name: 'Tess', join_code: ' Sesame ' }, key: randomUUID() }
  const tabs = [createCaller(world, 'a'), createCaller(world, 'b')]
  const both = await Promise.all(tabs.map(tab => tab.call(joinAsGuest, input)))
  const again = await createCaller(world, 'c').call(joinAsGuest, input)
  expect(new Set([...both, again].map(({ user }) => user.username)).size).toBe(1)
  expect((await inRoom(hall)).length).toBe(2)
})

test('a press whose twin joins during its check gets the same guest', { tags: 'D-152' }, async () => {
  const wish = { name: 'Twin', time_zone: undefined, key: randomUUID() }
  const taken = async () => refuse({ kind: 'conflict', message: 'Someone here has this name.' })
  let twin: { id: number } | null = null
  const late = await createGuest(world, wish, async () => {
    twin = await createGuest(world, wish, async () => {})
    await taken()
  })
  expect(late).toEqual(twin)
  const free = { ...wish, key: randomUUID() }
  const second = await createGuest(world, free, async () => {
    twin = await createGuest(world, free, async () => {})
  })
  expect(second).toEqual(twin)
  const other = { ...wish, key: randomUUID() }
  await expect(createGuest(world, other, taken)).rejects.toThrow(Refused)
})

test('someone with an account joins with it, and a removed guest stays out', { tags: 'D-152' }, async () => {
  const host = await world.as('ada')
  const hall = await room(host)
  expect(await refusalOf(await world.as('grace'), hall, { name: 'Tess' })).toEqual([409, NO_GUEST])
  const tess = await guestIn(hall, 'Tess')
  await host.call(removeParticipant, { params: { ...hall.params, username: tess.username } })
  expect((await tess.refused(joinSession, { params: hall.params, body: {} })).status).toBe(403)
})

test('a guest never hosts', { tags: ['D-152', 'D-73'] }, async () => {
  const host = await world.as('ada')
  const hall = await room(host)
  const tess = await guestIn(hall, 'Tess')
  const share = await host.refused(shareHosting, { params: { ...hall.params, username: tess.username } })
  expect(share.status).toBe(409)
  await (await world.as('grace')).call(joinSession, { params: hall.params, body: {} })
  await host.call(leaveSession, { params: hall.params, body: {} })
  const roles = (await world.visitor.visit(sessionPage, hall.params)).participants.map(one => [one.username, one.role])
  expect(roles).toEqual([
    [tess.username, 0],
    ['grace', 1]
  ])
})

test('registering keeps the account, its logs, messages and places, and fills up the balance', {
  tags: 'D-152'
}, async () => {
  const host = await world.as('ada')
  const [hall, later] = [await room(host), await room(host, { is_manually_started: 1 })]
  await host.call(setGuests, { params: hall.params, body: { guests: 1, guests_chat: 1 } })
  const tess = await guestIn(hall, 'Tess')
  await tess.call(joinSession, { params: later.params, body: {} })
  await tess.call(userIsReady, { params: later.params, body: { is_ready: 1 } })
  await tess.call(storeSessionLog, { params: hall.params, body: { amount: 10 } })
  const say = { content: 'Hi', messageable_type: 'challenge_event', messageable_id: hall.id } as const
  await tess.call(sendMessage, { body: say })
  const { id } = await tess.user()
  const seq = (await world.visitor.visit(sessionPage, hall.params)).challengeEvent.seq
  const cookie = tess.cookies().hut_login

  const { user } = await tess.call(register, { body: registration('tess-b') })
  expect(user).toMatchObject({ id, username: 'tess-b', guest_name: null, email: 'tess-b@example.org', is_new: 1 })
  expect(user.all_remaining_tokens).toBe(1000 - 4)
  expect(user.person.id).toBeGreaterThan(0)
  expect(tess.cookies().hut_login).not.toBe(cookie)
  const old = createCaller(world, 'old', { hut_login: cookie ?? '' })
  expect(await old.user()).toBeNull()

  const page = await tess.visit(sessionPage, hall.params)
  expect(page.me?.username).toBe('tess-b')
  expect(page.me?.task_totals['']).toMatchObject({ amount: 10 })
  expect(await inRoom(later)).toEqual(['ada', 'tess-b'])
  const { messages } = await world.visitor.visit(sessionChatPage, hall.params)
  expect(messages.map(({ username }) => username)).toEqual(['tess-b'])
  expect(await eventsOf(world, hall.id, seq)).toMatchObject([
    { type: 'update', data: { left: [tess.username], participants: [{ username: 'tess-b' }], reload: true } }
  ])
  expect((await world.visitor.request({ url: '/tess-b' })).statusCode).toBe(200)
  const phone = createCaller(world, 'phone')
  await phone.call(login, { body: { email: 'tess-b@example.org', password: PASSWORD } })
  expect((await audit(world.db)).findings).toEqual([])
})

test('registering ends a deletion that the guest chose, and none that an admin scheduled', {
  tags: ['D-131', 'D-152']
}, async () => {
  const [hall, admin] = [await room(await world.as('ada')), await world.admin()]
  const [theirs, ours] = [await guestIn(hall, 'Tess'), await guestIn(hall, 'Tom')]
  await theirs.call(deleteAccount, { body: {} })
  await admin.call(schedulePersonDeletion, { params: { username: (await ours.user()).username }, body: {} })
  expect((await theirs.call(register, { body: registration('tess-stays') })).user.delete_at).toBeNull()
  const { user } = await ours.call(register, { body: registration('tom-goes') })
  expect(user).toMatchObject({ delete_at: expect.any(String), is_deletion_by_admin: 1 })
})

test('a guest who has left a session and registers has the new name there too', { tags: 'D-152' }, async () => {
  const hall = await room(await world.as('ada'))
  const tess = await guestIn(hall, 'Tess')
  await tess.call(leaveSession, { params: hall.params, body: {} })
  const { seq } = (await world.visitor.visit(sessionPage, hall.params)).challengeEvent
  await tess.call(register, { body: registration('tess-left') })
  // Open pages show what she said, and load it again.
  expect(await eventsOf(world, hall.id, seq)).toMatchObject([
    { type: 'update', data: { left: [tess.username], participants: [], reload: true } }
  ])
})

test('the sweep sends a registered guest’s username again after a failure', { tags: 'D-152' }, async () => {
  const [hall, other] = [await room(await world.as('ada')), await room(await world.as('ada'))]
  const tess = await guestIn(hall, 'Tess')
  await tess.call(joinSession, { params: other.params, body: {} })
  vi.spyOn(world.deps.rooms, 'transact').mockRejectedValueOnce(new Error('Connection terminated unexpectedly'))
  const { user } = await tess.call(register, { body: registration('tess-late') })
  expect(user.username).toBe('tess-late')
  const seqs = await Promise.all([hall, other].map(async ({ id }) => (await eventsOf(world, id)).length))
  for (let pass = 0; pass < 2; pass++) {
    await world.pass(30_000)
    for (const [index, { id }] of [hall, other].entries())
      expect((await eventsOf(world, id)).slice(seqs[index])).toMatchObject([
        { data: { left: [tess.username], participants: [{ username: 'tess-late' }], reload: true } }
      ])
  }
})

test('a guest whose registration is not committed stays the guest', { tags: 'D-152' }, async () => {
  const hall = await room(await world.as('ada'))
  const tess = await guestIn(hall, 'Tess')
  const { query } = Client.prototype
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    if (given[0] !== 'commit') return Reflect.apply(query, this, given)
    spy.mockRestore()
    return Promise.reject(new Error('Connection terminated unexpectedly'))
  } as never)
  const payload = registration('tess-lost')
  const response = await tess.request({ method: 'POST', url: '/api/register', payload })
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([503, undefined])
  expect(await tess.user()).toMatchObject({ username: tess.username, guest_name: 'Tess' })
  expect((await tess.call(register, { body: payload })).user.username).toBe('tess-lost')
  expect(await inRoom(hall)).toEqual(['ada', 'tess-lost'])
})

test('two tabs that register at once make one account', { tags: 'D-152' }, async () => {
  const hall = await room(await world.as('ada'))
  const tess = await guestIn(hall, 'Tess')
  const tabs = ['tab-a', 'tab-b'].map(name => createCaller(world, name, tess.cookies()))
  const bodies = ['tess-one', 'tess-two'].map(registration)
  const outcomes = await Promise.all(
    tabs.map(async (tab, index) => {
      const response = await tab.request({ method: 'POST', url: '/api/register', payload: bodies[index] as object })
      return [response.statusCode, response.json().message]
    })
  )
  expect(outcomes.map(([status]) => status).sort()).toEqual([200, 409])
  expect(outcomes.find(([status]) => status === 409)?.[1]).toBe(REGISTERED_ALREADY)
  const { rows } = await world.db.$client.query(`select username from users where username like 'tess-___'`)
  expect(rows).toHaveLength(1)
  expect(await inRoom(hall)).toEqual(['ada', rows[0].username])
})

test('a join in one tab and a registration in another one don’t wait for each other', {
  tags: 'D-152'
}, async () => {
  const hall = await room(await world.as('ada'))
  const tess = await guestIn(hall, 'Tess')
  const { id } = await tess.user()
  const isWaiting = async (): Promise<boolean> => {
    const { rowCount } = await world.db.$client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    )
    return rowCount !== 0
  }
  const registered = await world.db.transaction(async tx => {
    // A join locks the balance, and then stores a row that refers to the user.
    await lockBalance(tx, id)
    const registering = tess.call(register, { body: registration('tess-joins') })
    while (!(await isWaiting())) await tess.visit(sessionPage, hall.params)
    await tx.execute(sql`select from users where id = ${id} for key share nowait`)
    return { registering }
  })
  expect((await registered.registering).user).toMatchObject({ id, username: 'tess-joins' })
})

test('signing in to an account leaves the guest where they were', { tags: 'D-152' }, async () => {
  const hall = await room(await world.as('ada'))
  await world.as('grace')
  const tess = await guestIn(hall, 'Tess')
  const { user } = await tess.call(login, { body: { email: 'grace@example.org', password: PASSWORD } })
  expect(user).toMatchObject({ username: 'grace', guest_name: null })
  await passHour()
  await passHour()
  // Nobody can sign in as the guest any more, so the sweep deletes them.
  expect(await rowOf(tess.username)).toBeUndefined()
})

test('a guest who does not return for 30 days is deleted, and what they did stays without a name', {
  tags: ['D-152', 'D-131']
}, async () => {
  const host = await world.as('ada')
  const hall = await room(host)
  await host.call(setGuests, { params: hall.params, body: { guests: 1, guests_chat: 1 } })
  const tess = await guestIn(hall, 'Tess')
  const stays = await guestIn(hall, 'Tom')
  await tess.call(storeSessionLog, { params: hall.params, body: { amount: 10, content: 'My knee' } })
  const say = { content: 'Hi', messageable_type: 'challenge_event', messageable_id: hall.id } as const
  await tess.call(sendMessage, { body: say })
  const { id } = await tess.user()
  const mails = world.mails.length
  world.clock.jump(20 * DAY)
  await stays.user()
  world.clock.jump(10 * DAY + HOUR)
  await passHour()
  await passHour()
  const { rows } = await world.db.$client.query('select * from users where id = $1', [id])
  expect(rows[0]).toMatchObject({ username: `deleted-${id}`, name: 'deleted', guest_key: null })
  expect(await stays.user()).toMatchObject({ guest_name: 'Tom' })
  const { messages } = await world.visitor.visit(sessionChatPage, hall.params)
  expect(messages).toMatchObject([{ content: 'Hi', username: `deleted-${id}` }])
  const page = await world.visitor.visit(sessionPage, hall.params)
  expect(page.challengeEvent.summary.logs).toBe(1)
  expect(JSON.stringify(page)).not.toContain('Tess')
  expect(world.mails.slice(mails).filter(({ to }) => to.includes('guest'))).toEqual([])
})

test('a guest deletes the account without a password, and exports what is theirs', { tags: 'D-152' }, async () => {
  const tess = await guestIn(await room(await world.as('ada')), 'Tess')
  const exported = (await tess.request({ url: '/api/account/export' })).json()
  expect(exported.profile).toMatchObject([{ name: 'Tess', username: tess.username }])
  expect(JSON.stringify(exported)).not.toContain('guest_key')
  world.clock.jump(HOUR)
  const { user } = await tess.call(deleteAccount, { body: {} })
  expect(user.delete_at).not.toBeNull()
})

test('an admin decides about guests, and staff can suspend one but not email them', {
  tags: ['D-152', 'D-146']
}, async () => {
  const host = await world.as('ada')
  const hall = await room(host)
  const tess = await guestIn(hall, 'Tess')
  const admin = await world.admin()
  const set = async (settings: object) => {
    const { revision } = (await admin.request({ url: '/api/admin/settings' })).json().serverData
    await admin.request({ method: 'PATCH', url: '/api/admin/settings', payload: { revision, settings } })
  }
  await set({ guests: 'never' })
  expect(await refusalOf(createCaller(world, 'x'), hall, { name: 'Tom' })).toEqual([403, NO_GUESTS])
  expect((await host.visit(sessionPage, hall.params)).challengeEvent.guests).toBe(0)
  await set({ guests: 'open', registration: 'invite' })
  expect((await refusalOf(createCaller(world, 'x'), hall, { name: 'Tom' }))[0]).toBe(403)
  await set({ guests: 'always' })
  await guestIn(hall, 'Tom')
  await set({ guests: 'open', registration: 'open' })
  const act = (path: string, payload: object) =>
    admin.request({ method: 'POST', url: `/api/admin/people/${tess.username}/${path}`, payload })
  expect((await act('suspend', { days: 3, reason: 'Spam' })).statusCode).toBe(200)
  expect((await tess.refused(storeSessionLog, { params: hall.params, body: { amount: 1 } })).status).toBe(403)
  expect((await act('reset-mail', {})).statusCode).toBe(409)
})

test('the key of a guest ends with their logins', { tags: 'D-152' }, async () => {
  const host = await world.as('ada')
  const { params } = await room(host)
  const key = randomUUID()
  const join = async () =>
    (await createCaller(world, 'x').call(joinAsGuest, { params, body: { name: 'Una' }, key })).user
  const first = await join()
  expect((await join()).id).toBe(first.id)
  const admin = await world.admin()
  await admin.call(signOutPerson, { params: { username: first.username }, body: {} })
  expect((await createCaller(world, 'x').refused(joinAsGuest, { params, body: { name: 'Una' }, key })).status).toBe(422)
})

test('a hall of people joins at once, and more than 300 in ten minutes wait', { tags: 'D-152' }, async () => {
  const strict = await openWorld({ RATE_LIMITS: 'on' })
  const host = await strict.as('ada')
  const { event } = await host.call(storeSession, {
    body: { challenge: { title: 'Hall', duration: 3600, unlisted: 1 } }
  })
  const join = (nth: number) =>
    createCaller(strict, `hall-${nth}`).request({
      method: 'POST',
      url: `/api/challenge-events/${event.slug}/guests`,
      payload: { name: `Person ${nth}` }
    })
  const first = await Promise.all(Array.from({ length: 300 }, (_, nth) => join(nth)))
  expect(new Set(first.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const more = await join(301)
  expect([more.statusCode, more.headers['retry-after']]).toEqual([429, '600'])
  const guest = createCaller(
    strict,
    'one',
    Object.fromEntries((first[0]?.cookies ?? []).map(({ name, value }) => [name, value]))
  )
  const log = () =>
    guest.request({ method: 'POST', url: `/api/challenge-events/${event.slug}/logs`, payload: { amount: 1 } })
  // A guest has 100 uses, one for joining.
  for (let nth = 0; nth < 99; nth++) expect((await log()).statusCode).toBe(200)
  expect((await log()).statusCode).toBe(402)
  const { id } = await guest.user()
  const known = { id, role_id: 1, registered: new Date(0), is_unconfirmed: true, guest_name: 'Person 0' }
  await strict.deps.take(known as never, { guestWrites: ALLOWANCES.guestWrites.most - 100 })
  expect((await log()).statusCode).toBe(429)
  await strict.close()
})
