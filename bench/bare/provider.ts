/** A stand-in for the payment provider. Every payment is paid, by the person whose id is the end of the payment id. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PACK_PRICE } from '../../domain/billing/purchase.ts'

process.once('message', () => {
  const server = createServer((request, response) => {
    const [, id, user] = /^\/v1\/payment_intents\/(\w+_(\d+))\?/.exec(request.url ?? '') ?? []
    response.writeHead(id ? 200 : 404, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        id,
        object: 'payment_intent',
        status: 'succeeded',
        ...PACK_PRICE,
        amount_received: PACK_PRICE.amount,
        customer: `cus_${user}`,
        metadata: { user_id: user },
        payment_method: { id: 'pm_1', object: 'payment_method', type: 'card', card: { brand: 'visa', last4: '4242' } }
      })
    )
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
})
