/** `npm run audit`: beside the running app, on its database while it is stopped, or on `DATABASE_URL`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { openDatabase } from '../db/database.ts'
import { connectionOf } from '../db/postgres/address.ts'
import { startPostgres } from '../db/postgres/postgres.ts'
import { type Config, readConfig } from '../lib/config.ts'
import { audit } from './audit.ts'

interface Reached {
  connection: ClientConfig
  leave: () => Promise<void>
}

async function main(): Promise<void> {
  const { connection, leave } = await reach(readConfig(process.env))
  const db = openDatabase(connection, { error: (_, text) => console.error(text) }, 1)
  try {
    // One snapshot for all checks: the app may be writing.
    const { people, entries, findings } = await db.transaction(
      tx => audit(tx),
      'begin isolation level repeatable read read only'
    )
    for (const finding of findings) print(finding)
    print(`ledger: ${people} people, ${entries} entries, ${findings.length} findings`)
    process.exitCode = findings.length > 0 ? 1 : 0
  } finally {
    await db.$client.end()
    await leave()
  }
}

async function reach({ databaseUrl, dataDir }: Config): Promise<Reached> {
  const stay = async () => {}
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, leave: stay }
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) throw new Error(`There is nothing to audit yet: ${folder} does not exist.`)
  const running = await connectionOf(folder)
  if (running) return { connection: { ...running }, leave: stay }
  const postgres = await startPostgres({ folder })
  return { connection: { ...postgres.connection }, leave: () => postgres.stop() }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 2
})
