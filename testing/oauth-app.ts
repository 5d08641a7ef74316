/** Apps in tests that a person connects by OAuth, by the client of the protocol's own kit, and a person's browser. */
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { allowApp, refuseApp } from '../domain/accounts/apps/api.ts'
import type { Allowed } from '../domain/accounts/apps/apps.ts'
import { freePort } from './servers/free-port.ts'
import { type Caller, openWorld, type World } from './world.ts'

export const REDIRECT = 'http://127.0.0.1:4711/callback'

/** A world whose app listens at its own address, as OAuth demands. */
export async function openOauthWorld(settings: Record<string, string> = {}): Promise<World & { origin: string }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const world = await openWorld({ ...settings, APP_URL: origin })
  await world.app.listen({ port, host: '127.0.0.1' })
  return { ...world, origin }
}

/** An app that remembers what it got. */
export interface TestApp extends OAuthClientProvider {
  /** Where it sent the browser last. */
  asked: URL | null
  saved: OAuthTokens | undefined
}

export function createApp(name = 'A helper', scope?: string): TestApp {
  let client: OAuthClientInformationMixed | undefined
  let verifier = ''
  return {
    asked: null,
    saved: undefined,
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: name, redirect_uris: [REDIRECT], ...(scope === undefined ? {} : { scope }) },
    state: () => 'a-state',
    clientInformation: () => client,
    saveClientInformation: information => {
      client = information
    },
    tokens() {
      return this.saved
    },
    saveTokens(tokens) {
      this.saved = tokens
    },
    redirectToAuthorization(url) {
      this.asked = url
    },
    saveCodeVerifier: code => {
      verifier = code
    },
    codeVerifier: () => verifier
  }
}

export const transportOf = (origin: string, authProvider: OAuthClientProvider): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL('/mcp', origin), { authProvider })

const pathOf = (address: string | URL): string => {
  const { pathname, search } = new URL(address, 'http://localhost')
  return pathname + search
}

/** Opens the address to which an app sends a browser, and returns the id of its question. */
export async function openQuestion(person: Caller, asked: URL | string): Promise<string> {
  const { headers, statusCode, body } = await person.request({ url: pathOf(asked) })
  const [, id = ''] = /^\/oauth\/connect\/([\w-]+)$/.exec(String(headers.location)) ?? []
  if (!id) throw new Error(`no question: ${statusCode} ${headers.location ?? body}`)
  return id
}

/** Answers a question, and returns the address at which the app gets the answer. */
export async function answerQuestion(person: Caller, question: string, allowed: Allowed | null): Promise<URL> {
  const params = { question }
  const { address } = allowed
    ? await person.call(allowApp, { params, body: { allowed } })
    : await person.call(refuseApp, { params })
  return backFrom(person, address)
}

/** Follows an address of the hut to the app. */
async function backFrom(person: Caller, address: string): Promise<URL> {
  const { headers, statusCode, body } = await person.request({ url: pathOf(address) })
  if (statusCode !== 303) throw new Error(`${statusCode} ${body}`)
  return new URL(String(headers.location))
}

/** Connects an app with all of that, and returns it with the code that it got. */
export async function connectApp(
  origin: string,
  person: Caller,
  { app = createApp(), allowed = 'change' as Allowed } = {}
): Promise<{ app: TestApp; code: string }> {
  const transport = transportOf(origin, app)
  const { UnauthorizedError } = await import('@modelcontextprotocol/sdk/client/auth.js')
  await transport.start()
  await transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' }).catch((error: unknown) => {
    if (!(error instanceof UnauthorizedError)) throw error
  })
  const back = await answerQuestion(person, await openQuestion(person, app.asked ?? ''), allowed)
  const code = back.searchParams.get('code') ?? ''
  await transport.finishAuth(code)
  await transport.close()
  return { app, code }
}
