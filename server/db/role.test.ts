/** Checks that the role and the database of docs/operations.md are enough for the app. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ClientConfig } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { run } from '../../testing/database/first-release.ts'
import { urlOf } from '../../testing/servers/program.ts'
import { holdDatabase } from './hold-database.ts'
import { migrateDatabase } from './migrate.ts'

/** The statements of each SQL block in the document, with another name for the role and the database. */
async function documented(name: string): Promise<string[][]> {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const section = page.split('## Own PostgreSQL or DATABASE_URL')[1]?.split('\n## ')[0] ?? ''
  const blocks = [...section.matchAll(/```sql\n([\s\S]+?)```/g)].map(([, block = '']) => block)
  return blocks.map(block =>
    block
      .replaceAll(/\bhut\b/g, name)
      .split(/(?<=;)\n/)
      .filter(Boolean)
  )
}

function freshName(): string {
  const name = `hut_${randomBytes(6).toString('hex')}`
  onTestFinished(async () => {
    await run(server(), `drop database if exists ${name} with (force)`)
    await run(server(), `drop role if exists ${name}`)
  })
  return name
}

const server = (): ClientConfig => inject('postgres')

async function startAs(name: string): Promise<void> {
  const connection = { ...server(), database: name, user: name }
  const held = await holdDatabase(urlOf(connection).replace('postgres@', `${name}@`), { bus: 'a' }, { warn() {} })
  await migrateDatabase(connection)
  await held.stop()
}

test('the documented role and database let the app create its schema', async () => {
  const name = freshName()
  const [make = []] = await documented(name)
  expect(make).toHaveLength(2)
  for (const statement of make) await run(server(), statement)
  await startAs(name)
})

test('in another user’s database the app needs exactly the documented grants', async () => {
  const name = freshName()
  const [[role = ''] = [], grants = []] = await documented(name)
  await run(server(), role)
  await run(server(), `create database ${name} template template0`)
  await run(server(), `grant all on database ${name} to ${name}`)
  await expect(startAs(name)).rejects.toThrow('permission denied for schema public')
  await run(server(), `revoke all on database ${name} from ${name}`)
  for (const statement of grants) await run({ ...server(), database: name }, statement)
  await startAs(name)
  // Otherwise the role could not be dropped.
  await run({ ...server(), database: name }, `drop owned by ${name}`)
})
