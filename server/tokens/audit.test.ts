import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { joinSession } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { countRows } from '../../testing/database/rows.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { users } from '../db/schema/accounts.ts'
import { audit } from './audit.ts'

const PEOPLE = ['ada', 'grace', 'hedy', 'mary', 'katherine']

let world: World
let people: Caller[]
/** Sessions that everyone is in at first; one of them has a plan. */
let sessions: { id: number; slug: string; tasks: string[] }[]

beforeAll(async () => {
  world = await openWorld()
  people = await Promise.all(PEOPLE.map(name => world.as(name)))
  const [ada] = people as [Caller]
  sessions = []
  for (const activity of [null, 'challenge-hut-tour']) {
    const { event } = await ada.call(storeSession, {
      body: { activity, challenge: { title: 'Room', duration: 86_400 } }
    })
    const tasks = event.tasks.flatMap(group => group.parts.map(({ uuid }) => uuid))
    sessions.push({ id: event.id, slug: event.slug, tasks })
    for (const person of people) await person.call(joinSession, { params: { event: event.slug }, body: {} })
  }
  // Each kind of row must exist before a fault is planted in it.
  const { goal } = await ada.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Walk' }] } }
  })
  await ada.call(storeQuickLog, { body: { goal_id: goal.id, amount: 1 } })
})
afterAll(() => world.close())

/** Random but repeatable, so that a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * sides)
  }
}

const findings = async () => (await audit(world.db)).findings

test('a database after its first start, with a few people, has no findings', { tags: 'TOK-01' }, async () => {
  const people = await world.db.$count(users)
  expect(people).toBeGreaterThan(PEOPLE.length)
  expect(await audit(world.db)).toEqual({ people, entries: expect.any(Number), findings: [] })
})

test('the smallest amounts are compared too', { tags: 'TOK-01' }, async () => {
  const ada = await world.as('ada')
  const { goal } = await ada.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Dust' }] } }
  })
  await ada.call(storeQuickLog, { body: { goal_id: goal.id, amount: 1e-320 } })
  expect(await findings()).toEqual([])
})

test('hundreds of calls at once by several people leave no findings', {
  tags: ['TOK-03..TOK-05', 'TOK-08', 'TOK-16'],
  timeout: 60_000
}, async () => {
  const roll = dice(20_260_302)
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T
  const { rows: before } = await world.db.execute<{ id: number }>(sql`select max(id)::int as id from logs`)
  let newestLog = before[0]?.id ?? 0
  let newestGoal = 0
  const allowed = new Set<string>()

  for (let round = 0; round < 40; round++) {
    const calls = Array.from({ length: 12 }, () => {
      const who = pick(people)
      const goal = newestGoal - roll(10)
      const log = newestLog - roll(20)
      const room = pick(sessions)
      const amounts = { amount: roll(50) / 10, distance: roll(30) / 7, duration: pick([0, 0, 30, 600]) }
      const task = room.tasks.length > 0 && roll(3) > 0 ? pick(room.tasks) : undefined
      return pick<() => Promise<[string, number]>>(
        (
          [
            ['POST /goals/store', { ...newGoal(randomUUID()), title: 'Walk' }],
            ['POST /logs/store-quick-log', { goal_id: goal, ...amounts, status: 1 + roll(4) }],
            ['POST /logs/store-quick-log', { goal_id: goal, ...amounts }],
            ['POST /logs/store-quick-log', { goal_id: goal, ...amounts, status: 2, day: `2026-02-0${1 + roll(3)}` }],
            [`POST /challenge-events/${room.slug}/logs`, { task_uuid: task, ...amounts }],
            [`POST /challenge-events/${room.slug}/store-quick-log`, { task_uuid: task, ...amounts }],
            [`POST /challenge-logs/${log}/start`, {}],
            [`POST /challenge-logs/${log}/stop`, { status: 3 + roll(2) }],
            [`POST /challenge-logs/${log}/complete`, {}],
            [`POST /challenge-events/logs/${log}/reset`, {}],
            [`PATCH /challenge-logs/${log}/update`, { ...amounts, action: pick(['run', 'walk', null]) }],
            [`PATCH /challenge-logs/${log}/update`, { day: `2026-02-0${1 + roll(3)}` }],
            [`DELETE /challenge-logs/${log}`, undefined],
            [`POST /goals/${goal}/complete`, {}],
            [`DELETE /goals/${goal}`, undefined],
            ['POST /messages', { content: 'Hello', messageable_type: 'challenge_event', messageable_id: room.id }],
            [`POST /challenge-events/${room.slug}/leave`, {}],
            [`POST /challenge-events/${room.slug}/join`, {}],
            [`POST /challenge-events/${room.slug}/join`, {}]
          ] as const
        ).map(([call, payload]) => async () => {
          const [method, url] = call.split(' ') as ['POST', string]
          const response = await who.request({ method, url, ...(payload === undefined ? {} : { payload }) })
          expect(response.statusCode, `${call} ${response.body}`).toBeLessThan(500)
          return [call.replace(/\/(\d+|room-\w+)/, '/x'), response.statusCode]
        })
      )
    })
    for (const [call, status] of await Promise.all(calls.map(call => call()))) {
      if (status === 200) allowed.add(call)
    }
    await world.pass(pick([0, 500, 7_000, 31_000]))
    const { rows } = await world.db.execute<{ goal: number; log: number }>(
      sql`select (select max(id) from goals)::int as goal, (select max(id) from logs)::int as log`
    )
    newestGoal = rows[0]?.goal ?? 0
    newestLog = rows[0]?.log ?? 0
  }
  expect(await findings()).toEqual([])
  // Calls race, so runs differ in which ones succeed, but nearly every kind did.
  expect([...allowed].length).toBeGreaterThanOrEqual(11)
})

test('fifty charged calls at once with twenty uses left succeed twenty times, and none is half done', {
  tags: 'TOK-46',
  timeout: 30_000
}, async () => {
  const rosa = await world.as('rosa')
  const room = sessions[1] as (typeof sessions)[number]
  await rosa.call(joinSession, { params: { event: room.slug }, body: {} })
  const { id, all_remaining_tokens } = await rosa.user()
  await world.db.execute(sql`update balances set free = 20 where user_id = ${id}`)
  await world.db.execute(sql`insert into ledger (user_id, bucket, amount, action, created_at)
    values (${id}, 'free', ${20 - all_remaining_tokens}, 'correction', now())`)
  const before = await countRows(world.db)
  const things = [
    ['/goals/store', { ...newGoal(randomUUID()), title: 'Walk' }],
    ['/messages', { content: 'Hello', messageable_type: 'challenge_event', messageable_id: room.id }],
    [`/challenge-events/${room.slug}/logs`, { task_uuid: room.tasks[0], amount: 1 }]
  ] as const
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const [url, payload] = things[index % 3] as (typeof things)[number]
      return rosa.request({ method: 'POST', url, payload })
    })
  )
  const refused = responses.filter(({ statusCode }) => statusCode === 402)
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  expect(refused).toHaveLength(30)
  for (const response of refused) expect(response.json()).toMatchObject({ error_code: 'INSUFFICIENT_TOKENS' })
  // Each success reported a different number of uses left, down to none.
  const left = responses.map(({ headers }) => headers['x-tokens-left']).filter(value => value !== undefined)
  expect(left.map(Number).sort((a, b) => b - a)).toEqual(Array.from({ length: 20 }, (_, index) => 19 - index))
  expect((await rosa.user()).all_remaining_tokens).toBe(0)
  const after = await countRows(world.db)
  const made = (table: string) => (after[table] ?? 0) - (before[table] ?? 0)
  expect(made('goals') + made('messages') + made('logs')).toBe(20)
  expect(made('ledger')).toBe(20)
  expect(made('room_events')).toBe(made('messages') + made('logs'))
  expect(await findings()).toEqual([])
})

/** @param columns parent_id, is_public and status of an item */
function planted(columns: string, from = ''): string {
  return `insert into items (person_id, parent_id, is_public, status, slug, title, order_ms, created_at, updated_at)
    select p.id, ${columns}, 'planted', 'Planted', 1, now(), now() from persons p${from} where p.user_id = U`
}

describe('a planted fault is found', () => {
  test.each([
    ['two persons at once', 'update persons set is_current = false where user_id = U', 'ada is 0 persons at once'],
    [
      'a username that is free',
      'delete from names where person_id in (select id from persons where user_id = U)',
      'the name ada is not that of its person'
    ],
    ['a slug that is free', planted('null, true, 1'), 'the slug planted is not that of item'],
    [
      'an item in an item',
      `with book as (${planted('null, true, 1')} returning id) ${planted('book.id, true, 1', ', book')}`,
      'which is no group of the same person'
    ],
    ['an item that nobody sees', planted('null, false, 1'), 'is not seen by everyone'],
    [
      'an amount of a day that was changed',
      'update user_amounts set amount = amount + 1 where user_id = U',
      ', its logs come to'
    ],
    ['a day that was changed', 'update user_days set logs = logs + 1 where user_id = U', 'keeps other totals of'],
    ['days of goals that are gone', 'delete from goal_days', 'keeps other totals than its logs'],
    ['a balance that was changed', 'update balances set free = free + 1 where user_id = U', 'ada: free holds'],
    ['a bucket without an entry', 'update balances set purchased = 5 where user_id = U', 'ada: purchased holds 5'],
    ['a balance that is gone', 'delete from balances where user_id = U', 'ada has no balance'],
    ['an entry that is gone', "delete from ledger where action = 'join'", 'was not charged'],
    ['an entry that was changed', "update ledger set amount = -2 where action = 'join'", 'wrongly'],
    [
      'more spent than there was',
      "insert into ledger (user_id, bucket, amount, action, created_at) values (U, 'monthly', -1, 'correction', now())",
      'ada: monthly falls to -1'
    ],
    [
      'two welcomes',
      "insert into ledger (user_id, bucket, amount, action, created_at) values (U, 'free', 9, 'welcome', now())",
      'ada has 2 welcome entries'
    ],
    [
      'a pool that was changed',
      'update pool set uses = uses - 1',
      'the pool holds 4999999, its entries come to 5000000'
    ],
    ['an entry of the pool that is gone', 'delete from pool_entries', 'its entries come to 0'],
    [
      'more taken from the pool than there was',
      "insert into pool_entries (amount, action, created_at) values (-5000001, 'redeem', now())",
      'the pool falls to -1'
    ],
    [
      'redeeming that the pool did not pay',
      "insert into ledger (user_id, bucket, amount, action, created_at) values (U, 'free', 50000, 'redeem', now())",
      'ada redeemed 50000, the pool gave 0'
    ],
    [
      'what the pool gave to nobody',
      "insert into pool_entries (user_id, amount, action, created_at) values (U, -50000, 'redeem', now())",
      'ada redeemed 0, the pool gave 50000'
    ],
    [
      'a charge for nothing',
      "insert into ledger (user_id, bucket, amount, action, subject_id, created_at) values (U, 'free', -1, 'goal', 999999, now())",
      'charges a goal that does not exist'
    ],
    [
      'a charge for a note that nobody wrote',
      "insert into ledger (user_id, bucket, amount, action, subject_id, created_at) values (U, 'free', -1, 'note', 999999, now())",
      'charges a note that does not exist'
    ],
    [
      'a thing that is charged twice',
      "drop index ledger_charged_once; insert into ledger (user_id, bucket, amount, action, subject_id, created_at) select user_id, bucket, amount, action, subject_id, created_at from ledger where action = 'join' limit 1",
      'is charged wrongly'
    ],
    [
      'a log that is undone and there',
      "insert into ledger (user_id, bucket, amount, action, subject_id, created_at) select user_id, bucket, 1, 'undone', subject_id, created_at from ledger where action = 'log' limit 1",
      'is there, its use was given back'
    ],
    [
      'a use that is given back to another bucket',
      "insert into ledger (user_id, bucket, amount, action, subject_id, created_at) select user_id, 'purchased', 1, 'undone', subject_id, created_at from ledger where action = 'log' limit 1",
      'gives back a use that log'
    ],
    [
      'a log that is charged again for nothing',
      "insert into ledger (user_id, bucket, amount, action, subject_id, created_at) select user_id, bucket, -1, 'restored', subject_id, created_at from ledger where action = 'log' limit 1",
      'is charged again, its use was not given back'
    ],
    [
      'an entry that lost its person',
      "update ledger set user_id = null where user_id = U and action = 'welcome'",
      'ada has 0 welcome entries'
    ],
    [
      'a thing that is charged to nobody',
      "update ledger set user_id = null where action = 'join'",
      'is charged wrongly'
    ],
    [
      'a charge to nobody of two uses',
      "insert into ledger (bucket, amount, action, subject_id, created_at) values ('free', -2, 'goal', 999999, now())",
      'goal 999999 is charged wrongly'
    ],
    [
      'more spent by nobody than there was',
      "insert into ledger (bucket, amount, action, subject_id, created_at) values ('monthly', -1, 'goal', 999999, now())",
      'entries without a person: monthly comes to -1'
    ],
    ['a charge to someone else', "update ledger set user_id = U where action = 'join'", 'is charged wrongly'],
    [
      'a goal that nobody paid',
      "insert into goals (uuid, user_id, title, created_at, updated_at) values (gen_random_uuid(), U, 'A', now(), now())",
      'was not charged'
    ],
    [
      'a message that nobody paid',
      "insert into messages (session_id, user_id, content, created_at) values (10, U, 'A', now())",
      'was not charged'
    ],
    ['a join that says it was paid', 'update participants set charged = not charged', 'was not charged'],
    ['totals of a goal', 'update goals set amount_done = amount_done + 0.1 where deleted_at is null', 'as its totals'],
    ['time of a goal', 'update goals set duration_done = duration_done + 1 where deleted_at is null', 'as its totals'],
    ['totals of a participant', 'update participant_totals set distance = distance + 0.1', 'other totals than logs'],
    ['totals that are gone', 'delete from participant_totals', 'other totals than logs'],
    [
      'a summary',
      `update sessions set summary = jsonb_set(summary, '{tasks}', '{"x":{"amount":1,"distance":0,"duration":0}}')`,
      'is not what its logs come to'
    ],
    ['a number of logs', `update sessions set summary = jsonb_set(summary, '{logs}', '77')`, 'counts 77 logs'],
    ['a log that was lost', 'update logs set deleted_at = now() where session_id = 10', 'counts 3 logs and has 0'],
    ['a number of participants', 'update sessions set participants_count = 77', 'counts 77 participants'],
    ['a gap in a room', 'delete from room_events where seq = 3', 'is at event'],
    ['a start', "update participants set starts_at = '2020-01-01'", 'starts at another time for'],
    ['a room that is behind', 'update sessions set seq = seq - 1 where seq > 0', 'is at event']
  ])('%s', { tags: 'TOK-01' }, async (_, plant, text) => {
    const { id } = await (people[0] as Caller).user()
    const undo = new Error('undo')
    await world.db
      .transaction(async tx => {
        for (const statement of plant.split('; ')) await tx.execute(sql.raw(statement.replaceAll(/\bU\b/g, String(id))))
        expect((await audit(tx)).findings.join('\n')).toContain(text)
        throw undo
      })
      .catch(error => {
        if (error !== undo) throw error
      })
  })

  test('and each one is gone after it is put right', async () => {
    expect(await findings()).toEqual([])
  })
})

test('the entries of a deleted person stay without a name, and the audit still holds', {
  tags: ['TOK-01', 'D-131']
}, async () => {
  const olga = await world.as('olga')
  const { goal } = await olga.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Row' }] } }
  })
  await olga.call(storeQuickLog, { body: { goal_id: goal.id, amount: 2 } })
  const { id } = await olga.user()
  const before = await countRows(world.db)
  const { rows: entries } = await world.db.execute<{ id: number }>(
    sql`select id::int, bucket, amount, action, subject_id, created_at from ledger where user_id = ${id} order by id`
  )
  expect(entries).toMatchObject([{ action: 'welcome' }, { action: 'goal' }, { action: 'log' }])

  await world.db.execute(sql`delete from users where id = ${id}`)
  const after = await countRows(world.db)
  const gone = Object.keys(before).filter(table => after[table] !== before[table])
  expect(gone.sort()).toEqual([
    'balances',
    'goal_days',
    'goals',
    'known_browsers',
    'logins',
    'logs',
    'names',
    'persons',
    'user_amounts',
    'user_days',
    'users'
  ])
  const { rows: kept } = await world.db.execute(
    sql`select id::int, bucket, amount, action, subject_id, created_at from ledger where user_id is null order by id`
  )
  expect(kept).toEqual(entries)
  expect(await findings()).toEqual([])
})
