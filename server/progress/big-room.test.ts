/** Counts the rows that a log in a room reads from the tables that grow with the room or with all users. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database/database.ts'
import type { Transaction } from '../db/database.ts'
import { lockCopies } from './lock-rows.ts'
import { findMemberships, findTotalKeys } from './participant-rows.ts'

let database: TestDatabase
let room: number
beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const made = await db.execute<{ id: number }>(sql`
    insert into sessions (user_id, activity_id, slug, title, content, plan, duration, status, started_at, ended_at,
      created_at, updated_at)
    select user_id, activity_id, 'copy-' || n, title, content, plan, 3600, 1, now(), now() + interval '1 day', now(), now()
    from (select * from sessions order by id limit 1) first, generate_series(1, 300) n
    returning id::int`)
  room = made.rows[0]?.id ?? 0
  await db.execute(sql`
    insert into users (username, email, name, password_hash, new_messages, created_at)
    select 'member-' || n, n || '@example.org', 'Member', '', '{}', now() from generate_series(1, 2000) n`)
  // Everyone is in one room, and a few are in all the others too.
  await db.execute(sql`
    insert into participants (session_id, user_id, role, charged, joined_at)
    select s.id, u.id, 1, false, now() from sessions s, users u
    where u.username like 'member-%' and (s.id = ${room} or u.username like 'member-1_') on conflict do nothing`)
  await db.execute(sql`
    insert into participant_totals (session_id, user_id, task_uuid, action)
    select session_id, user_id, '', 'done' from participants on conflict do nothing`)
  await db.execute(sql`
    insert into goals (uuid, user_id, title, amount, unit, copied_from, status, created_at, updated_at)
    select gen_random_uuid(), id, 'A goal', 1, 'x', 'elsewhere:' || n, 1, now(), now()
    from users, generate_series(1, 4) n where username like 'member-%'`)
  await db.execute(sql`analyze`)
})
afterAll(() => database.drop())

/** Rows this connection has read so far, including earlier transactions that PostgreSQL has not added up yet. */
async function rowsRead(tx: Transaction): Promise<number[]> {
  const { rows } = await tx.execute<{ read: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
    where relname in ('participants', 'participant_totals', 'goals') order by relname`)
  return rows.map(({ read }) => read)
}

test('a log in a room of two thousand people reads only the rows of its author', async () => {
  const { rows } = await database.db.execute<{ id: number }>(
    sql`select id::int from users where username = 'member-777'`
  )
  const member = rows[0]?.id ?? 0
  await database.db.transaction(async tx => {
    const before = await rowsRead(tx)
    // PostgreSQL may choose another plan for a statement after five runs.
    for (let round = 0; round < 7; round++) {
      expect([...(await findMemberships(tx, room, [member])).keys()]).toEqual([member])
      expect((await findTotalKeys(tx, room, [member])).get(member)?.size).toBe(1)
      expect(await lockCopies(tx, room, [member], ['a task'])).toEqual([])
    }
    const read = (await rowsRead(tx)).map((count, table) => count - (before[table] ?? 0))
    const [goals, totals, participants] = [7 * 4, 7, 7]
    expect(read).toEqual([goals, totals, participants])
  })
})
