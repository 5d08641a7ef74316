/** Apps that a person connects by OAuth 2.1 (D-156), by the client of the protocol's own kit. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessTokensPage } from '../../../domain/accounts/access-tokens/api.ts'
import { SCOPES } from '../../../domain/accounts/access-tokens/scopes.ts'
import { signOutEverywhere } from '../../../domain/accounts/api.ts'
import { allowApp, endApp, getAppQuestion } from '../../../domain/accounts/apps/api.ts'
import { APP_FORGOTTEN_MS, APP_TTL, QUESTION_ENDED } from '../../../domain/accounts/apps/apps.ts'
import { myNotesPage } from '../../../domain/notes/api.ts'
import { type Assistant, assistantOn } from '../../../testing/assistant.ts'
import {
  answerQuestion,
  connectApp,
  createApp,
  openOauthWorld,
  openQuestion,
  REDIRECT,
  type TestApp,
  transportOf
} from '../../../testing/oauth-app.ts'
import type { Caller } from '../../../testing/world.ts'

const TAGS = { tags: 'D-156' }

let world: Awaited<ReturnType<typeof openOauthWorld>>
beforeAll(async () => {
  world = await openOauthWorld()
})
afterAll(() => world.close())

const assistantOf = (app: TestApp): Promise<Assistant> => assistantOn(transportOf(world.origin, app))
const send = (body: Record<string, string>) =>
  fetch(`${world.origin}/api/oauth/token`, { method: 'POST', body: new URLSearchParams(body) })
const clientIdOf = async (app: TestApp): Promise<string> => (await app.clientInformation())?.client_id ?? ''
const exchange = async (app: TestApp, code: string, more: Record<string, string> = {}) =>
  send({
    ...{ grant_type: 'authorization_code', code, redirect_uri: REDIRECT },
    ...{ client_id: await clientIdOf(app), code_verifier: String(await app.codeVerifier()) },
    ...more
  })
const refresh = async (app: TestApp, refresh_token = app.saved?.refresh_token ?? '') =>
  send({ grant_type: 'refresh_token', refresh_token, client_id: await clientIdOf(app) })
const reads = (token: string | undefined, origin = world.origin) =>
  fetch(`${origin}/api${myNotesPage.path}`, { headers: { authorization: `Bearer ${token}` } })

/** An app that has sent its person here, and their question. */
async function asking(person: Caller, app = createApp()): Promise<{ app: TestApp; question: string }> {
  await expect(assistantOf(app)).rejects.toThrow()
  return { app, question: await openQuestion(person, app.asked ?? '') }
}

test('a person connects an app, and it acts for them with what they allowed', TAGS, async () => {
  const ada = await world.as('ada')
  const { app, question } = await asking(ada)
  expect(await ada.call(getAppQuestion, { params: { question } })).toEqual({
    ...{ name: 'A helper', host: '127.0.0.1:4711' },
    scopes: SCOPES
  })
  const back = await answerQuestion(ada, question, 'read')
  expect(back.href.startsWith(REDIRECT)).toBe(true)
  expect(back.searchParams.get('state')).toBe('a-state')
  await transportOf(world.origin, app).finishAuth(back.searchParams.get('code') ?? '')
  expect(app.saved).toMatchObject({ token_type: 'Bearer', expires_in: APP_TTL.accessToken })
  const assistant = await assistantOf(app)
  const tools = await assistant.tools()
  expect(tools).toContain('my_notes')
  expect(tools).not.toContain('write_note')
})

test('an app that may change writes, and is listed with its last use', TAGS, async () => {
  const bea = await world.as('bea')
  const { app } = await connectApp(world.origin, bea)
  await (await assistantOf(app)).use('write_note', { content: 'Slept well' })
  expect((await bea.visit(myNotesPage)).notes).toHaveLength(1)
  const { apps, tokens } = await bea.visit(accessTokensPage)
  expect(tokens).toEqual([])
  const used_at = new Date(world.clock.now()).toISOString()
  expect(apps).toMatchObject([{ name: 'A helper', scopes: SCOPES, used_at }])
})

test('a person says no, and the app learns only that', TAGS, async () => {
  const cleo = await world.as('cleo')
  const { question } = await asking(cleo)
  const back = await answerQuestion(cleo, question, null)
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.get('code')).toBeNull()
  expect((await cleo.visit(accessTokensPage)).apps).toEqual([])
})

test('two presses connect once', TAGS, async () => {
  const dan = await world.as('dan')
  const { question } = await asking(dan)
  const press = () => dan.call(allowApp, { params: { question }, body: { allowed: 'read' } })
  const [first, second] = await Promise.all([press(), press()])
  expect(first?.address).toBe(second?.address)
  expect((await dan.visit(accessTokensPage)).apps).toHaveLength(1)
})

test('another browser can’t read or answer a question', TAGS, async () => {
  const { question } = await asking(await world.as('eva'))
  const fay = await world.as('fay')
  const params = { question }
  const body = { allowed: 'change' as const }
  for (const refused of [
    await fay.refused(getAppQuestion, { params }),
    await fay.refused(allowApp, { params, body }),
    await fay.refused(getAppQuestion, { params: { question: 'none' } })
  ]) {
    expect(refused).toMatchObject({ status: 404, body: { message: QUESTION_ENDED } })
  }
  const own = await asking(fay)
  expect((await fay.refused(allowApp, { params, body })).status).toBe(404)
  expect(await fay.call(getAppQuestion, { params: { question: own.question } })).toMatchObject({ name: 'A helper' })
})

test('a visitor is not answered before they sign in, and comes back to the question', TAGS, async () => {
  const browser = world.visitor.twin()
  const { question } = await asking(browser)
  expect((await browser.refused(getAppQuestion, { params: { question } })).status).toBe(401)
})

test('connecting needs a recent proof', TAGS, async () => {
  const gus = await world.as('gus')
  await world.pass(16 * 60_000)
  const { question } = await asking(gus)
  const refused = await gus.refused(allowApp, { params: { question }, body: { allowed: 'read' } })
  expect(refused).toMatchObject({ status: 403, body: { error_code: 'PROOF_NEEDED' } })
})

test('a code works once: a second use ends the connection', TAGS, async () => {
  const hal = await world.as('hal')
  const { app, code } = await connectApp(world.origin, hal)
  const replayed = await exchange(app, code)
  expect([replayed.status, (await replayed.json()).error]).toEqual([400, 'invalid_grant'])
  expect((await reads(app.saved?.access_token)).status).toBe(401)
  expect((await refresh(app)).status).toBe(400)
  expect((await hal.visit(accessTokensPage)).apps).toEqual([])
})

test('a stolen code is useless without its verifier, for another app, or with another address', TAGS, async () => {
  const ida = await world.as('ida')
  const { app, question } = await asking(ida)
  const back = await answerQuestion(ida, question, 'read')
  const code = back.searchParams.get('code') ?? ''
  const thief = createApp('Thief')
  await asking(await world.as('jan'), thief)
  const attempts: Record<string, string>[] = [
    { code_verifier: 'x'.repeat(43) },
    { client_id: await clientIdOf(thief) },
    { redirect_uri: 'http://127.0.0.1:4711/other' }
  ]
  for (const more of attempts) {
    const stolen = await exchange(app, code, more)
    expect([more, stolen.status]).toEqual([more, 400])
  }
})

test('a request without PKCE, with the plain method or with another address gets no code', TAGS, async () => {
  const kim = await world.as('kim')
  const { app } = await asking(kim)
  const change = (changes: Record<string, string | null>): string => {
    const url = new URL(app.asked ?? '')
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    return url.pathname + url.search
  }
  const errorOf = async (url: string): Promise<string | null> => {
    const { headers } = await kim.request({ url })
    return new URL(String(headers.location)).searchParams.get('error')
  }
  expect(await errorOf(change({ code_challenge: null, code_challenge_method: null }))).toBe('invalid_request')
  expect(await errorOf(change({ code_challenge_method: 'plain' }))).toBe('invalid_request')
  expect(await errorOf(change({ resource: 'https://other.example.org/mcp' }))).toBe('invalid_target')
  for (const redirect_uri of ['https://evil.example/callback', 'http://127.0.0.1:4711/other']) {
    const { statusCode, headers, body } = await kim.request({ url: change({ redirect_uri }) })
    expect([redirect_uri, statusCode, headers.location]).toEqual([redirect_uri, 400, undefined])
    expect(body).toContain('The app can’t be connected')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  }
})

test('an access token ends after ten minutes, and a refresh token gives a new pair', TAGS, async () => {
  const leo = await world.as('leo')
  const { app } = await connectApp(world.origin, leo, { allowed: 'read' })
  const first = app.saved
  expect((await reads(first?.access_token)).status).toBe(200)
  await world.pass(APP_TTL.accessToken * 1000)
  expect((await reads(first?.access_token)).status).toBe(401)
  // The kit renews it by itself.
  expect(await (await assistantOf(app)).tools()).toContain('my_notes')
  expect(app.saved?.refresh_token).not.toBe(first?.refresh_token)
  const reused = await refresh(app, first?.refresh_token)
  expect([reused.status, (await reused.json()).error]).toEqual([400, 'invalid_grant'])
  expect((await reads(app.saved?.access_token)).status).toBe(401)
  expect((await refresh(app)).status).toBe(400)
})

test('two uses of one refresh token at once give at most one new pair', TAGS, async () => {
  const { app } = await connectApp(world.origin, await world.as('mia'))
  const statuses = (await Promise.all([refresh(app), refresh(app), refresh(app)])).map(({ status }) => status)
  expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(1)
  expect(statuses.every(status => status === 200 || status === 400)).toBe(true)
})

test('disconnecting and signing out everywhere end all secrets of an app', TAGS, async () => {
  const ned = await world.as('ned')
  const ends = [
    async () => {
      const [app] = (await ned.visit(accessTokensPage)).apps
      await ned.call(endApp, { params: { app: String(app?.id) } })
    },
    () => ned.call(signOutEverywhere)
  ]
  for (const end of ends) {
    const { app } = await connectApp(world.origin, ned)
    await end()
    expect((await reads(app.saved?.access_token)).status).toBe(401)
    expect((await refresh(app)).status).toBe(400)
  }
  const { rows } = await world.db.$client.query(
    `select kind from oauth_states where user_id = (select id from users where username = 'ned') and kind <> 'Interaction'`
  )
  expect(rows).toEqual([])
})

test('an app revokes its refresh token', TAGS, async () => {
  const ole = await world.as('ole')
  const { app } = await connectApp(world.origin, ole)
  const body = { token: app.saved?.refresh_token ?? '', client_id: await clientIdOf(app) }
  await fetch(`${world.origin}/api/oauth/revoke`, { method: 'POST', body: new URLSearchParams(body) })
  expect((await refresh(app)).status).toBe(400)
  expect((await ole.visit(accessTokensPage)).apps).toEqual([])
})

test('an app reaches no account, whatever its scopes', TAGS, async () => {
  const { app } = await connectApp(world.origin, await world.admin())
  const headers = { authorization: `Bearer ${app.saved?.access_token}` }
  for (const path of ['/api/account/security', '/api/account/programs', '/api/admin']) {
    expect([path, (await fetch(world.origin + path, { headers })).status]).toEqual([path, 403])
  }
})

test('two nodes share the state of a connection', TAGS, async () => {
  const pat = await world.as('pat')
  const { app, question } = await asking(pat)
  const second = (await world.secondNode()).app
  const back = await answerQuestion(pat, question, 'read')
  const payload = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', redirect_uri: REDIRECT },
    ...{ client_id: await clientIdOf(app), code_verifier: String(await app.codeVerifier()) }
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const got = await second.inject({ method: 'POST', url: '/api/oauth/token', payload, headers })
  expect(got.statusCode).toBe(200)
  const { access_token } = got.json()
  expect((await reads(access_token)).status).toBe(200)
})

test('no secret of an app is in the database', TAGS, async () => {
  const { app, code } = await connectApp(world.origin, await world.as('quin'))
  const { rows: states } = await world.db.$client.query('select * from oauth_states')
  const { rows: tokens } = await world.db.$client.query('select * from access_tokens')
  const all = JSON.stringify([states, tokens])
  for (const secret of [app.saved?.access_token ?? '', app.saved?.refresh_token ?? '', code]) {
    expect(secret.length).toBeGreaterThan(20)
    expect(all).not.toContain(secret)
  }
})

test('apps that nobody connects are forgotten after a day, and ended secrets too', TAGS, async () => {
  const rudi = await world.as('rudi')
  await asking(rudi)
  const { app } = await connectApp(world.origin, rudi)
  const count = async (from: string): Promise<number> => {
    const { rows } = await world.db.$client.query(`select count(*)::int as n from ${from}`)
    return rows[0].n
  }
  await world.pass(APP_FORGOTTEN_MS + 2 * 3_600_000)
  expect(await count(`oauth_states where kind in ('Interaction', 'AuthorizationCode')`)).toBe(0)
  expect(await count('access_tokens where connection_id is not null')).toBe(0)
  const unused = `oauth_states c where kind = 'Client' and not exists (select from oauth_states g where g.part_of = c.id)`
  expect(await count(unused)).toBe(0)
  expect((await refresh(app)).status).toBe(200)
})
