/** Gives commands access to the database: while the app runs, while it is stopped, or on `DATABASE_URL`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { Config } from '../lib/config.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { dataFolderError } from '../lib/start/start-checks.ts'
import { connectionError } from './hold-database.ts'
import { listApplied, refuseUnknown } from './migrate.ts'
import { refusePooler } from './pooler.ts'
import { connectionOf } from './postgres/address.ts'
import { startPostgres } from './postgres/postgres.ts'

/** Names the database in messages. An address may contain a password, so it is not shown. */
export function placeOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl ? 'the database of DATABASE_URL' : dataDir
}

/**
 * Runs `work` with the database, which must have a schema of this program.
 * @param older whether an older schema is accepted
 */
export async function withDatabase<Result>(
  config: Config,
  { older }: { older: boolean },
  work: (connection: ClientConfig) => Promise<Result>
): Promise<Result> {
  const { connection, leave } = await reach(config)
  try {
    await checkSchema(connection, config, older)
    return await work(connection)
  } finally {
    await leave()
  }
}

async function reach({ databaseUrl, dataDir }: Config) {
  const stay = async () => {}
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, leave: stay }
  const folder = join(dataDir, 'postgres')
  if (!existsSync(folder)) throw new OperatorError(`There is no database yet: ${folder} does not exist.`)
  const running = await connectionOf(folder)
  if (running) return { connection: { ...running }, leave: stay }
  const postgres = await startPostgres({ folder }).catch(error => {
    throw dataFolderError(error, folder)
  })
  return { connection: { ...postgres.connection }, leave: () => postgres.stop() }
}

async function checkSchema(connection: ClientConfig, config: Config, older: boolean): Promise<void> {
  if (config.databaseUrl) {
    await refusePooler(connection).catch(error => {
      throw connectionError(error)
    })
  }
  const client = new Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    const applied = await listApplied(client)
    if (applied.length === 0) throw new OperatorError(`There is no Challenge Hut in ${placeOf(config)}.`)
    const { isCurrent } = refuseUnknown(applied)
    if (!isCurrent && !older) {
      throw new OperatorError(`The version of ${placeOf(config)} is older: start the app once, which upgrades it.`)
    }
  } finally {
    await client.end()
  }
}
