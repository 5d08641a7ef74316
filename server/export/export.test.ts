import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCalendarFeed } from '../../domain/calendar/api.ts'
import { LINES } from '../../domain/export/export.ts'
import { deleteGoal, newGoal, storeGoal } from '../../domain/goals/api.ts'
import { storeActivityList } from '../../domain/lists/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { storeNote } from '../../domain/notes/api.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { HIDDEN } from './queries.ts'
import { SECTIONS } from './sections.ts'

const URL = '/api/account/export'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

async function goalOf(person: Caller, title: string): Promise<number> {
  const tasks = [{ ...newGoal(randomUUID()), title, unit: 'books' }]
  return (await person.call(storeGoal, { body: { challenge: { tasks } } })).goal.id
}
type Everything = Record<string, Record<string, unknown>[]>
async function exportOf(person: Caller): Promise<{ everything: Everything; text: string }> {
  const { body, headers, statusCode } = await person.request({ url: URL })
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="challenge-hut-\d{4}-\d\d-\d\d-everything.json"$/
  )
  expect(body.split('\n')).toHaveLength(Number(headers[LINES]) + 1)
  return { everything: JSON.parse(body), text: body }
}

test('an export has everything of mine, nothing of others, and no secrets', { tags: 'D-131' }, async () => {
  const goal = await goalOf(ada, 'Read 12 books')
  const gone = await goalOf(ada, 'Gone')
  await ada.call(deleteGoal, { params: { goal: String(gone) } })
  await ada.call(storeQuickLog, { body: { goal_id: goal, amount: 2 } })
  await ada.call(storeNote, { body: { title: 'Winter', goal_id: goal } })
  await ada.call(storeActivityList, { body: { title: 'Rainy days' } })
  const room = await openRoom(ada, [grace])
  const { feed } = await ada.call(makeCalendarFeed)
  await grace.call(storeNote, { body: { title: 'Of grace' } })

  const { everything, text } = await exportOf(ada)
  expect(everything).toMatchObject({ format: 'challenge-hut-export', version: 1 })
  expect(everything.profile).toMatchObject([{ username: 'ada' }])
  expect(everything.goals).toMatchObject([{ title: 'Read 12 books', amount_done: 2 }])
  expect(everything.logs).toMatchObject([{ goal_id: goal, amount: 2 }])
  expect(everything.notes).toMatchObject([{ title: 'Winter' }])
  expect(everything.activity_lists).toMatchObject([{ title: 'Rainy days', activities: null }])
  expect(everything.participants).toMatchObject([{ session: room.event }])
  expect(text).not.toMatch(/Of grace|password|argon2|token_hash|request_key/)
  expect(text).not.toContain(feed?.split('=')[1])
  const { everything: other } = await exportOf(grace)
  expect(other.goals).toEqual([])
})

test('every table with personal rows is exported, or left out on purpose', async () => {
  const { rows } = await world.db.execute<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass order by 1`)
  // Secrets, rows of the provider or the room, actions against others, and data that follows from exported rows.
  const leftOut = [
    ...['calendar_feeds', 'known_browsers', 'mails', 'customers', 'contributions', 'participant_totals', 'user_days'],
    ...['user_amounts', 'moderation_actions', 'audit_entries', 'pool_entries', 'passkey_challenges'],
    ...['sign_on_attempts']
  ]
  const missing = rows.map(({ name }) => name).filter(name => !(name in SECTIONS) && !leftOut.includes(name))
  expect(missing).toEqual([])
})

test('no exported table has a column that could give access', async () => {
  const tables = Object.values(SECTIONS).map(({ from }) => from.split(' ')[0] ?? '')
  const { rows } = await world.db.execute<{ name: string }>(sql`
    select distinct column_name as name from information_schema.columns
    where table_schema = 'public' and table_name in ('users', ${sql.join(tables, sql`, `)})
      and column_name ~ 'hash|token|secret|key|password'`)
  expect(rows.map(({ name }) => name).filter(name => !HIDDEN.includes(name))).toEqual([])
})

test('an export has no numbers of other accounts, except of those whom the person named', async () => {
  const tables = Object.keys(SECTIONS).map(name => sql`${name}`)
  const { rows } = await world.db.execute<{ name: string }>(sql`
    select distinct a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass
      and c.conrelid::regclass::text in (${sql.join(tables, sql`, `)})`)
  const shown = rows.map(({ name }) => name).filter(name => !HIDDEN.includes(name))
  expect(shown.toSorted()).toEqual(['muted_id', 'owner_id'])
})

test('a large export is complete, although it is read in pages', async () => {
  const hedy = await world.as('hedy')
  const goal = await goalOf(hedy, '=1+1')
  await hedy.call(storeQuickLog, { body: { goal_id: goal, amount: 1.5, title: 'First, "one"' } })
  // Copies are not charged, so they are deleted before the audit.
  await world.db.execute(sql`
    insert into logs (uuid, user_id, goal_id, action, amount, status, day, started_at, created_at, updated_at)
    select gen_random_uuid(), user_id, goal_id, 'Copy', 1, status, day, started_at, created_at, updated_at
    from logs, generate_series(1, 1200) where goal_id = ${goal}`)
  const { everything } = await exportOf(hedy)
  const { body, headers } = await hedy.request({ url: `${URL}/logs.csv` })
  await world.db.execute(sql`delete from logs where action = 'Copy'`)
  expect(everything.logs).toHaveLength(1201)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = body.split('\r\n')
  expect(lines[0]).toBe('\ufeffdate,goal,action,amount,unit,distance,duration,title,content,session,day')
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,'=1\+1,,1.5,books,,0,"First, ""one""",,,\d{4}-\d\d-\d\d$/)
  expect(lines).toHaveLength(1201 + 2)
  expect(headers[LINES]).toBe('1201')
})

test('visitors and pages of other people export nothing, and the limit is twenty a day', async () => {
  for (const url of [URL, `${URL}/logs.csv`]) expect((await world.visitor.request({ url })).statusCode).toBe(401)
  expect((await ada.request({ url: URL, headers: { 'x-person': '999' } })).statusCode).toBe(409)
  const limited = await openWorld({ RATE_LIMITS: 'on' })
  const person = await limited.as('ada')
  const statuses = []
  for (let nth = 0; nth < 21; nth++) statuses.push((await person.request({ url: `${URL}/logs.csv` })).statusCode)
  await limited.close()
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
})
