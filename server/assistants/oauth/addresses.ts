/** The addresses and the cookie of OAuth. */
import type { Config } from '../../lib/config.ts'

type Settings = Pick<Config, 'appUrl' | 'port'>

export const ADDRESSES = {
  authorization: '/api/oauth/authorize',
  token: '/api/oauth/token',
  revocation: '/api/oauth/revoke',
  registration: '/api/oauth/register',
  jwks: '/api/oauth/jwks'
} as const

export const QUESTION_COOKIE = 'hut_oauth_question'

/** The public address of the hut. Apps compare it, so it never depends on the address of a request. */
export const originOf = ({ appUrl, port }: Settings): string => appUrl ?? `http://localhost:${port}`

/** What the access tokens of apps are for. */
export const resourceOf = (config: Settings): string => `${originOf(config)}/mcp`

/** Describes the resource (RFC 9728). */
export const resourceMetadataOf = (config: Settings): string =>
  `${originOf(config)}/.well-known/oauth-protected-resource/mcp`
