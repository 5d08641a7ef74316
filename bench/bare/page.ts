/** The cheapest possible page data: one named query in the plain driver, then the bytes that the product sends. */
import Fastify from 'fastify'
import { openDatabase } from '../../server/db/database.ts'
import { personOf } from './login.ts'

interface Task {
  databaseUrl: string
  text: string
  values: unknown[]
  /** Sends an object as JSON and a text as HTML. */
  response: object | string
  /** Reads the login of each request first. */
  readsLogin?: boolean
}

process.once('message', async ({ databaseUrl, text, values, response, readsLogin }: Task) => {
  const pool = openDatabase({ connectionString: databaseUrl }, console).$client
  const app = Fastify()
  app.get('/', async ({ headers }, reply) => {
    if (readsLogin) await personOf(pool, headers.cookie, new Date())
    const { rows } = await pool.query({ name: 'page', text, values })
    if (rows.length === 0) throw new Error('the query finds nothing')
    return typeof response === 'string' ? reply.type('text/html; charset=utf-8').send(response) : response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
