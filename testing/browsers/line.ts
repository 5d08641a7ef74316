/** A connection between a browser and the app that a test can cut and restore. */
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { freePort } from '../servers/free-port.ts'

export interface Line {
  address: string
  cut: () => void
  mend: () => void
}

/** @param app the host and port of the app */
export async function lineTo(app: string): Promise<Line> {
  const { hostname, port } = new URL(`http://${app}`)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(socket => {
    if (isCut) return socket.destroy()
    const other = connect(Number(port), hostname)
    for (const [from, to] of [
      [socket, other],
      [other, socket]
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const own = await freePort()
  await new Promise<void>(resolve => server.listen(own, '127.0.0.1', resolve))
  onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${own}`,
    cut,
    mend() {
      isCut = false
    }
  }
}
