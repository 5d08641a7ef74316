/** Binds a call that pays or manages payments. When payments are turned off, the call returns 409 (D-147). */
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { needPayments } from './provider.ts'

/** Binds a call for signed-in people that needs payments. */
export function bindPayment<E extends Parameters<typeof bindSignedIn>[2]>(
  app: FastifyInstance,
  deps: Dependencies,
  endpoint: E,
  handler: Parameters<typeof bindSignedIn<E>>[3]
): void {
  bindSignedIn(app, deps, endpoint, async asked => {
    needPayments(deps)
    return handler(asked)
  })
}
