import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cleanUpDatabases, emptyDatabase, run as execute } from '../../testing/database/first-release.ts'
import { runProgram, urlOf } from '../../testing/servers/program.ts'
import { openWorld, type World } from '../../testing/world.ts'

cleanUpDatabases()

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.as('ada')
})
afterAll(() => world.close())

const run = (environment: Record<string, string>, ...args: string[]) =>
  runProgram('server/billing/audit-command.ts', environment, args)

/** The address of the database of this test. */
async function address(): Promise<string> {
  const { rows } = await world.db.execute<{ name: string }>(sql`select current_database() as name`)
  return urlOf({ ...inject('postgres'), database: rows[0]?.name ?? '' })
}

test('npm run audit prints one line while the app runs if nothing is wrong', async () => {
  expect(await run({ DATABASE_URL: await address() })).toEqual({
    code: 0,
    printed: expect.stringMatching(/^ledger: 2 people, \d+ entries, 0 findings\n$/)
  })
})

test('with payments, npm run audit also reports a payment that the provider does not have', async () => {
  const DATABASE_URL = await address()
  expect(await run({ DATABASE_URL }, 'payments')).toEqual({
    code: 0,
    printed: expect.stringMatching(/^ledger: .*, 0 findings\npayments: 0 at the provider, 0 findings\n$/)
  })
  const { rows } = await world.db.execute<{ id: number }>(sql`
    insert into payments (user_id, mode, kind, state, intent, amount, currency, uses, created_at, paid_at)
    select id, 'sandbox', 'tokens', 'paid', 'pi_lost', 1000, 'usd', 1000, now(), now() from users where username = 'ada'
    returning id::int`)
  const { code, printed } = await run({ DATABASE_URL }, 'payments')
  expect(code).toBe(1)
  expect(printed).toContain(`payment ${rows[0]?.id} (pi_lost) is paid here and not at the provider\n`)
  await world.db.execute(sql`delete from payments`)
  expect(await run({ DATABASE_URL }, 'nonsense')).toMatchObject({ code: 2 })
})

test('with payments, npm run audit reports an unreachable provider or a refused key in one line', async () => {
  const keys = {
    DATABASE_URL: await address(),
    STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef'
  }
  const { host, port } = world.sandbox
  for (const [place, reason] of [
    ['http://127.0.0.1:9', /An error occurred with our connection to Stripe[^\n]*/],
    [`http://${host}:${port}`, /Invalid API Key provided[^\n]*/]
  ] as const) {
    const { code, printed } = await run({ ...keys, STRIPE_API: place }, 'payments')
    expect(printed).toMatch(
      new RegExp(`^ledger: .*, 0 findings\\nThe payment provider cannot be asked: ${reason.source}\\n$`)
    )
    expect(printed).not.toContain(keys.STRIPE_SECRET_KEY)
    expect(code).toBe(2)
  }
})

test('npm run audit prints each finding in one line and exits with 1', async () => {
  await world.db.execute(sql`update balances set free = free - 1`)
  const { code, printed } = await run({ DATABASE_URL: await address() })
  expect(code).toBe(1)
  expect(printed).toContain('ada: free holds 999 uses, its entries come to 1000\n')
  expect(printed).toMatch(/ledger: 2 people, \d+ entries, 2 findings\n$/)
  await world.db.execute(sql`update balances set free = free + 1`)
})

test('npm run audit reports a missing database', async () => {
  const { code, printed } = await run({ DATA_DIR: '/nowhere/at/all' })
  expect(code).toBe(2)
  expect(printed).toMatch(/^There is no database yet: .*postgres does not exist\.\n$/)
})

test('npm run audit reports an unreachable database or another program’s database in one line', async () => {
  const foreign = await emptyDatabase()
  expect(await run({ DATABASE_URL: urlOf(foreign) })).toEqual({
    code: 2,
    printed: 'There is no Challenge Hut in the database of DATABASE_URL.\n'
  })
  await execute(foreign, 'create table users (name text)')
  expect((await run({ DATABASE_URL: urlOf(foreign) })).printed).toMatch(/^There is no Challenge Hut .*\n$/)
  expect(await run({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' })).toEqual({
    code: 2,
    printed: 'Wrong setting: DATABASE_URL: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n'
  })
})
