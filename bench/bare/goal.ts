/** The statements of a new goal in the plain driver: the login, then goal, balance and ledger in one transaction. */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { openDatabase } from '../../server/db/database.ts'
import { BALANCE, CHARGE } from './charge.ts'
import { personOf } from './login.ts'

interface Task {
  databaseUrl: string
  response: object
}

interface Body {
  challenge: { tasks: { title: string; amount: number; unit: string }[] }
}

const GOAL = {
  name: 'goal',
  text: `insert into goals (uuid, user_id, title, amount, unit, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $6) returning *`
}

process.once('message', async ({ databaseUrl, response }: Task) => {
  const pool = openDatabase({ connectionString: databaseUrl }, console).$client
  const app = Fastify()
  app.post<{ Body: Body }>('/', async request => {
    const now = new Date()
    const userId = await personOf(pool, request.headers.cookie, now)
    const client = await pool.connect()
    try {
      await client.query('begin')
      for (const { title, amount, unit } of request.body.challenge.tasks) {
        const values = [randomUUID(), userId, title, amount, unit, now]
        const goal = await client.query({ ...GOAL, values })
        const balance = await client.query({ ...BALANCE, values: [userId] })
        if (balance.rows[0].free < 1) throw new Error('out of tokens')
        await client.query({ ...CHARGE, values: [userId, goal.rows[0].id, now, 'goal'] })
      }
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
    return response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
