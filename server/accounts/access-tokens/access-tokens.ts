/** Creates access tokens, and lets programs act with them (D-156). */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessTokenRow, createAccessToken as createCall } from '../../../domain/accounts/access-tokens/api.ts'
import {
  MOST_ACCESS_TOKENS,
  type Scope,
  type Subject,
  TOKEN_ENDED,
  TOKEN_PREFIX,
  TOO_MANY_ACCESS_TOKENS,
  whyNotByToken
} from '../../../domain/accounts/access-tokens/scopes.ts'
import type { ReceivedBy } from '../../../domain/lib/endpoint.ts'
import { TOKEN_CALLS } from '../../../domain/lib/limits.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Resources } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { memoryCounters } from '../../lib/limits/counters.ts'
import { takeUse } from '../../lib/limits/rate-limit.ts'
import { isWrite } from '../../lib/security/csrf.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { hashOf } from '../../lib/token-hash.ts'
import { needProof } from '../proof.ts'
import { findProgram } from '../viewer-rows.ts'
import { countWorking, insertAccessToken, isUseDue, noteTokenUse, scopesOf, toWireAccessToken } from './token-rows.ts'

const DAY_MS = 86_400_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The subject of the route's feature; null for a feature that takes no access token. Undefined outside features. */
    subject?: Subject | null
    /** A GET that changes something. */
    changes?: true
    /**
     * Any access token will do: the route itself looks at its scopes. This is the address that tells apps how to get one
     * (RFC 9728).
     */
    resourceMetadata?: string
  }
  interface FastifyRequest {
    /** The scopes of the access token with which a program sent the request; null for a request without one. */
    scopes: readonly Scope[] | null
  }
}

/**
 * Creates a token. It stores a repeated scope once.
 * @throws Refused 403 without a recent proof, 409 for too many tokens that work
 */
export async function createAccessToken(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  viewer: SignedIn,
  { name, scopes, days }: ReceivedBy<typeof createCall>['body']
): Promise<{ secret: string; token: AccessTokenRow }> {
  needProof({ clock }, viewer)
  const secret = TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const now = dateAt(clock)
  const token = await db.transaction(async tx => {
    if ((await countWorking(tx, viewer.id, now)) >= MOST_ACCESS_TOKENS) {
      refuse({ kind: 'conflict', message: TOO_MANY_ACCESS_TOKENS })
    }
    return insertAccessToken(tx, {
      ...{ user_id: viewer.id, token_hash: hashOf(secret), name, scopes: [...new Set(scopes)].join(' ') },
      ...{ created_at: now, expires_at: new Date(now.getTime() + days * DAY_MS) }
    })
  })
  return { secret, token: toWireAccessToken(token) }
}

/**
 * Signs in requests with `Authorization: Bearer`. Each is checked against the scopes of its token before anything else
 * looks at it. A login cookie beside the token counts for nothing.
 */
export function acceptAccessTokens(app: FastifyInstance, resources: Resources): void {
  app.decorateRequest('scopes', null)
  const counters = memoryCounters(resources.clock)
  app.addHook('onRequest', async (request, reply) => {
    const { subject, changes, resourceMetadata } = request.routeOptions.config
    const secret = secretOf(request)
    if (secret === null || subject === undefined) return
    const { db, clock, config } = resources
    const program = await findProgram(resources, hashOf(secret), dateAt(clock))
    if (!program) {
      const where = resourceMetadata === undefined ? '' : `, resource_metadata="${resourceMetadata}"`
      void reply.header('www-authenticate', `Bearer error="invalid_token"${where}`)
      return refuse({ kind: 'unauthenticated', message: TOKEN_ENDED })
    }
    const scopes = scopesOf(program.scopes)
    const does = changes || isWrite(request) ? 'write' : 'read'
    const message = resourceMetadata ? null : whyNotByToken(subject, does, scopes)
    if (message !== null) refuse({ kind: 'forbidden', message })
    if (config.rateLimits) {
      const { most, within, message } = TOKEN_CALLS
      const use = { key: String(program.token), amount: 1, most, withinMs: within * 1000 }
      await takeUse({ clock, counters }, use, message)
    }
    if (isUseDue(program.used_at, clock.now())) await noteTokenUse(db, program.token, dateAt(clock))
    request.viewer = program.viewer
    request.scopes = scopes
  })
}

function secretOf({ headers }: FastifyRequest): string | null {
  const [, secret] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return secret?.startsWith(TOKEN_PREFIX) ? secret : null
}
