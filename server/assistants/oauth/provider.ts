/**
 * The OAuth library. It decides what OAuth demands of apps: PKCE, exact addresses, codes that work once, refresh tokens
 * that end the connection when one is used twice. Our own page asks the person, and our own tables keep everything. The
 * module is loaded with the first request, because most huts never get one.
 */
import { type Configuration, errors, interactionPolicy, Provider } from 'oidc-provider'
import { SCOPES, TOKEN_PREFIX } from '../../../domain/accounts/access-tokens/scopes.ts'
import { connectAppPage } from '../../../domain/accounts/apps/api.ts'
import { APP_TTL } from '../../../domain/accounts/apps/apps.ts'
import { fillPath } from '../../../domain/lib/endpoint.ts'
import type { Resources } from '../../dependencies.ts'
import { oauthKeys } from '../../reminders/server-keys.ts'
import { stateAdapter } from './adapter.ts'
import { ADDRESSES, originOf, QUESTION_COOKIE, resourceOf } from './addresses.ts'
import { errorPage } from './error-page.ts'

type Needs = Pick<Resources, 'db' | 'clock' | 'config'>

export async function openProvider(needs: Needs): Promise<Provider> {
  const keys = await oauthKeys(needs)
  const provider = new Provider(originOf(needs.config), configuration(needs, keys))
  const ids = provider.AccessToken.prototype as unknown as { generateTokenId: () => string }
  const generate = ids.generateTokenId
  // The hook that checks access tokens, and scanners for published secrets, know ours by this beginning.
  ids.generateTokenId = function () {
    return TOKEN_PREFIX + generate.call(this)
  }
  const isHttps = provider.issuer.startsWith('https:')
  // A proxy in front of the app ends https, so the request itself doesn't show it.
  Object.defineProperty(provider.request, 'secure', { get: () => isHttps })
  return provider
}

function configuration({ db, clock, config }: Needs, keys: Awaited<ReturnType<typeof oauthKeys>>): Configuration {
  const resource = resourceOf(config)
  return {
    adapter: name => stateAdapter({ db, clock }, name),
    jwks: { keys: [{ ...keys.pair, use: 'sig', alg: 'ES256' } as never] },
    cookies: {
      keys: [keys.cookies],
      names: { session: 'hut_oauth', interaction: QUESTION_COOKIE, resume: 'hut_oauth_resume' },
      // The calls of the page that asks need the cookie of the question too.
      short: { path: '/', httpOnly: true, sameSite: 'lax' }
    },
    routes: ADDRESSES,
    discovery: { registration_endpoint: originOf(config) + ADDRESSES.registration },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        async getResourceServerInfo(_, asked) {
          if (asked !== resource) throw new errors.InvalidTarget(`the only resource here is ${resource}`)
          return { scope: SCOPES.join(' '), accessTokenFormat: 'opaque', accessTokenTTL: APP_TTL.accessToken }
        }
      }
    },
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: APP_TTL.accessToken,
      AuthorizationCode: APP_TTL.code,
      Grant: APP_TTL.connection,
      IdToken: APP_TTL.accessToken,
      Interaction: APP_TTL.question,
      RefreshToken: APP_TTL.refreshToken,
      Session: APP_TTL.question
    },
    findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: {
      policy: [alwaysAsks()],
      url: async (_, { uid }) => fillPath(connectAppPage.path, { question: uid })
    },
    renderError(ctx, { error, error_description }) {
      ctx.type = 'html'
      ctx.body = errorPage(error_description ?? error)
    }
  }
}

/** Each request asks the person again, whoever was asked in this browser before. */
function alwaysAsks() {
  const { Check, Prompt } = interactionPolicy
  return new Prompt(
    { name: 'consent', requestable: true },
    new Check('not_asked', 'the person must agree', ({ oidc }) => !oidc.result?.consent)
  )
}
