/** A separate process with many sockets in one room, so that reading them does not slow the measuring process. */
import { openBareSockets, openPages } from './sockets.ts'

export interface Crowd {
  url: string
  /** Without a room, they are sockets of a bare server. */
  room?: number
  count: number
}

process.once('message', async ({ url, room, count }: Crowd) => {
  const audience = await (room === undefined ? openBareSockets(url, count) : openPages(url, room, count))
  let heard = audience.listen()
  process.on('message', async () => {
    await heard(count)
    heard = audience.listen()
    process.send?.('heard')
  })
  process.send?.(audience.openedIn)
})
