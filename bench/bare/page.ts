/** The least that page data can cost: one named query with the plain driver, then the bytes that the product sends. */
import Fastify from 'fastify'
import { openDatabase } from '../../server/db/database.ts'

interface Task {
  databaseUrl: string
  text: string
  values: unknown[]
  response: object
}

process.once('message', async ({ databaseUrl, text, values, response }: Task) => {
  const pool = openDatabase({ connectionString: databaseUrl }, console).$client
  const app = Fastify()
  app.get('/', async () => {
    const { rows } = await pool.query({ name: 'page', text, values })
    if (rows.length === 0) throw new Error('the query finds nothing')
    return response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
