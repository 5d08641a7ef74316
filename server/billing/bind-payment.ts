/** Binds a call that pays or manages payments. When payments are turned off, the call returns 409 (D-147). */
import type { FastifyInstance } from 'fastify'
import { bindSignedIn } from '../lib/bind.ts'
import type { Charging } from '../tokens/ledger-rows.ts'
import { needPayments } from './provider.ts'

/** Binds a call for signed-in people that needs payments. */
export function bindPayment<E extends Parameters<typeof bindSignedIn>[1]>(
  app: FastifyInstance,
  charging: Charging,
  endpoint: E,
  handler: Parameters<typeof bindSignedIn<E>>[2]
): void {
  bindSignedIn(app, endpoint, async asked => {
    needPayments(charging)
    return handler(asked)
  })
}
