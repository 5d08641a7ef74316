/** Calls every contract and page with the header that says for whom the page was loaded. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, logout, register } from '../../../domain/accounts/api.ts'
import { confirmEmail, undoEmailChange } from '../../../domain/accounts/emails/api.ts'
import { signInByPasskey, signInOptions } from '../../../domain/accounts/passkeys/api.ts'
import { resetPassword, sendResetLink } from '../../../domain/accounts/passwords/api.ts'
import { connectSignOn, finishSignOn, startSignOn } from '../../../domain/accounts/single-sign-on/api.ts'
import { fillPath } from '../../../domain/lib/endpoint.ts'
import { press } from '../../../domain/presses/api.ts'
import { unsubscribe } from '../../../domain/reminders/unsubscribe-api.ts'
import { storeReport } from '../../../domain/reports/api.ts'
import { joinAsGuest } from '../../../domain/sessions/api.ts'
import { allContracts } from '../../../testing/contracts.ts'
import { countRows } from '../../../testing/database/rows.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { type Caller, createCaller, openWorld, registration, type World } from '../../../testing/world.ts'

const { endpoints, pages } = await allContracts()
const NAMES = Object.fromEntries(
  [...endpoints, ...pages].flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']))
)

let world: World
let ada: Caller
let grace: Caller
let idOfAda: number
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  idOfAda = (await ada.user()).id
})
afterAll(() => world.close())

const as = (person: number | 'visitor') => ({ 'x-person': String(person) })
/** These calls work for everyone, whatever person the page shows. */
const OPEN = [
  ...[login, register, logout, sendResetLink, resetPassword, signInOptions, signInByPasskey],
  // Visitors make these too, and a person's own are refused later.
  ...[startSignOn, finishSignOn, connectSignOn],
  // The link of a mail names the person.
  ...[confirmEmail, undoEmailChange, unsubscribe],
  // The secret of the address names the person.
  press,
  // Visitors make these too, so their fields are checked first.
  ...[storeReport, joinAsGuest]
].map(({ path }) => path as string)
const writes = endpoints.filter(({ method, path }) => method !== 'GET' && !OPEN.includes(path))
const personal = pages.filter(({ personal }) => personal)

test('there are enough calls and pages to test', () => {
  expect(writes.length).toBeGreaterThan(60)
  expect(personal.map(({ path }) => path)).toEqual(expect.arrayContaining(['/account', '/my/goals', '/my/lists/:list']))
})

test('a write meant for another person is refused and changes nothing', {
  tags: 'SEC-11'
}, async () => {
  const before = await countRows(world.db)
  for (const { method, path } of writes) {
    const url = fillPath(path, NAMES)
    for (const headers of [as(idOfAda), as('visitor')]) {
      const response = await grace.request({ method, url, payload: {}, headers })
      // A random activity changes nothing and is open to everyone.
      if (path === '/api/challenges/random') continue
      expect([path, response.statusCode, response.json().error_code]).toEqual([path, 409, 'OTHER_PERSON'])
    }
  }
  expect(await countRows(world.db)).toEqual(before)
})

test('personal data is refused with 401 after the login ended, and with 409 for another person', {
  tags: 'SEC-11'
}, async () => {
  for (const { path } of personal) {
    const url = `/api${fillPath(path, NAMES)}`
    const ended = await world.visitor.request({ url, headers: as(idOfAda) })
    expect([path, ended.statusCode, ended.headers['x-person']]).toEqual([path, 401, 'visitor'])
    const other = await grace.request({ url, headers: as(idOfAda) })
    expect([path, other.statusCode, other.json().error_code]).toEqual([path, 409, 'OTHER_PERSON'])
  }
})

test('the data of every page says for whom it is', async () => {
  for (const { path } of pages) {
    const url = `/api${path === '/' ? '' : fillPath(path, NAMES)}`
    const said = async (person: Caller) => (await person.request({ url, headers: as(idOfAda) })).headers['x-person']
    expect([path, await said(ada), await said(world.visitor)]).toEqual([path, String(idOfAda), 'visitor'])
  }
})

test('a call without the header is meant for its caller', async () => {
  expect((await ada.request({ url: '/api/my/goals' })).statusCode).toBe(200)
  expect((await ada.request({ url: '/api/my/goals', headers: as(idOfAda) })).statusCode).toBe(200)
})

test('a page of another person cannot log out, and a signed-out person can log out again', async () => {
  const someone = createCaller(world, 'someone')
  await someone.call(register, { body: registration('hedy') })
  const out = (headers: Record<string, string>) => someone.request({ method: 'POST', url: '/api/logout', headers })
  expect((await out(as(idOfAda))).json().error_code).toBe('OTHER_PERSON')
  expect(await someone.user()).toMatchObject({ username: 'hedy' })
  expect((await out({})).statusCode).toBe(200)
  expect((await out(as(idOfAda))).statusCode).toBe(200)
})

test('everyone can sign in, whatever person the page shows', async () => {
  const someone = createCaller(world, 'someone')
  const payload = { email: 'grace@example.org', password: PASSWORD }
  const response = await someone.request({ method: 'POST', url: '/api/login', payload, headers: as(idOfAda) })
  expect(response.statusCode).toBe(200)
})

test('responses that depend on the caller are never cached', async () => {
  for (const url of [
    '/api/get-user',
    '/get-user',
    '/api/my/goals',
    '/api/account',
    '/api',
    '/api/events',
    '/account'
  ]) {
    for (const person of [ada, world.visitor]) {
      expect([url, (await person.request({ url })).headers['cache-control']]).toEqual([url, 'private, no-store'])
    }
  }
  const refused = await world.visitor.request({ method: 'POST', url: '/api/goals', payload: {} })
  expect(refused.headers['cache-control']).toBe('private, no-store')
})

test('a report meant for another person is refused', { tags: 'SEC-11' }, async () => {
  const payload = { kind: 'person', subject_id: idOfAda, reason: 'spam' }
  const response = await grace.request({ method: 'POST', url: storeReport.path, payload, headers: as(idOfAda) })
  expect([response.statusCode, response.json().error_code]).toEqual([409, 'OTHER_PERSON'])
})
