import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.as('ada')
})
afterAll(() => world.close())

interface Ended {
  code: number
  printed: string
}

async function run(environment: Record<string, string>): Promise<Ended> {
  const command = fileURLToPath(new URL('./audit-command.ts', import.meta.url))
  return new Promise(done => {
    execFile(
      process.execPath,
      [command],
      { env: { PATH: process.env.PATH, ...environment } },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), printed: stdout + stderr })
    )
  })
}

/** Of this world's own database. */
async function address(): Promise<string> {
  const { rows } = await world.db.execute<{ name: string }>(sql`select current_database() as name`)
  const { host = '', port, password } = inject('postgres')
  const login = password ? `postgres:${encodeURIComponent(String(password))}` : 'postgres'
  return `postgres://${login}@localhost:${port}/${rows[0]?.name}?host=${encodeURIComponent(host)}`
}

test('npm run audit says in one line that all is well, beside the running app', async () => {
  expect(await run({ DATABASE_URL: await address() })).toEqual({
    code: 0,
    printed: expect.stringMatching(/^ledger: 2 people, \d+ entries, 0 findings\n$/)
  })
})

test('npm run audit ends with 1 and one line for each finding', async () => {
  await world.db.execute(sql`update balances set free = free - 1`)
  const { code, printed } = await run({ DATABASE_URL: await address() })
  expect(code).toBe(1)
  expect(printed).toContain('ada: free holds 999 uses, its entries come to 1000\n')
  expect(printed).toMatch(/ledger: 2 people, \d+ entries, 2 findings\n$/)
  await world.db.execute(sql`update balances set free = free + 1`)
})

test('npm run audit says where there is no database', async () => {
  const { code, printed } = await run({ DATA_DIR: '/nowhere/at/all' })
  expect(code).toBe(2)
  expect(printed).toMatch(/^There is nothing to audit yet: .*postgres does not exist\.\n$/)
})
