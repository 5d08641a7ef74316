/** One PostgreSQL for the run, with a migrated and seeded template, as after a first start. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureAdmin } from '../../server/accounts/admin.ts'
import { openDatabase } from '../../server/db/database.ts'
import { migrateDatabase } from '../../server/db/migrate.ts'
import { startPostgres } from '../../server/db/postgres/postgres.ts'
import { readConfig } from '../../server/lib/config.ts'
import { seedContent } from '../../server/seed/seed.ts'
import { testClock } from '../clock.ts'
import { ADMIN, TEMPLATE } from '../names.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ClientConfig
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hut-test-'))
  // This data is thrown away. The tests that kill PostgreSQL start their own, with the product's settings.
  const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  // Most statements run a few times on few rows. Planning them well would be a quarter of this server's work.
  const plain = [
    'plan_cache_mode=force_generic_plan',
    'join_collapse_limit=1',
    'from_collapse_limit=1',
    'autovacuum=off'
  ]
  // Each worker has one or two apps with twelve connections each, and commands with more.
  const shared = ['max_connections=100']
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings: [...unsafe, ...plain, ...shared] })
  const connection = { ...postgres.connection }
  await createTemplate(connection)
  project.provide('postgres', connection)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createTemplate(connection: ClientConfig): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await fillDatabase({ ...connection, database: TEMPLATE })
}

/** Fills the database as a first start does. */
export async function fillDatabase(connection: ClientConfig): Promise<void> {
  await migrateDatabase(connection)
  const db = openDatabase(connection, console)
  const clock = testClock()
  const config = readConfig({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  const { id } = await ensureAdmin({ db, clock, config })
  await seedContent(db, id, new Date(clock.now()))
  await db.$client.end()
}
