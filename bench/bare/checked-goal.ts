/**
 * The bare route for a goal with what no hut may leave out: it checks the body by the contract, holds the person's
 * pauses, stores every field, sends the security headers, and writes a line of the log.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { goalsBody } from '../../domain/goals/fields.ts'
import { openDatabase } from '../../server/db/database.ts'
import { goalColumns } from '../../server/goals/goals.ts'
import { readConfig } from '../../server/lib/config.ts'
import { createLog, OneLine } from '../../server/lib/log.ts'
import { addSecurityHeaders } from '../../server/lib/security/security-headers.ts'
import { BALANCE, CHARGE } from './charge.ts'
import { personOf } from './login.ts'

interface Task {
  databaseUrl: string
  response: object
}

const PAUSES = { name: 'pauses', text: 'select pauses from users where id = $1 for share' }

process.once('message', async ({ databaseUrl, response }: Task) => {
  const pool = openDatabase({ connectionString: databaseUrl }, console).$client
  const log: FastifyBaseLogger = createLog('info', { destination: createWriteStream('/dev/null') })
  const app = Fastify({ loggerInstance: log, logController: new OneLine() })
  addSecurityHeaders(app, readConfig({}))

  app.post('/', async ({ headers, body }) => {
    const { challenge } = goalsBody.parse(body)
    const now = new Date()
    const userId = await personOf(pool, headers.cookie, now)
    const client = await pool.connect()
    // A failed statement ends the measurement, so nothing is rolled back.
    await client.query('begin')
    for (const input of challenge.tasks) {
      const person = await client.query({ ...PAUSES, values: [userId] })
      const columns = {
        ...{ uuid: randomUUID(), user_id: userId, created_at: now, updated_at: now, pauses: person.rows[0].pauses },
        ...goalColumns(input)
      }
      const goal = await client.query(insertOf(columns))
      const balance = await client.query({ ...BALANCE, values: [userId] })
      if (balance.rows[0].free < 1) throw new Error('out of tokens')
      await client.query({ ...CHARGE, values: [userId, goal.rows[0].id, now, 'goal'] })
    }
    await client.query('commit')
    client.release()
    return response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})

function insertOf(columns: Record<string, unknown>) {
  const names = Object.keys(columns)
  const values = Object.values(columns).map(value => (Array.isArray(value) ? JSON.stringify(value) : value))
  const places = names.map((_, index) => `$${index + 1}`)
  return { name: 'goal', text: `insert into goals (${names}) values (${places}) returning *`, values }
}
