/** A question of an app: may it act for this person? Only the browser that the app has sent here can answer it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Scope } from '../../../domain/accounts/access-tokens/scopes.ts'
import type { AppQuestion } from '../../../domain/accounts/apps/api.ts'
import {
  type Allowed,
  allowedScopes,
  askedScopes,
  NOTHING_TO_READ,
  QUESTION_ENDED
} from '../../../domain/accounts/apps/apps.ts'
import { invalid, refuse } from '../../../domain/lib/refusal.ts'
import { needProof } from '../../accounts/proof.ts'
import type { Resources } from '../../dependencies.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { resourceOf } from './addresses.ts'

type Needs = Pick<Resources, 'clock' | 'config'>

/** The request and response of an answer. The library finds the cookie of the question there. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface Question {
  client_id: string
  redirect_uri: string
  scopes: Scope[]
}

/** @throws Refused 404 for a question that has ended, or that another browser was sent to */
async function findQuestion(provider: Provider, { request, reply }: Exchange, id: string): Promise<Question> {
  const found = await provider.interactionDetails(request.raw, reply.raw).catch(async (error: unknown) => {
    const { errors } = await import('oidc-provider')
    if (error instanceof errors.SessionNotFound) return null
    throw error
  })
  if (found?.uid !== id) return refuse({ kind: 'notFound', message: QUESTION_ENDED })
  const { client_id, redirect_uri, scope } = found.params as Record<string, string | undefined>
  return { client_id: client_id ?? '', redirect_uri: redirect_uri ?? '', scopes: askedScopes(scope) }
}

export async function readQuestion(provider: Provider, exchange: Exchange, id: string): Promise<AppQuestion> {
  const { client_id, redirect_uri, scopes } = await findQuestion(provider, exchange, id)
  const client = (await provider.Client.find(client_id)) ?? refuse({ kind: 'notFound', message: QUESTION_ENDED })
  return { name: client.clientName ?? '', host: new URL(redirect_uri).host, scopes }
}

/**
 * Connects an app. A second press leads back to the app too.
 * @returns the address to which the browser goes
 * @throws Refused 403 without a recent proof, 409 for too many apps
 */
export async function allowApp(
  needs: Needs,
  provider: Provider,
  viewer: SignedIn,
  exchange: Exchange & { id: string; allowed: Allowed }
): Promise<string> {
  needProof(needs, viewer)
  const { client_id, scopes } = await findQuestion(provider, exchange, exchange.id)
  const allowed = allowedScopes(scopes, exchange.allowed)
  if (allowed.length === 0) refuse(invalid('allowed', NOTHING_TO_READ))
  const accountId = String(viewer.id)
  // The connection has the id of its question, so that a second press finds it.
  const known = await provider.Grant.find(exchange.id)
  if (!known) {
    const grant = Object.assign(new provider.Grant({ accountId, clientId: client_id }), { jti: exchange.id })
    grant.addResourceScope(resourceOf(needs.config), allowed.join(' '))
    await grant.save()
  }
  return answer(provider, exchange, { login: { accountId, remember: false }, consent: { grantId: exchange.id } })
}

export async function refuseApp(provider: Provider, exchange: Exchange & { id: string }): Promise<string> {
  await findQuestion(provider, exchange, exchange.id)
  return answer(provider, exchange, { error: 'access_denied', error_description: 'the person did not allow it' })
}

const answer = (
  provider: Provider,
  { request, reply }: Exchange,
  result: Parameters<Provider['interactionResult']>[2]
): Promise<string> => provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
