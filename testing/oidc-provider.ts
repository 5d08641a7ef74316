/**
 * Two providers of single sign-on on this machine. The first is a whole one, and a person signs in at its pages. The
 * second says whatever a test wants, also what no real provider says.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'
import { CALLBACK } from '../domain/accounts/single-sign-on/api.ts'

export const CLIENT = { id: 'hut', secret: 'a-secret-of-the-hut' }

export type Claims = Record<string, unknown>

interface Running {
  issuer: string
  /** The settings of a product that uses it. */
  settings: Record<string, string>
  stop: () => Promise<void>
}

/** @param appUrl the address of the product @param port where it listens; 0 for any */
export async function startProvider(
  appUrl: string,
  { port = 0 }: { port?: number } = {}
): Promise<Running & { people: Map<string, Claims> }> {
  /** The claims of each person, by the name with which they sign in. */
  const people = new Map<string, Claims>()
  const server = createServer()
  const issuer = await listen(server, port)
  const provider = new Provider(issuer, configuration(appUrl, people))
  server.on('request', provider.callback())
  return { ...running(server, issuer, appUrl), people }
}

function configuration(appUrl: string, people: ReadonlyMap<string, Claims>): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [appUrl + CALLBACK],
        post_logout_redirect_uris: [`${appUrl}/`]
      }
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'preferred_username'],
      groups: ['groups']
    },
    cookies: { keys: ['a key for tests'] },
    ttl: { IdToken: 60, AccessToken: 60, Session: 3600, Grant: 3600, Interaction: 3600 },
    findAccount: (_, id) => {
      const claims = people.get(id)
      return claims && { accountId: id, claims: async () => ({ sub: id, ...claims }) }
    },
    // Nobody is asked whether the product may know them.
    async loadExistingGrant({ oidc }) {
      const known = oidc.session?.grantIdFor(CLIENT.id)
      if (known) return oidc.provider.Grant.find(known)
      const grant = new oidc.provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    }
  }
}

/** A browser at the provider. It keeps the cookies of the provider. */
export function createVisitor() {
  const cookies = new Map<string, string>()

  async function open(address: string, body?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { method: 'POST', body: new URLSearchParams(body) } : {})
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return response
  }

  /** Signs in at the provider, or cancels. Returns the path to which it sends the browser back. */
  return async function signIn(address: string, login: string | null): Promise<string> {
    let at = address
    for (;;) {
      const response = await open(at)
      const location = response.headers.get('location')
      const next = location ? new URL(location, at) : new URL(login === null ? `${at}/abort` : at)
      if (next.pathname === CALLBACK) return next.pathname + next.search
      const answered = location || login === null ? null : await open(at, { prompt: 'login', login, password: 'any' })
      at = new URL(answered?.headers.get('location') ?? next.href, at).href
    }
  }
}

/** A provider whose tokens hold what the test says. */
export async function startForger(appUrl: string) {
  const server = createServer()
  const issuer = await listen(server, 0)
  const seen = { token: new URLSearchParams() }
  let key = createKey('1')
  const forger = {
    ...running(server, issuer, appUrl),
    seen,
    /** The claims of the next token, beside the usual ones. */
    claims: {} as Claims,
    /** What the provider says about itself, beside the usual. */
    metadata: {} as Claims,
    now: () => Date.now(),
    /** Signs with another key from now on. @param isPublished whether the keys at its address have the new one */
    rotate(isPublished = true) {
      const published = isPublished ? undefined : key.jwk
      key = createKey(`${key.jwk.kid}1`)
      if (published) key.jwk = published
    }
  }
  const answers: Record<string, (request: IncomingMessage) => Promise<object>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      ...forger.metadata
    }),
    '/keys': async () => ({ keys: [key.jwk] }),
    async '/token'(request) {
      seen.token = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
      const now = Math.floor(forger.now() / 1000)
      const claims = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 60, ...forger.claims }
      return { token_type: 'bearer', access_token: 'any', id_token: tokenOf(claims, key) }
    }
  }
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await answers[request.url ?? '']?.(request)
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  return forger
}

interface Key {
  privateKey: KeyObject
  jwk: Record<string, unknown>
}

function createKey(kid: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } }
}

function tokenOf(claims: Claims, { privateKey, jwk }: Key): string {
  const parts = [{ alg: 'RS256', kid: jwk.kid }, claims].map(part => encoded(JSON.stringify(part))).join('.')
  return `${parts}.${encoded(sign('sha256', Buffer.from(parts), privateKey))}`
}

const encoded = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64url')

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function running(server: Server, issuer: string, appUrl: string): Running {
  return {
    issuer,
    settings: {
      APP_URL: appUrl,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Club login'
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}
