/** The least that holds sockets: `ws` on Node's own server, loaded without types, so that its memory is comparable. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const server = createServer()
new WebSocketServer({ server, perMessageDeflate: false })
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.send?.({ url: `http://127.0.0.1:${port}` })
})
