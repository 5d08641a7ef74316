import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database/database.ts'
import { spend } from './ledger-rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a charge finds the balance of the payer by its index', { tags: 'TOK-01' }, async () => {
  const { db } = database
  await db.execute(sql`
    with people as (
      insert into users (username, email, name, password_hash, new_messages, created_at)
      select 'payer-' || n, n || '@example.org', 'Payer', '', '{}', now() from generate_series(1, 2000) n returning id)
    insert into balances (user_id, free) select id, 20 from people`)
  await db.execute(sql`analyze balances`)
  const { rows } = await db.execute<{ id: number }>(sql`select id::int from users where username = 'payer-7'`)
  const payer = rows[0]?.id ?? 0
  const read = await db.transaction(async tx => {
    // Seven charges, because PostgreSQL may choose a generic plan after five.
    for (let subject = 1; subject <= 7; subject++) {
      expect(
        await spend(
          tx,
          { config: { hut: { payments: 'on' } } },
          payer,
          'goal',
          { ids: [subject], inSession: false },
          new Date()
        )
      ).toBe(20 - subject)
    }
    const { rows } = await tx.execute<{ read: number }>(
      sql`select seq_tup_read::int as read from pg_stat_xact_user_tables where relname = 'balances'`
    )
    return rows
  })
  expect(read).toEqual([{ read: 0 }])
})
