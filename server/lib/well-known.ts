/** Addresses that browsers and password managers look at by themselves. */
import type { FastifyInstance } from 'fastify'
import { securityPage } from '../../domain/accounts/api.ts'

export function bindWellKnown(app: FastifyInstance): void {
  const leads = { '/favicon.ico': '/favicon.svg', '/.well-known/change-password': securityPage.path }
  for (const [from, to] of Object.entries(leads)) {
    app.get(from, { schema: { hide: true } as object }, async (_, reply) => reply.redirect(to))
  }
}
