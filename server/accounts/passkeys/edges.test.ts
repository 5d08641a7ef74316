/** Passkeys at their limits of number, time and input. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityPage } from '../../../domain/accounts/api.ts'
import {
  addPasskey,
  PASSKEY_REFUSED,
  passkeyOptions,
  signInByPasskey,
  signInOptions,
  TOO_MANY_PASSKEYS
} from '../../../domain/accounts/passkeys/api.ts'
import { CHALLENGE_LASTS_MS, MOST_PASSKEYS } from '../../../domain/accounts/passkeys/passkey.ts'
import { changePassword, confirmPassword } from '../../../domain/accounts/passwords/api.ts'
import { untilSomebodyWaits } from '../../../testing/database/locks.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { createDevice } from '../../../testing/passkey.ts'
import { type Caller, createCaller, openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
})
afterAll(() => world.close())

type Device = ReturnType<typeof createDevice>
type Asked = { challenge: string }
const ask = async (person: Caller, call: typeof passkeyOptions | typeof signInOptions) =>
  (await person.call(call, { body: {} })).options as unknown as Asked & Record<string, unknown>
const browser = () => createCaller(world, 'a browser')
const REFUSED = { status: 422, errors: { credential: PASSKEY_REFUSED } }

/** A person who has just entered their password. */
async function someone(name: string): Promise<Caller> {
  const person = await world.as(name)
  await person.call(confirmPassword, { body: { password: PASSWORD } })
  return person
}
async function deviceOf(person: Caller): Promise<Device> {
  const device = createDevice()
  await person.call(addPasskey, { body: { credential: device.make(await ask(person, passkeyOptions)) } })
  return device
}
const signIn = async (credential: object, who = browser()) => {
  const response = await who.request({ method: 'POST', url: signInByPasskey.path, payload: { credential } })
  const { errors } = response.json()
  return errors ? { status: response.statusCode, errors } : { status: response.statusCode }
}

test('a passkey shared by devices has no counter, and signs in repeatedly', async () => {
  const device = await deviceOf(await someone('ada'))
  for (let nth = 0; nth < 3; nth++) {
    expect(await signIn(device.sign(await ask(browser(), signInOptions), { count: 0 }))).toEqual({ status: 200 })
  }
  expect(await signIn(device.sign(await ask(browser(), signInOptions), { count: 5 }))).toEqual({ status: 200 })
  // The counter has started, so a signature without it comes from a copy.
  expect(await signIn(device.sign(await ask(browser(), signInOptions), { count: 0 }))).toEqual(REFUSED)
})

test('a signature that is sent twice at once signs in once', async () => {
  const device = await deviceOf(await someone('grace'))
  const credential = device.sign(await ask(browser(), signInOptions))
  const both = await Promise.all([signIn(credential), signIn(credential)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('two challenges signed at once with the same count come from a copy, so one is refused', async () => {
  const device = await deviceOf(await someone('hedy'))
  const signed = [1, 2].map(async () => device.sign(await ask(browser(), signInOptions), { count: 7 }))
  const both = await Promise.all((await Promise.all(signed)).map(credential => signIn(credential)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a challenge lasts exactly five minutes', async () => {
  const device = await deviceOf(await someone('joan'))
  const [early, late] = [await ask(browser(), signInOptions), await ask(browser(), signInOptions)]
  world.clock.jump(CHALLENGE_LASTS_MS - 1)
  expect(await signIn(device.sign(early))).toEqual({ status: 200 })
  world.clock.jump(1)
  expect(await signIn(device.sign(late))).toEqual(REFUSED)
})

test('of two additions at once for the last place one is refused; equal devices get different names', async () => {
  const mary = await someone('mary')
  for (let nth = 2; nth < MOST_PASSKEYS; nth++) await deviceOf(mary)
  const challenges = [await ask(mary, passkeyOptions), await ask(mary, passkeyOptions)]
  const add = (asked: Asked) =>
    mary.request({
      method: 'POST',
      url: addPasskey.path,
      payload: { credential: createDevice().make(asked) }
    })
  await deviceOf(mary)
  const { id } = await mary.user()
  const added = await world.db.transaction(async tx => {
    await tx.$client.query('select from users where id = $1 for update', [id])
    const both = challenges.map(add)
    await untilSomebodyWaits(world.db, 2)
    return { done: Promise.all(both) }
  })
  const responses = await added.done
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refused = responses.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json().message).toBe(TOO_MANY_PASSKEYS)
  const { passkeys } = await mary.visit(securityPage)
  expect(passkeys).toHaveLength(MOST_PASSKEYS)
  expect(new Set(passkeys.map(({ name }) => name)).size).toBe(MOST_PASSKEYS)
})

test("the options list the device's passkey, so that it makes no other", async () => {
  const karen = await someone('karen')
  const device = await deviceOf(karen)
  const options = await ask(karen, passkeyOptions)
  const made = device.make(options)
  expect(options).toMatchObject({ excludeCredentials: [{ id: made.id }] })
  const { status, body } = await karen.refused(addPasskey, { body: { credential: made } })
  expect({ status, errors: body.errors }).toEqual(REFUSED)
  expect((await karen.visit(securityPage)).passkeys).toHaveLength(1)
})

test('invalid input is refused with 422, and never causes a server error', async () => {
  const lise = await someone('lise')
  const device = await deviceOf(lise)
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { challenge } = await ask(browser(), signInOptions)
  const good = device.sign({ challenge })
  for (const clientDataJSON of ['', '!!', 'bm90IGpzb24', text(null), text([]), text({}), text({ challenge: 7 })]) {
    const { status } = await signIn({ ...good, response: { ...good.response, clientDataJSON } })
    expect([clientDataJSON, status]).toEqual([clientDataJSON, 422])
  }
  for (const field of ['authenticatorData', 'signature'] as const) {
    const credential = device.sign(await ask(browser(), signInOptions))
    expect(await signIn({ ...credential, response: { ...credential.response, [field]: 'AAAA' } })).toEqual(REFUSED)
  }
  // The refused input did not use up the challenge.
  expect(await signIn(good)).toEqual({ status: 200 })
})

test("signing in with a passkey ends the browser's earlier login, whoever had it", async () => {
  const device = await deviceOf(await someone('anna'))
  const guest = await someone('gerda')
  const before = guest.cookies()
  expect(await signIn(device.sign(await ask(guest, signInOptions)), guest)).toEqual({ status: 200 })
  expect((await guest.user()).username).toBe('anna')
  const old = await world.app.inject({ url: '/api/get-user', cookies: before })
  expect(old.json()).toBeNull()
})

test('a person who changes their password keeps their passkeys', async () => {
  const vera = await someone('vera')
  const device = await deviceOf(vera)
  const passwords = { password: 'a new password', password_confirmation: 'a new password' }
  await vera.call(changePassword, { body: { current_password: PASSWORD, ...passwords } })
  expect(await signIn(device.sign(await ask(browser(), signInOptions)))).toEqual({ status: 200 })
})

test('confirming the password counts for one login, and for fifteen minutes', async () => {
  const olga = await someone('olga')
  const device = await deviceOf(olga)
  const phone = browser()
  await signIn(device.sign(await ask(phone, signInOptions)), phone)
  expect((await phone.refused(passkeyOptions, { body: {} })).status).toBe(403)
  await ask(olga, passkeyOptions)
  world.clock.jump(15 * 60_000 - 1)
  await ask(olga, passkeyOptions)
  world.clock.jump(1)
  expect((await olga.refused(passkeyOptions, { body: {} })).status).toBe(403)
  await phone.call(confirmPassword, { body: { password: PASSWORD } })
  await ask(phone, passkeyOptions)
  expect((await olga.refused(passkeyOptions, { body: {} })).status).toBe(403)
})
