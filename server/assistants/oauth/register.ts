/**
 * Registers an app that wants to be connected (RFC 7591). We build all that the library gets, because it would fetch
 * addresses that an app names.
 */
import { randomUUID } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import { appRegistration } from '../../../domain/accounts/apps/apps.ts'
import { insertApp } from '../../accounts/app-rows.ts'
import type { Resources } from '../../dependencies.ts'
import { dateAt } from '../../lib/clock.ts'
import { hashOf } from '../../lib/token-hash.ts'

interface Registered {
  status: 201 | 400
  body: object
}

/** @param sent the body of the request */
export async function registerApp(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  provider: Provider,
  sent: unknown
): Promise<Registered> {
  const asked = appRegistration.safeParse(sent)
  if (!asked.success) {
    const [{ path = [], message = '' } = {}] = asked.error.issues
    const isRedirect = path[0] === 'redirect_uris'
    return refused(isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata', `${path.join('.')}: ${message}`)
  }
  const { client_name, redirect_uris } = asked.data
  const isOfMachine = redirect_uris.some(address => address.startsWith('http:'))
  const client = {
    ...{ client_id: randomUUID(), client_name, redirect_uris },
    // Of this machine, an app may use any port (RFC 8252).
    application_type: isOfMachine ? ('native' as const) : ('web' as const),
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const]
  }
  try {
    // It throws for what it would not accept later. Its types leave the parameter out.
    Reflect.construct(provider.Client, [client])
  } catch (error) {
    const { errors } = await import('oidc-provider')
    if (!(error instanceof errors.OIDCProviderError)) throw error
    return refused(error.error, error.error_description ?? '')
  }
  const now = dateAt(clock)
  await insertApp(db, { kind: 'Client', key_hash: hashOf(client.client_id), payload: client, created_at: now })
  return { status: 201, body: { ...client, client_id_issued_at: Math.floor(now.getTime() / 1000) } }
}

const refused = (error: string, error_description: string): Registered => ({
  status: 400,
  body: { error, error_description }
})
