/** The broadcast of `broadcast.ts` to a room of Socket.IO at its defaults. */
import Fastify from 'fastify'
import { Server } from 'socket.io'

interface Task {
  frame: string
  response: object
}

process.once('message', async ({ frame, response }: Task) => {
  const app = Fastify()
  const io = new Server(app.server)
  const event = JSON.parse(frame)
  io.on('connection', socket => void socket.join('room'))
  app.post('/', async () => {
    io.to('room').emit('event', event)
    return response
  })
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
})
