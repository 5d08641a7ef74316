/** A separate process with many sockets in one room, so that reading them does not slow the measuring process. */
import { openBareSockets, openPages } from './sockets.ts'

export interface Crowd {
  url: string
  /** Without a room, they are sockets of a bare server. */
  room?: number
  /** Sockets of a bare server that say something first. */
  says?: boolean
  count: number
}

process.once('message', async ({ url, room, says, count }: Crowd) => {
  const audience = await (room === undefined ? openBareSockets(url, count, says) : openPages(url, room, count))
  let heard = audience.listen()
  process.on('message', async () => {
    await heard(count)
    heard = audience.listen()
    process.send?.('heard')
  })
  process.send?.(audience.openedIn)
})
