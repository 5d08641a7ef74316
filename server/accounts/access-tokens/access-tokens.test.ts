/** Programs that act for a person with an access token (D-156). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessTokensPage, createAccessToken, endAccessToken } from '../../../domain/accounts/access-tokens/api.ts'
import {
  MOST_ACCESS_TOKENS,
  NO_TOKENS_HERE,
  SCOPES,
  type Scope,
  TOKEN_ENDED,
  TOO_MANY_ACCESS_TOKENS
} from '../../../domain/accounts/access-tokens/scopes.ts'
import { securityPage } from '../../../domain/accounts/api.ts'
import { myGoalsPage, newGoal, storeGoal } from '../../../domain/goals/api.ts'
import { TOKEN_CALLS } from '../../../domain/lib/limits.ts'
import { storeQuickLog } from '../../../domain/logs/api.ts'
import { patchSession, storeSession } from '../../../domain/sessions/builder-api.ts'
import { type Caller, createCaller, openWorld, type World } from '../../../testing/world.ts'

const DAY = 86_400_000
const MINUTE = 60_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const bodyOf = (scopes: readonly Scope[], days = 30) => ({ name: 'A button', scopes: [...scopes], days })

async function programOf(person: Caller, scopes: readonly Scope[], days?: number) {
  const { secret, token } = await person.call(createAccessToken, { body: bodyOf(scopes, days) })
  return { secret, token, program: createCaller(world, person.username, {}, { authorization: `Bearer ${secret}` }) }
}

const goalOf = async (person: Caller): Promise<number> => {
  const body = { challenge: { tasks: [{ ...newGoal('a'.repeat(32)), title: 'Glasses of water' }] } }
  return (await person.call(storeGoal, { body })).goal.id
}

test('a program with a token logs for its person, without a cookie or a CSRF token', { tags: 'D-156' }, async () => {
  const ada = await world.as('ada')
  const { program } = await programOf(ada, ['goals:read', 'goals:write', 'logs:write'])
  const goal_id = await goalOf(program)
  await program.call(storeQuickLog, { body: { goal_id, amount: 1 } })
  expect((await program.visit(myGoalsPage)).my_goals.map(({ id }) => id)).toEqual([goal_id])
  expect((await ada.visit(myGoalsPage)).my_goals).toHaveLength(1)
  expect(Object.keys(program.cookies())).toEqual([])
})

test('a token may do only what its scopes name', { tags: 'D-156' }, async () => {
  const { program } = await programOf(await world.as('bea'), ['goals:read'])
  await program.visit(myGoalsPage)
  const body = { challenge: { tasks: [{ ...newGoal('b'.repeat(32)), title: 'Not allowed' }] } }
  const refused = await program.refused(storeGoal, { body })
  expect(refused).toMatchObject({ status: 403, body: { message: 'This access token needs the scope “goals:write”.' } })
  expect((await program.visit(myGoalsPage)).my_goals).toEqual([])
})

test('no token reaches the account, and a login cookie beside it does not help', { tags: 'D-156' }, async () => {
  const cleo = await world.as('cleo')
  const { secret, program } = await programOf(cleo, SCOPES)
  const refused = await program.refused(createAccessToken, { body: bodyOf(SCOPES) })
  expect(refused).toMatchObject({ status: 403, body: { message: NO_TOKENS_HERE } })
  const both = createCaller(world, 'cleo', cleo.cookies(), { authorization: `Bearer ${secret}` })
  expect((await both.request({ url: `/api${securityPage.path}` })).statusCode).toBe(403)
})

test('an admin’s token has no rights of an admin', { tags: 'D-156' }, async () => {
  const { program } = await programOf(await world.admin(), SCOPES)
  const dan = await world.as('dan')
  const started_at = new Date(world.clock.now() + DAY).toISOString()
  const challenge = { title: 'Dan’s session', started_at, duration: 300 }
  const { event } = await dan.call(storeSession, { body: { challenge } })
  const params = { event: event.slug }
  expect((await program.refused(patchSession, { params, body: { challenge: { title: 'Mine' } } })).status).toBe(403)
  await (await world.admin()).call(patchSession, { params, body: { challenge: { title: 'Ours' } } })
})

test('a token that ended, was ended or never existed gets 401 and a reason', { tags: 'D-156' }, async () => {
  const eva = await world.as('eva')
  const { program: short } = await programOf(eva, ['goals:read'], 1)
  const { program: other, token } = await programOf(eva, ['goals:read'])
  await short.visit(myGoalsPage)
  await world.pass(DAY)
  await eva.call(endAccessToken, { params: { access: String(token.id) } })
  const forged = createCaller(world, 'eva', {}, { authorization: `Bearer hut_${'x'.repeat(43)}` })
  for (const program of [short, other, forged]) {
    const response = await program.request({ url: `/api${myGoalsPage.path}` })
    expect(response.statusCode).toBe(401)
    expect(response.json().message).toBe(TOKEN_ENDED)
    expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  }
})

test('the list shows name, scopes, end and last use, and never the secret', { tags: 'D-156' }, async () => {
  const fay = await world.as('fay')
  const { program, secret } = await programOf(fay, ['goals:read'])
  await program.visit(myGoalsPage)
  await world.pass(MINUTE + 1)
  await program.visit(myGoalsPage)
  const { tokens } = await fay.visit(accessTokensPage)
  const used_at = new Date(world.clock.now()).toISOString()
  expect(tokens).toMatchObject([{ name: 'A button', scopes: ['goals:read'], used_at }])
  expect(JSON.stringify(tokens)).not.toContain(secret)
  const { rows } = await world.db.$client.query('select * from access_tokens')
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a new token needs a recent proof, a name, a scope and an end', { tags: 'D-156' }, async () => {
  const gus = await world.as('gus')
  const wrong = { name: '', scopes: ['goals:everything'], days: 366 }
  const { status, body } = await gus.refused(createAccessToken, { body: wrong })
  expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, ['days', 'name', 'scopes.0']])
  expect((await gus.refused(createAccessToken, { body: bodyOf([]) })).body.errors).toHaveProperty('scopes')
  await world.pass(16 * MINUTE)
  const refused = await gus.refused(createAccessToken, { body: bodyOf(['goals:read']) })
  expect(refused).toMatchObject({ status: 403, body: { error_code: 'PROOF_NEEDED' } })
  expect((await gus.visit(accessTokensPage)).tokens).toEqual([])
})

test('two presses at the limit create one token', { tags: 'D-156' }, async () => {
  const hal = await world.as('hal')
  for (let nth = 1; nth < MOST_ACCESS_TOKENS; nth++) await programOf(hal, ['goals:read'])
  const press = () => hal.request({ method: 'POST', url: createAccessToken.path, payload: bodyOf(['goals:read']) })
  const responses = await Promise.all([press(), press()])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(responses.map(response => response.json().message)).toContain(TOO_MANY_ACCESS_TOKENS)
})

test('a suspended person’s program still reads, and writes nothing', { tags: ['D-148', 'D-156'] }, async () => {
  const ida = await world.as('ida')
  const { program } = await programOf(ida, SCOPES)
  await world.db.$client.query(
    `update users set suspended_until = '2100-01-01', suspended_reason = 'Spam' where username = 'ida'`
  )
  await program.visit(myGoalsPage)
  const body = { challenge: { tasks: [{ ...newGoal('c'.repeat(32)), title: 'More' }] } }
  expect((await program.refused(storeGoal, { body })).status).toBe(403)
})

test('a token has a limit of calls of its own', { tags: 'D-156' }, async () => {
  const busy = await openWorld({ RATE_LIMITS: 'on' })
  const jan = await busy.as('jan')
  const { secret } = await jan.call(createAccessToken, { body: bodyOf(['goals:read']) })
  const program = createCaller(busy, 'jan', {}, { authorization: `Bearer ${secret}` })
  const read = () => program.request({ url: `/api${myGoalsPage.path}` })
  for (let nth = 0; nth < TOKEN_CALLS.most; nth++) expect((await read()).statusCode).toBe(200)
  const full = await read()
  expect([full.statusCode, full.headers['retry-after']]).toEqual([429, String(TOKEN_CALLS.within)])
  await busy.pass(TOKEN_CALLS.within * 1000)
  expect((await read()).statusCode).toBe(200)
  await busy.close()
})
