/**
 * A hut for members only refuses visitors everywhere (D-146), except at routes that are marked as open: those to
 * register and sign in, the home, legal and pricing pages, links of mails, files of the page, and addresses with a secret of
 * their own. A new route is closed until it says otherwise.
 */
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Visitors may use the route in a hut for members only too. */
    isOpen?: boolean
  }
}

/** For routes without a contract. */
export const OPEN = { config: { isOpen: true } }

/** Refuses visitors with 401 while the hut is for members only. */
export function refuseVisitors(app: FastifyInstance, { config, identify }: Pick<Dependencies, 'config' | 'identify'>) {
  app.addHook('onRequest', async (request, reply) => {
    if (config.hut.members_only === 0 || request.is404 || request.routeOptions.config.isOpen) return
    // The logo is on the pages where people sign in.
    if (config.hut.logo !== null && request.url.startsWith(config.hut.logo)) return
    await identify(request, reply)
    if (!request.viewer) refuse({ kind: 'unauthenticated' })
  })
}
