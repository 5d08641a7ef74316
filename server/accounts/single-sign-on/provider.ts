/**
 * Talks with the provider of single sign-on. Each sign-in reads the provider's addresses and keys again. So the product
 * starts without the provider, and its new keys count at once.
 */

import { CALLBACK, NO_SIGN_ON } from '../../../domain/accounts/single-sign-on/api.ts'
import {
  type Failure,
  type Identity,
  type Purpose,
  readIdentity
} from '../../../domain/accounts/single-sign-on/single-sign-on.ts'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { Resources } from '../../dependencies.ts'

type Needs = Pick<Resources, 'config' | 'clock'>

/** A sign-in that failed, for a reason that the person is told. */
export class SignOnFailed extends Error {
  readonly failure: Failure

  /** @param reason for the log; it identifies nobody */
  constructor(failure: Failure, reason: string = failure) {
    super(reason)
    this.name = 'SignOnFailed'
    this.failure = failure
  }
}

/** What must come back from the provider. */
export interface Expected {
  state: string
  nonce: string
  verifier: string
}

/** Loaded with the first sign-in. */
const library = () => import('openid-client')

/** How long the provider may take to answer, in seconds. */
const PATIENCE = 10

/** The settings of the provider. @throws Refused 404 in a hut without */
export function needOidc({ oidc }: Resources['config']): NonNullable<Resources['config']['oidc']> {
  return oidc ?? refuse({ kind: 'notFound', message: NO_SIGN_ON })
}

/** Returns the address at which a person signs in, and what must come back from there. */
export async function signInAddress(needs: Needs, purpose: Purpose): Promise<Expected & { address: string }> {
  const { client, provider } = await reach(needs)
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
  const knowsGroups = provider.serverMetadata().scopes_supported?.includes('groups')
  const address = client.buildAuthorizationUrl(provider, {
    redirect_uri: `${needs.config.appUrl}${CALLBACK}`,
    scope: `openid email profile${needOidc(needs.config).adminGroup !== null && knowsGroups ? ' groups' : ''}`,
    ...{ state, nonce, code_challenge: await client.calculatePKCECodeChallenge(verifier) },
    code_challenge_method: 'S256',
    ...(purpose === 'proof' ? { prompt: 'login', max_age: '0' } : {})
  })
  return { address: address.href, state, nonce, verifier }
}

/**
 * Checks what the provider sent back, and asks it who the person is.
 * @param url the whole address of the callback
 * @throws SignOnFailed
 */
export async function readAnswer(
  needs: Needs,
  url: URL,
  { state, nonce, verifier }: Expected
): Promise<{ identity: Identity; idToken: string }> {
  const { client, provider } = await reach(needs)
  try {
    const tokens = await client.authorizationCodeGrant(provider, url, {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      idTokenExpected: true
    })
    const claims = tokens.claims()
    if (!claims || !tokens.id_token) throw new SignOnFailed('refused', 'no id token')
    const more = provider.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
      : {}
    return { identity: readIdentity({ ...more, ...claims }), idToken: tokens.id_token }
  } catch (error) {
    throw failed(client, error)
  }
}

/** Returns the address at which a person ends the login at the provider too; null when it has none or is away. */
export async function signOutAddress(needs: Needs, idToken: string): Promise<string | null> {
  try {
    const { client, provider } = await reach(needs)
    if (!provider.serverMetadata().end_session_endpoint) return null
    const post_logout_redirect_uri = `${needs.config.appUrl}/`
    return client.buildEndSessionUrl(provider, { id_token_hint: idToken, post_logout_redirect_uri }).href
  } catch (error) {
    if (error instanceof SignOnFailed) return null
    throw error
  }
}

/** Reads the addresses of the provider. @throws SignOnFailed */
async function reach({ config, clock }: Needs) {
  const { issuer, clientId, clientSecret } = needOidc(config)
  const client = await library()
  // biome-ignore lint/plugin: the library reads the machine's clock, so it needs the difference from ours.
  const skew = Math.round((clock.now() - Date.now()) / 1000)
  const isLocal = issuer.startsWith('http:')
  try {
    const provider = await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockSkew]: skew },
      client.ClientSecretBasic(clientSecret),
      {
        timeout: PATIENCE,
        // Without it, the signature of a token that came from the provider itself isn't checked.
        execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])]
      }
    )
    return { client, provider }
  } catch (error) {
    throw failed(client, error)
  }
}

/** Errors that may pass by themselves. */
const UNREACHABLE = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

function failed(client: Awaited<ReturnType<typeof library>>, error: unknown): SignOnFailed {
  if (error instanceof SignOnFailed) return error
  if (error instanceof client.AuthorizationResponseError) {
    return new SignOnFailed(error.error === 'access_denied' ? 'cancelled' : 'refused', error.error)
  }
  if (error instanceof client.ResponseBodyError) return new SignOnFailed('refused', error.error)
  if (error instanceof client.WWWAuthenticateChallengeError) return new SignOnFailed('refused', error.code)
  const { code = '', name } = error as Error & { code?: string }
  const isRefused = error instanceof client.ClientError && !UNREACHABLE.includes(code)
  return new SignOnFailed(isRefused ? 'refused' : 'unreachable', code || name)
}
