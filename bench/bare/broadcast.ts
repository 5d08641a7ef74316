/** The cheapest possible broadcast: each call sends the same bytes to each socket of `ws`. */
import Fastify from 'fastify'
import { WebSocketServer } from 'ws'

interface Task {
  frame: string
  response: object
}

process.once('message', async ({ frame, response }: Task) => {
  const app = Fastify()
  const sockets = new WebSocketServer({ server: app.server })
  app.post('/', async () => {
    const bytes = Buffer.from(frame)
    for (const socket of sockets.clients) socket.send(bytes, { binary: false })
    return response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
