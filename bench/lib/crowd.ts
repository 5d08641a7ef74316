/** A separate process with many sockets in one room, so that reading them does not slow the measuring process. */
import { openPages } from './sockets.ts'

interface Task {
  url: string
  room: number
  count: number
}

process.once('message', async ({ url, room, count }: Task) => {
  const audience = await openPages(url, room, count)
  let heard = audience.listen()
  process.on('message', async () => {
    await heard(count)
    heard = audience.listen()
    process.send?.('heard')
  })
  process.send?.('open')
})
