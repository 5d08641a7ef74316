/** The environment of the benchmarks: one PostgreSQL in a temporary folder, filled, and the product on it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../server/db/postgres/postgres.ts'
import { type Child, startProduct, stopAll } from './children.ts'
import { type Content, fillDatabase } from './content.ts'

export interface Ground extends Content {
  databaseUrl: string
  /** A data folder for a separately started product. */
  folder: string
  product: Child
  /** Starts another product on the same database. */
  another: () => Promise<Child>
  /** Starts a product on its own database with only the seeded content. */
  apart: (database: string, settings?: Record<string, string>) => Promise<{ product: Child; databaseUrl: string }>
  close: () => Promise<void>
}

const DATABASE = 'bench'

export async function openGround(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'hut-bench-'))
  const postgres = await startPostgres({ folder: join(folder, 'postgres') })
  const close = async (): Promise<void> => {
    await stopAll()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { user, password, host, port } = postgres.connection
    const login = password ? `${user}:${encodeURIComponent(String(password))}` : user
    const start = (databaseUrl: string, settings = {}) =>
      startProduct({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), ...settings })
    const apart = async (database: string, settings = {}) => {
      const client = new Client(postgres.connection)
      await client.connect()
      await client.query(`create database ${database}`)
      await client.end()
      const databaseUrl = `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
      return { product: await start(databaseUrl, settings), databaseUrl }
    }
    const { product, databaseUrl } = await apart(DATABASE)
    const content = await fillDatabase(databaseUrl)
    return { ...content, databaseUrl, folder, product, another: () => start(databaseUrl), apart, close }
  } catch (error) {
    await close()
    throw error
  }
}
