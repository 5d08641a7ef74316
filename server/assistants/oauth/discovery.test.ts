/** How apps find the OAuth of the hut and register, by an independent library of OAuth. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  dynamicClientRegistration,
  None,
  randomPKCECodeVerifier,
  refreshTokenGrant
} from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCOPES } from '../../../domain/accounts/access-tokens/scopes.ts'
import { MOST_REDIRECTS, REDIRECT_TEXT } from '../../../domain/accounts/apps/apps.ts'
import { answerQuestion, openOauthWorld, openQuestion, REDIRECT } from '../../../testing/oauth-app.ts'
import type { Caller } from '../../../testing/world.ts'

const TAGS = { tags: 'D-156' }

let world: Awaited<ReturnType<typeof openOauthWorld>>
beforeAll(async () => {
  world = await openOauthWorld()
})
afterAll(() => world.close())

const get = async (path: string) => (await fetch(world.origin + path)).json()
const register = (body: unknown) =>
  fetch(`${world.origin}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })

async function flow(person: Caller, scope: string) {
  const metadata = { client_name: 'Another app', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }
  const config = await dynamicClientRegistration(new URL(world.origin), metadata, None(), {
    algorithm: 'oauth2',
    execute: [allowInsecureRequests]
  })
  const verifier = randomPKCECodeVerifier()
  const url = buildAuthorizationUrl(config, {
    ...{ redirect_uri: REDIRECT, scope, state: 'st', resource: `${world.origin}/mcp` },
    ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
  })
  const back = await answerQuestion(person, await openQuestion(person, url), 'change')
  const tokens = await authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: 'st' })
  return { config, tokens }
}

test('a library of OAuth finds the hut, registers, gets tokens and renews them', TAGS, async () => {
  const { config, tokens } = await flow(await world.as('ada'), 'goals:read logs:write')
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'goals:read logs:write' })
  const renewed = await refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(renewed.scope).toBe('goals:read logs:write')
  await expect(refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('scopes that don’t exist are left out, and none is added', TAGS, async () => {
  const { config, tokens } = await flow(await world.as('bea'), 'openid admin:write goals:read')
  expect(tokens.scope).toBe('goals:read')
  const more = refreshTokenGrant(config, tokens.refresh_token ?? '', { scope: 'goals:read goals:write' })
  await expect(more).rejects.toMatchObject({ error: 'invalid_scope' })
})

test('the hut says where apps begin', TAGS, async () => {
  const { origin } = world
  const unknown = await fetch(`${origin}/mcp`, { method: 'POST' })
  const where = /resource_metadata="([^"]+)"/.exec(unknown.headers.get('www-authenticate') ?? '')?.[1] ?? ''
  expect([unknown.status, where]).toEqual([401, `${origin}/.well-known/oauth-protected-resource/mcp`])
  const resource = { resource: `${origin}/mcp`, authorization_servers: [origin], scopes_supported: [...SCOPES] }
  expect(await get(new URL(where).pathname)).toMatchObject(resource)
  const server = await get('/.well-known/oauth-authorization-server')
  expect(server).toMatchObject({
    ...{ issuer: origin, authorization_endpoint: `${origin}/api/oauth/authorize` },
    ...{ token_endpoint: `${origin}/api/oauth/token`, registration_endpoint: `${origin}/api/oauth/register` },
    ...{ code_challenge_methods_supported: ['S256'], token_endpoint_auth_methods_supported: ['none'] },
    ...{ response_types_supported: ['code'] }
  })
})

test('an app registers with what we know, and the rest is ignored', TAGS, async () => {
  const more = { jwks_uri: 'http://127.0.0.1:1/', logo_uri: 'https://evil.example/a.png', client_secret: 'mine' }
  const response = await register({ client_name: ' My  app ', redirect_uris: ['https://app.example.org/cb'], ...more })
  expect(response.status).toBe(201)
  expect(Object.keys(await response.json()).sort()).toEqual([
    ...['application_type', 'client_id', 'client_id_issued_at', 'client_name', 'grant_types', 'redirect_uris'],
    ...['response_types', 'token_endpoint_auth_method']
  ])
})

test.each([
  ['http://app.example.org/cb'],
  ['https://app.example.org/#part'],
  ['myapp://callback'],
  ['javascript:alert(1)'],
  [1]
])('an app with the address %s is refused', async address => {
  const response = await register({ redirect_uris: [address] })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'invalid_redirect_uri' })
})

test('an app without an address, with too many or with a long name is refused', TAGS, async () => {
  const many = Array.from({ length: MOST_REDIRECTS + 1 }, () => REDIRECT)
  for (const body of [{}, null, [], { redirect_uris: [] }, { redirect_uris: many }]) {
    expect((await register(body)).status).toBe(400)
  }
  const long = await register({ redirect_uris: [REDIRECT], client_name: 'x'.repeat(101) })
  expect(await long.json()).toMatchObject({ error: 'invalid_client_metadata' })
  const none = await register({ redirect_uris: [] })
  expect((await none.json()).error_description).toContain(REDIRECT_TEXT)
})
