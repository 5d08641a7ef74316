/**
 * The smallest app for a crash test. It starts PostgreSQL on the given folder, prints `ready`, inserts row after row,
 * and prints each id once it is acknowledged. SIGTERM stops it cleanly.
 */
import { Pool } from 'pg'
import { startPostgres } from '../../server/db/postgres/postgres.ts'

const folder = process.argv[2]
if (!folder) throw new Error('usage: crash-writer <folder>')
const postgres = await startPostgres({ folder, log: line => console.error(line) })
const pool = new Pool({ ...postgres.connection, connectionTimeoutMillis: 2000 })
pool.on('error', () => {})
await pool.query('create table if not exists written (id bigserial primary key)')
console.log('ready')

let ending = false
process.on('SIGTERM', () => {
  ending = true
})
while (!ending) {
  try {
    const { rows } = await pool.query('insert into written default values returning id')
    console.log(rows[0].id)
  } catch {
    // PostgreSQL was killed and is restarting.
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
await pool.end()
await postgres.stop()
