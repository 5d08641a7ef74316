/** A client of the socket: a real WebSocket to a listening app. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FromServer } from '../domain/socket/messages.ts'
import type { Caller } from './world.ts'

export interface LiveSocket {
  /** Everything received so far. */
  got: FromServer[]
  /** Sends a message, or any text. */
  say: (message: object | string) => void
  /** Waits for the first matching message, received or future. */
  hears: (fits: (message: FromServer) => boolean) => Promise<FromServer>
  close: () => void
  /** Resolves with the close code. */
  closed: Promise<number>
  socket: WebSocket
}

interface Knock {
  origin?: string
  path?: string
}

/** The address of an app. The first call makes the app listen. */
export async function addressOf(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return `127.0.0.1:${port}`
}

/** Opens a socket with that person's cookies. Fails if the app refuses it. */
export async function openLive(
  app: FastifyInstance,
  person: Caller,
  { origin, path }: Knock = {}
): Promise<LiveSocket> {
  const address = await addressOf(app)
  const cookie = Object.entries(person.cookies())
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const socket = new WebSocket(`ws://${address}${path ?? '/socket'}`, {
    headers: cookie ? { cookie } : {},
    origin: origin ?? `http://${address}`
  })
  const got: FromServer[] = []
  const closed = Promise.withResolvers<number>()
  socket.on('message', raw => got.push(JSON.parse(String(raw))))
  socket.on('close', code => closed.resolve(code))
  onTestFinished(() => socket.terminate())
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.on('error', reject)
  })
  return {
    got,
    socket,
    closed: closed.promise,
    say: message => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    hears: fits =>
      vi.waitFor(
        () => {
          const found = got.find(fits)
          if (!found) throw new Error(`not heard among ${got.map(({ type }) => type).join(' ')}`)
          return found
        },
        { timeout: 5000, interval: 5 }
      ),
    close: () => socket.close()
  }
}
