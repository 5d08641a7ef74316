/**
 * The cheapest possible broadcast: each call sends the same bytes to each socket of `ws`. With a database, it first
 * stores the message.
 */
import Fastify from 'fastify'
import { WebSocketServer } from 'ws'
import { openDatabase } from '../../server/db/database.ts'

interface Task {
  frame: string
  response: object
  databaseUrl?: string
}

interface Body {
  messageable_id: number
  content: string
}

const STORE = {
  name: 'store',
  text: 'insert into bare_messages (session_id, content, created_at) values ($1, $2, now()) returning id'
}

process.once('message', async ({ frame, response, databaseUrl }: Task) => {
  const app = Fastify()
  const sockets = new WebSocketServer({ server: app.server })
  const pool = databaseUrl === undefined ? null : openDatabase({ connectionString: databaseUrl }, console).$client
  await pool?.query(
    'create table bare_messages (id bigserial primary key, session_id bigint, content text, created_at timestamptz)'
  )
  app.post<{ Body: Body }>('/', async ({ body }) => {
    await pool?.query({ ...STORE, values: [body.messageable_id, body.content] })
    const bytes = Buffer.from(frame)
    for (const socket of sockets.clients) socket.send(bytes, { binary: false })
    return response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
