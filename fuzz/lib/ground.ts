/** The product as shipped, on its own PostgreSQL in a temporary folder. Limits are off, and it sends no pushes. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startProduct, stopAll } from '../../bench/lib/children.ts'
import { openDatabase } from '../../server/db/database.ts'
import { startPostgres } from '../../server/db/postgres/postgres.ts'
import { audit } from '../../server/tokens/audit.ts'
import type { Sample } from '../../soak/lib/journal.ts'
import { ADMIN } from '../../testing/names.ts'
import { urlOf } from '../../testing/servers/program.ts'

const METRICS_TOKEN = 'a token of the fuzzer'
const SAMPLED_EVERY_MS = 5000
const ERROR = 50

export interface Ground {
  address: string
  query: Client['query']
  /** The secret that signs the events of the payment sandbox. */
  webhookSecret: () => Promise<string>
  memory: Sample[]
  /** Lines of the log with the level "error". */
  errors: string[]
  /** The faults in the ledger and the totals. */
  audit: () => Promise<string[]>
  close: () => Promise<void>
}

export async function openGround(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'hut-fuzz-'))
  const postgres = await startPostgres({ folder: join(folder, 'postgres') })
  const database = 'fuzz'
  const first = new Client(postgres.connection)
  await first.connect()
  await first.query(`create database ${database}`)
  await first.end()
  const connection = { ...postgres.connection, database }
  const errors: string[] = []
  const product = await startProduct(
    {
      DATABASE_URL: urlOf(connection),
      DATA_DIR: join(folder, 'data'),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      PUSH: 'off',
      METRICS_TOKEN
    },
    errorsInto(errors)
  )
  const client = new Client(connection)
  await client.connect()
  const memory: Sample[] = []
  const sample = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await fetch(`${product.url}/metrics`, { headers }).then(
      response => response.text(),
      () => ''
    )
    const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
    if (bytes > 0) memory.push({ life: 'the product', at: Date.now(), bytes })
  }
  const timer = setInterval(() => void sample(), SAMPLED_EVERY_MS)
  return {
    address: product.url,
    query: client.query.bind(client) as Client['query'],
    memory,
    errors,
    async webhookSecret() {
      const { rows } = await client.query(
        `select hidden #>> '{keys,webhook}' as secret from sandbox_objects where id = 'account'`
      )
      return String(rows[0]?.secret)
    },
    async audit() {
      const db = openDatabase(connection, console)
      const { findings } = await audit(db)
      await db.$client.end()
      return findings
    },
    async close() {
      clearInterval(timer)
      await client.end()
      await stopAll()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function errorsInto(errors: string[]): (text: string) => void {
  let rest = ''
  return text => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= ERROR) errors.push(line)
  }
}
