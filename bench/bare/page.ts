/** The cheapest possible page data: one named query in the plain driver, then the bytes that the product sends. */
import Fastify from 'fastify'
import { openDatabase } from '../../server/db/database.ts'

interface Task {
  databaseUrl: string
  text: string
  values: unknown[]
  /** Sends an object as JSON and a text as HTML. */
  response: object | string
}

process.once('message', async ({ databaseUrl, text, values, response }: Task) => {
  const pool = openDatabase({ connectionString: databaseUrl }, console).$client
  const app = Fastify()
  app.get('/', async (_, reply) => {
    const { rows } = await pool.query({ name: 'page', text, values })
    if (rows.length === 0) throw new Error('the query finds nothing')
    return typeof response === 'string' ? reply.type('text/html; charset=utf-8').send(response) : response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
