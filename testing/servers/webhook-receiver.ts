/** A receiver of webhooks, and a network in which every address leads to it. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Network } from '../../server/uploads/public-fetch.ts'

export interface Received {
  host: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  network: Network
  received: Received[]
  /** The status of the responses; by default 200. */
  respond: (request: Received) => number | Promise<number>
  close: () => Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    network: {
      lookup: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      isPublic: address => address !== '10.0.0.1',
      ports: [''],
      connect: () => connect(port, '127.0.0.1')
    },
    received: [],
    respond: () => 200,
    close: () => new Promise(resolve => server.close(() => resolve()))
  }
  const server = createServer((request, response) => {
    void (async () => {
      const { headers, url = '' } = request
      const received = { host: headers.host ?? '', path: url, headers, body: await text(request) }
      const status = await receiver.respond(received)
      if (status === 200) receiver.received.push(received)
      response.writeHead(status).end()
    })()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return receiver
}
