/** Addresses that browsers, password managers and security researchers look for. */
import type { FastifyInstance } from 'fastify'
import { securityPage } from '../../../domain/accounts/api.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Dependencies } from '../../dependencies.ts'
import { OPEN } from '../security/members-only.ts'

const HIDDEN = { schema: { hide: true } as object, ...OPEN }
/** RFC 9116 requires less than a year. */
const SECURITY_TXT_LASTS_MS = 90 * 86_400_000

/** Binds the well-known addresses. */
export function bindWellKnown(app: FastifyInstance, { clock, config }: Pick<Dependencies, 'clock' | 'config'>): void {
  const leads = { '/favicon.ico': '/favicon.svg', '/.well-known/change-password': securityPage.path }
  for (const [from, to] of Object.entries(leads)) {
    app.get(from, HIDDEN, async (_, reply) => reply.redirect(to))
  }

  app.get('/.well-known/security.txt', HIDDEN, async (_, reply) => {
    const { contact } = config.hut
    if (!contact) return refuse({ kind: 'notFound' })
    const address = contact.includes('://') ? contact : `mailto:${contact}`
    const expires = new Date(clock.now() + SECURITY_TXT_LASTS_MS).toISOString()
    return reply.type('text/plain; charset=utf-8').send(`Contact: ${address}\nExpires: ${expires}\n`)
  })
}
