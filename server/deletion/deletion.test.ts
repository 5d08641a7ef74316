import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, register } from '../../domain/accounts/api.ts'
import { WRONG_PASSWORD } from '../../domain/accounts/fields.ts'
import { Role } from '../../domain/accounts/user.ts'
import { USERNAME_TAKEN } from '../../domain/accounts/username.ts'
import { followActivity } from '../../domain/activities/api.ts'
import { makeCalendarFeed } from '../../domain/calendar/api.ts'
import { sendMessage, sessionChatPage } from '../../domain/chat/api.ts'
import { ADMIN_STAYS, deleteAccount, keepAccount } from '../../domain/deletion/api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { joinGroup, patchGroup, storeGroup } from '../../domain/groups/api.ts'
import { storeActivityList } from '../../domain/lists/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { storeNote } from '../../domain/notes/api.ts'
import {
  contributeContent,
  joinSession,
  leaveSession,
  sessionPage,
  storeSessionLog
} from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { PASSWORD } from '../../testing/names.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { openRoom } from '../../testing/room.ts'
import { openShop } from '../../testing/shop.ts'
import { type Caller, createCaller, openWorld, type World } from '../../testing/world.ts'
import { audit } from '../tokens/audit.ts'
import { ROWS } from './deleted-rows.ts'

const DAY = 86_400_000
const WEEKS = 14 * DAY
const HOUR = 3_600_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const remove = (person: Caller, password = PASSWORD) => person.call(deleteAccount, { body: { password } })
const idOf = async (person: Caller) => (await person.user()).id
const count = async (column: string, id: number) => {
  const [table, name] = column.split('.')
  const { rows } = await world.db.$client.query(`select count(*)::int as n from ${table} where ${name} = $1`, [id])
  return rows[0].n as number
}
const row = async (id: number) => (await world.db.$client.query('select * from users where id = $1', [id])).rows[0]
/** Passes an hour, so that the hourly sweep runs. */
async function passHour(): Promise<void> {
  world.clock.jump(HOUR)
  await world.pass(30_000)
  await world.pass(5000)
}

test('each column that names a user says what happens to its rows when the user is deleted', {
  tags: 'D-131'
}, async () => {
  const { rows } = await world.db.$client.query(`
    select c.conrelid::regclass || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass`)
  expect(Object.keys(ROWS).sort()).toEqual(rows.map(({ column }) => column).sort())
})

test('two weeks after the request an account is deleted, and shared content loses its name', {
  tags: 'D-131'
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const id = await idOf(ada)
  const room = await openRoom(ada, [grace])
  const { goal } = await ada.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Read' }] } }
  })
  await ada.call(storeQuickLog, { body: { goal_id: goal.id, amount: 2 } })
  await ada.call(storeNote, { body: { title: 'Winter' } })
  await ada.call(storeActivityList, { body: { title: 'Rainy days' } })
  await ada.call(followActivity, { params: { challenge: 'challenge-hut-tour' }, body: {} })
  await ada.call(joinGroup, { params: { hut: 'calm' }, body: {} })
  await ada.call(storeSessionLog, { params: { event: room.event }, body: { amount: 3, content: 'My knee hurts' } })
  await ada.call(makeCalendarFeed)
  await ada.call(sendMessage, {
    body: { content: 'Hello all', messageable_type: 'challenge_event', messageable_id: room.id }
  })

  const { user } = await remove(ada)
  expect(Date.parse(user.delete_at ?? '') - world.clock.now()).toBe(WEEKS)
  await passHour()
  expect(world.mails.at(-1)).toMatchObject({ to: 'ada@example.org', subject: 'Your account will be deleted' })
  world.clock.jump(WEEKS - 3 * HOUR)
  await passHour()
  expect((await row(id)).erased_at).toBeNull()

  world.clock.jump(2 * HOUR)
  await passHour()
  await passHour()
  expect(world.mails.at(-1)).toMatchObject({ to: 'ada@example.org', subject: 'Your account was deleted' })
  expect(await row(id)).toMatchObject({
    username: `deleted-${id}`,
    email: `deleted-${id}`,
    first_name: '',
    delete_at: null
  })
  for (const [column, fate] of Object.entries(ROWS)) {
    if (fate === 'deleted' || (fate === 'in pieces' && column !== 'logs.user_id'))
      expect(await count(column, id), column).toBe(0)
  }
  // A log that counts for a session stays, without its words.
  const { rows } = await world.db.$client.query('select amount, content from logs where user_id = $1', [id])
  expect(rows).toEqual([{ amount: 3, content: '' }])
  expect(await ada.user()).toBeNull()
  const body = { email: 'ada@example.org', password: PASSWORD }
  expect((await createCaller(world, 'again').refused(login, { body })).status).toBe(422)
  expect((await world.visitor.request({ url: '/ada' })).statusCode).toBe(404)
  expect((await world.visitor.request({ url: `/deleted-${id}` })).statusCode).toBe(404)

  const { messages } = await grace.visit(sessionChatPage, { event: room.event })
  expect(JSON.stringify(messages)).toContain('Hello all')
  expect(JSON.stringify(messages)).toContain(`deleted-${id}`)
  const session = await grace.visit(sessionPage, { event: room.event })
  expect(JSON.stringify(session)).not.toContain('"ada"')
  expect((await audit(world.db)).findings).toEqual([])

  // The name and the email are available again; names of deleted people are not allowed.
  const registration = { ...body, password_confirmation: PASSWORD, first_name: '', last_name: '' }
  const { body: refusal } = await createCaller(world, 'x').refused(register, {
    body: { ...registration, username: 'deleted-7' }
  })
  expect(refusal.errors).toEqual({ username: USERNAME_TAKEN })
  await createCaller(world, 'new').call(register, { body: { ...registration, username: 'ada' } })
})

test("the name is removed from a session's plan, and a group passes to its longest member", {
  tags: 'D-131'
}, async () => {
  const [vera, iris, june] = [await world.as('vera'), await world.as('iris'), await world.as('june')]
  const id = await idOf(vera)
  const part = partOf({ title: 'Write', edit_content: 1, per_participant: 1, duration: 3000 })
  const { event } = await iris.call(storeSession, {
    body: { challenge: { title: 'Together', duration: 3600, parts: [partGroupOf([part])] } } as never
  })
  const at = { params: { event: event.slug } }
  await vera.call(joinSession, { ...at, body: {} })
  await iris.call(leaveSession, { ...at, body: {} })
  await vera.call(contributeContent, { ...at, body: { content: 'A line of mine', part_uuid: part.uuid } })
  const { group } = await vera.call(storeGroup, { body: { title: 'Writers' } })
  for (const person of [june, iris]) {
    world.clock.advance(1000)
    await person.call(joinGroup, { params: { hut: group.slug }, body: null })
  }
  const exported = (await vera.request({ url: '/api/account/export' })).json()
  expect(JSON.stringify(exported.participants)).toContain('"part_texts":["A line of mine"]')

  await remove(vera)
  world.clock.jump(WEEKS)
  await passHour()
  const seen = (await world.visitor.request({ url: `/api/sessions/${event.slug}` })).body
  expect(seen).toContain(`<strong>deleted-${id}:</strong> A line of mine`)
  expect(seen).not.toContain('vera')
  const { rows } = await world.db.$client.query(
    `select (select count(*)::int from sessions where plan::text like '%vera:%' or plan::text like '%"vera"%') as plans,
       (select count(*)::int from room_events where event::text like '%vera:%') as events`
  )
  expect(rows).toEqual([{ plans: 0, events: 0 }])
  await june.call(patchGroup, { params: { hut: group.slug }, body: { title: 'Writers of June' } })
})

test('a person who signs in within two weeks sees the deletion and can keep the account', {
  tags: 'D-131'
}, async () => {
  const hedy = await world.as('hedy')
  await remove(hedy)
  const { user: asked } = await remove(hedy)
  world.clock.jump(WEEKS - DAY)
  const again = createCaller(world, 'hedy')
  const { user } = await again.call(login, { body: { email: 'hedy@example.org', password: PASSWORD } })
  expect(user.delete_at).toBe(asked.delete_at)
  expect((await again.call(keepAccount, { body: {} })).user.delete_at).toBeNull()
  world.clock.jump(WEEKS)
  await passHour()
  expect(await row(user.id)).toMatchObject({ username: 'hedy', erased_at: null })
})

test('the next run finishes an interrupted one, also on two nodes, and the ledger stays right', {
  tags: 'D-131'
}, async () => {
  const [joan, mary] = [await world.as('joan'), await world.as('mary')]
  const id = await idOf(joan)
  // The session lasts longer than two weeks, so another host takes over.
  const { event } = await joan.call(storeSession, {
    body: { challenge: { title: 'Long', duration: 30 * (DAY / 1000) } }
  })
  const params = { event: event.slug }
  await mary.call(joinSession, { params, body: {} })
  const tasks = [{ ...newGoal(randomUUID()), title: 'Run' }]
  const { goal } = await joan.call(storeGoal, { body: { challenge: { tasks } } })
  for (let i = 0; i < 3; i++) await joan.call(storeQuickLog, { body: { goal_id: goal.id, amount: 1 } })
  await remove(joan)
  world.clock.jump(WEEKS)
  // Simulates a crash: a statement of the last part fails.
  await world.db.$client.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger fail before delete on goals execute function fail()`)
  await passHour()
  expect(await row(id)).toMatchObject({ username: `deleted-${id}`, delete_at: expect.any(Date) })
  expect((await audit(world.db)).findings).toEqual([])
  await world.db.$client.query('drop trigger fail on goals; drop function fail')

  await world.secondNode()
  await passHour()
  expect(await row(id)).toMatchObject({ delete_at: null })
  expect([await count('goals.user_id', id), await count('logs.user_id', id)]).toEqual([0, 0])
  expect(
    world.mails.filter(({ to, subject }) => to === 'joan@example.org' && /was deleted/.test(subject))
  ).toHaveLength(1)
  const { participants } = await mary.visit(sessionPage, params)
  expect(participants).toMatchObject([{ username: 'mary', role: 1 }])
})

test('deletion needs the password, and an administrator or a visitor cannot delete', {
  tags: 'D-131'
}, async () => {
  const anna = await world.as('anna')
  const { status, body } = await anna.refused(deleteAccount, { body: { password: 'not hers' } })
  expect([status, body.errors]).toEqual([422, { password: WRONG_PASSWORD }])
  expect((await anna.user()).delete_at).toBeNull()
  const admin = await world.admin()
  const refused = await admin.refused(deleteAccount, { body: { password: 'any' } })
  expect([refused.status, refused.body.message]).toEqual([403, ADMIN_STAYS])
  for (const [call, input] of [
    [deleteAccount, { password: PASSWORD }],
    [keepAccount, {}]
  ] as const) {
    expect((await world.visitor.refused(call, { body: input })).status).toBe(401)
  }
})

test('someone who becomes an admin while they delete the account keeps it', { tags: 'D-131' }, async () => {
  const ruth = await world.as('ruth')
  const { id } = await ruth.user()
  const deleting = await world.db.transaction(async other => {
    await other.execute(sql`select from users where id = ${id} for update`)
    const deleting = ruth.refused(deleteAccount, { body: { password: PASSWORD } })
    await untilSomebodyWaits(world.db)
    await other.execute(sql`update users set role_id = ${Role.Admin} where id = ${id}`)
    return { deleting }
  })
  expect((await deleting.deleting).body.message).toBe(ADMIN_STAYS)
  expect((await ruth.user()).delete_at).toBeNull()
  await world.db.execute(sql`update users set role_id = ${Role.Member} where id = ${id}`)
})

test('deleting an account cancels its subscription and customer, and sends no mail', {
  tags: 'D-131'
}, async () => {
  const emmy = await world.as('emmy')
  const id = await idOf(emmy)
  const shop = await openShop(world)
  await shop.subscribe(emmy, 'goals_sub')
  expect((await remove(emmy)).user.subscription?.end_date).not.toBeNull()
  await shop.later(14, emmy)
  await passHour()
  expect((await row(id)).erased_at).not.toBeNull()
  const { rows } = await world.db.$client.query('select provider from customers where user_id = $1', [id])
  expect(await shop.stripe.customers.retrieve(rows[0].provider)).not.toMatchObject({ email: 'emmy@example.org' })
  expect((await shop.stripe.paymentMethods.list({ customer: rows[0].provider })).data).toEqual([])
  expect(await count('cards.user_id', id)).toBe(0)

  await shop.later(20)
  await world.pass(5000)
  const ended = await world.db.$client.query('select ended_at from subscriptions where user_id = $1', [id])
  expect(ended.rows).toEqual([{ ended_at: expect.any(Date) }])
  expect(world.mails.at(-1)).toMatchObject({ to: 'emmy@example.org', subject: 'Your account was deleted' })
  expect((await audit(world.db)).findings).toEqual([])
})
