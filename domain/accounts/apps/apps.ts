/** Apps, such as assistants, that a person connects by OAuth instead of a copied access key (D-156). */
import * as z from 'zod/mini'
import { title } from '../../lib/fields.ts'
import { SCOPES, type Scope } from '../access-tokens/scopes.ts'

/** What OAuth stores, by the names of its library: apps, connections, questions, codes and refresh tokens. */
export const APP_KINDS = ['Client', 'Grant', 'Interaction', 'AuthorizationCode', 'RefreshToken'] as const
export type AppKind = (typeof APP_KINDS)[number]

/** How many apps one person can connect at the same time. */
export const MOST_APPS = 50
/** How many apps can be known at the same time. Those that nobody connects are forgotten after a day. */
export const MOST_KNOWN_APPS = 20_000
export const APP_FORGOTTEN_MS = 86_400_000

/** How many seconds each secret works. */
export const APP_TTL = {
  /** A question that waits for its person, who may have to register first. */
  question: 3600,
  code: 60,
  accessToken: 600,
  /** Each use gives a new one. */
  refreshToken: 60 * 86_400,
  /** Then the person is asked again. */
  connection: 365 * 86_400
} as const

const LONGEST_APP_NAME = 100
/** @internal For tests too. */
export const MOST_REDIRECTS = 10
const LONGEST_REDIRECT = 500

export const QUESTION_ENDED = 'This request has ended. Start again in the app that you want to connect.'
export const TOO_MANY_APPS = `You have connected ${MOST_APPS} apps. Disconnect one first.`
export const NOTHING_TO_READ = 'This app asks only for changes, so there is nothing to read.'
/** @internal For tests too. */
export const REDIRECT_TEXT =
  'Give an https address, or an http address of this machine, such as http://127.0.0.1/callback.'

/** What a person allows an app: to read, or to do all that it asked for. */
export const ALLOWED = ['read', 'change'] as const
export type Allowed = (typeof ALLOWED)[number]

/** The scopes in the `scope` of a request: those that exist. A request without any means all of them. */
export function askedScopes(scope: string | undefined): Scope[] {
  const asked = (scope ?? '').split(' ')
  const known = SCOPES.filter(one => asked.includes(one))
  return known.length === 0 ? [...SCOPES] : known
}

/** The scopes that an app gets, at most those that it asked for. */
export function allowedScopes(asked: readonly Scope[], allowed: Allowed): Scope[] {
  return allowed === 'change' ? [...asked] : asked.filter(scope => scope.endsWith(':read'))
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Whether an app may get its codes at this address: by https, or at this machine (RFC 8252). @internal */
export function isRedirect(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, hash, username, password } = new URL(address)
  if (hash || address.includes('#') || username || password) return false
  const isLoopback = LOOPBACK.includes(hostname)
  return protocol === 'https:' ? !isLoopback : protocol === 'http:' && isLoopback
}

const redirects = z.array(
  z.string().check(z.maxLength(LONGEST_REDIRECT), z.refine(isRedirect, { error: REDIRECT_TEXT })),
  REDIRECT_TEXT
)

/** What an app says about itself (RFC 7591). Other fields are ignored. */
export const appRegistration = z.object({
  client_name: z._default(title(LONGEST_APP_NAME), 'An app'),
  redirect_uris: redirects.check(z.minLength(1, REDIRECT_TEXT), z.maxLength(MOST_REDIRECTS))
})
