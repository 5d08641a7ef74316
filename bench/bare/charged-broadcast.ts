/**
 * The least that a message of a room needs: its login, its row, its use and its entry, and the room's next number, in
 * one transaction under the room's lock. Then its bytes go to each socket of `ws`.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import type { PoolClient } from 'pg'
import { WebSocketServer } from 'ws'
import { openDatabase } from '../../server/db/database.ts'
import { BALANCE, CHARGE } from './charge.ts'
import { personOf } from './login.ts'

interface Task {
  frame: string
  response: object
  databaseUrl: string
  /** A session of its own, because the product would look for events that it did not hear. */
  room: number
}

const ROOM = { name: 'room', text: 'select * from sessions where id = $1 for update' }
const MESSAGE = {
  name: 'message',
  text: `insert into messages (session_id, user_id, content, request_key, created_at)
    values ($1, $2, $3, $4, $5) returning id`
}
const EVENT = {
  name: 'event',
  text: `with room as (update sessions set seq = seq + 1 where id = $1 returning seq)
    insert into room_events (session_id, seq, event, created_at) select $1, seq, $2, $3 from room`
}

process.once('message', async ({ frame, response, databaseUrl, room }: Task) => {
  const app = Fastify()
  const sockets = new WebSocketServer({ server: app.server })
  const pool = openDatabase({ connectionString: databaseUrl }, console).$client
  const bytes = Buffer.from(frame)

  async function store(client: PoolClient, userId: number, content: string): Promise<void> {
    const now = new Date()
    const [, , balance] = await Promise.all([
      client.query('begin'),
      client.query({ ...ROOM, values: [room] }),
      client.query({ ...BALANCE, values: [userId] })
    ])
    if (balance.rows[0].free < 1) throw new Error('out of tokens')
    const message = await client.query({ ...MESSAGE, values: [room, userId, content, randomUUID(), now] })
    await Promise.all([
      client.query({ ...CHARGE, values: [userId, message.rows[0].id, now, 'message'] }),
      client.query({ ...EVENT, values: [room, frame, now] }),
      client.query('commit')
    ])
  }

  app.post<{ Body: { content: string } }>('/', async ({ headers, body }) => {
    const userId = await personOf(pool, headers.cookie, new Date())
    const client = await pool.connect()
    // A failed statement ends the measurement, so nothing is rolled back.
    await store(client, userId, body.content)
    client.release()
    for (const socket of sockets.clients) socket.send(bytes, { binary: false })
    return response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
