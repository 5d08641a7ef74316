/** Answers of a provider that a real one never gives. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getPendingSignOn, startSignOn } from '../../../domain/accounts/single-sign-on/api.ts'
import { CLIENT, startForger } from '../../../testing/oidc-provider.ts'
import { createCaller, openWorld, type World } from '../../../testing/world.ts'

const APP = 'http://127.0.0.1:3999'
const NOW = () => Math.floor(world.clock.now() / 1000)

let forger: Awaited<ReturnType<typeof startForger>>
let world: World
beforeAll(async () => {
  forger = await startForger(APP)
  world = await openWorld(forger.settings)
  forger.now = () => world.clock.now()
})
beforeEach(() => {
  forger.claims = {}
  forger.metadata = {}
})
afterAll(async () => {
  await world.close()
  await forger.stop()
})

/** Starts, and comes back with the token that the provider makes. Returns the page that then opens. */
async function signIn(claims: object = {}, query: Record<string, string> = {}) {
  const me = createCaller(world, 'someone')
  const { address } = await me.call(startSignOn, { body: { purpose: 'sign-in', next: '/about' } })
  const asked = new URL(address).searchParams
  forger.claims = { sub: 'ada', email: 'ada@example.org', nonce: asked.get('nonce'), ...claims }
  const answer = new URLSearchParams({ code: 'a-code', state: asked.get('state') ?? '', ...query })
  const { headers } = await me.request({ url: `/api/sign-on/callback?${answer}` })
  return { to: headers.location, asked, me }
}

test('asks with PKCE, state and nonce, and shows the verifier to the provider', async () => {
  const { to, asked } = await signIn()
  expect(to).toBe('/login/finish')
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect([asked.get('state')?.length, asked.get('nonce')?.length]).toEqual([43, 43])
  expect(forger.seen.token.get('code_verifier')).toHaveLength(43)
})

test.each([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'another-client' }],
  ['several audiences and another party', { aud: [CLIENT.id, 'another'], azp: 'another' }],
  ['another nonce', { nonce: 'of another sign-in' }],
  ['no nonce', { nonce: undefined }],
  ['no subject', { sub: undefined }],
  ['an end in the past', { exp: 1_000_000 }],
  ['a later beginning', { nbf: 4_000_000_000 }]
])('refuses a token with %s', async (_, claims) => {
  const { to, me } = await signIn(claims)
  expect(to).toBe('/about#sign-on-refused')
  expect(await me.call(getPendingSignOn)).toBeNull()
})

test('a token is good for half a minute after its end, because clocks differ', async () => {
  expect((await signIn({ exp: NOW() - 20 })).to).toBe('/login/finish')
  expect((await signIn({ exp: NOW() - 40 })).to).toBe('/about#sign-on-refused')
})

test('accepts new keys of the provider at once, and no other key', async () => {
  forger.rotate()
  expect((await signIn()).to).toBe('/login/finish')
  forger.rotate(false)
  expect((await signIn()).to).toBe('/about#sign-on-refused')
  forger.rotate()
  expect((await signIn()).to).toBe('/login/finish')
})

test('refuses an answer of another provider', async () => {
  forger.metadata = { authorization_response_iss_parameter_supported: true }
  expect((await signIn({}, { iss: 'https://evil.example' })).to).toBe('/about#sign-on-refused')
  expect((await signIn({}, { iss: forger.issuer })).to).toBe('/login/finish')
})

test('refuses a provider that says it is another one', async () => {
  forger.metadata = { issuer: 'https://evil.example' }
  const refused = await createCaller(world, 'someone').refused(startSignOn, { body: { purpose: 'sign-in' } })
  expect(refused.status).toBe(409)
  expect(refused.body.message).toMatch(/^The sign-in with Club login wasn’t accepted/)
})

test('a person without an email cannot have an account', async () => {
  expect((await signIn({ email: undefined })).to).toBe('/about#sign-on-no-email')
})

test('a proof needs a new sign-in at the provider', async () => {
  const ada = await world.as('ada')
  const prove = async (purpose: 'link' | 'proof', claims: object) => {
    const { address } = await ada.call(startSignOn, { body: { purpose, next: '/account' } })
    const asked = new URL(address).searchParams
    forger.claims = { sub: 'ada', nonce: asked.get('nonce'), ...claims }
    const url = `/api/sign-on/callback?code=a&state=${asked.get('state')}`
    return { to: (await ada.request({ url })).headers.location, asked }
  }
  expect((await prove('link', {})).to).toBe('/account')
  const { to, asked } = await prove('proof', { auth_time: NOW() - 3600 })
  expect([to, asked.get('prompt'), asked.get('max_age')]).toEqual(['/account#sign-on-stale', 'login', '0'])
  expect((await prove('proof', {})).to).toBe('/account#sign-on-stale')
  expect((await prove('proof', { auth_time: NOW() })).to).toBe('/account')
})

test('the product runs without its provider, and says so', async () => {
  const away = await openWorld({ ...forger.settings, OIDC_ISSUER: 'http://127.0.0.1:9' })
  const response = await away.visitor.request({
    method: 'POST',
    url: '/api/sign-on',
    payload: { purpose: 'sign-in' }
  })
  expect(response.statusCode).toBe(503)
  expect(response.json().message).toBe('Club login can’t be reached right now. Please try again in a few minutes.')
  await away.close()
})

test('a hut without a provider has no single sign-on', async () => {
  const plain = await openWorld()
  const refused = await plain.visitor.refused(startSignOn, { body: { purpose: 'sign-in' } })
  expect([refused.status, refused.body.message]).toEqual([404, 'This hut has no single sign-on.'])
  await plain.close()
})
