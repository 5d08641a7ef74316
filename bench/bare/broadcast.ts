/**
 * The cheapest possible broadcast: each call sends the same bytes to each socket of `ws`. It can store each message
 * first, or read the login of each socket.
 */
import Fastify from 'fastify'
import { WebSocketServer } from 'ws'
import { openDatabase } from '../../server/db/database.ts'
import { personOf } from './login.ts'

interface Task {
  frame: string
  response: object
  databaseUrl?: string
  /** The database has the logins that are read. Otherwise it stores the messages. */
  isForLogins?: boolean
}

interface Body {
  messageable_id: number
  content: string
  /** Sent instead of the frame of the task. */
  frame?: string
}

const STORE = {
  name: 'store',
  text: 'insert into bare_messages (session_id, content, created_at) values ($1, $2, now()) returning id'
}

process.once('message', async ({ frame, response, databaseUrl, isForLogins = false }: Task) => {
  const app = Fastify()
  const sockets = new WebSocketServer({ server: app.server })
  const pool = databaseUrl === undefined ? null : openDatabase({ connectionString: databaseUrl }, console).$client
  const storing = isForLogins ? null : pool
  await storing?.query(
    'create table bare_messages (id bigserial primary key, session_id bigint, content text, created_at timestamptz)'
  )
  if (pool && isForLogins) {
    // As a page does, the socket says something first, and gets a reply when its person is known.
    sockets.on('connection', (socket, { headers }) => {
      const person = personOf(pool, headers.cookie, new Date())
      socket.on('message', async () => socket.send(String(await person)))
    })
  }
  app.post<{ Body: Body }>('/', async ({ body }) => {
    await storing?.query({ ...STORE, values: [body.messageable_id, body.content] })
    const bytes = Buffer.from(body.frame ?? frame)
    for (const socket of sockets.clients) socket.send(bytes, { binary: false })
    return response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
