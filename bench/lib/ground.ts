/** Where the benchmarks run: one PostgreSQL in a temporary folder, filled, and the product on it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../../server/db/postgres/postgres.ts'
import { type Child, startProduct, stopAll } from './children.ts'
import { type Content, fillDatabase } from './content.ts'

export interface Ground extends Content {
  databaseUrl: string
  /** For the data of a product that is started for itself. */
  folder: string
  product: Child
  /** One more product on the same database. */
  another: () => Promise<Child>
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
    const client = new Client(postgres.connection)
    await client.connect()
    await client.query(`create database ${DATABASE}`)
    await client.end()
    const login = password ? `${user}:${encodeURIComponent(String(password))}` : user
    const databaseUrl = `postgres://${login}@localhost:${port}/${DATABASE}?host=${encodeURIComponent(host)}`
    const another = () => startProduct({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') })
    const product = await another()
    const content = await fillDatabase(databaseUrl)
    return { ...content, databaseUrl, folder, product, another, close }
  } catch (error) {
    await close()
    throw error
  }
}
