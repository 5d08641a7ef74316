import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, PASSKEY_NEEDED, securityPage } from '../../../domain/accounts/api.ts'
import {
  addPasskey,
  CONFIRM_FIRST,
  NO_PASSKEYS,
  PASSKEY_REFUSED,
  passkeyOptions,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  signInOptions,
  TOO_MANY_PASSKEYS
} from '../../../domain/accounts/passkeys/api.ts'
import { MOST_PASSKEYS } from '../../../domain/accounts/passkeys/passkey.ts'
import { confirmPassword, resetPassword, sendResetLink } from '../../../domain/accounts/passwords/api.ts'
import { ADMIN, PASSWORD } from '../../../testing/names.ts'
import { createDevice } from '../../../testing/passkey.ts'
import { type Caller, createCaller, openWorld, type World } from '../../../testing/world.ts'
import { passkeyChallenges } from '../../db/schema/sign-in.ts'

const MINUTE = 60_000
const LOOK = 5000
const REFUSED = [422, { credential: PASSKEY_REFUSED }]

let world: World
beforeAll(async () => {
  world = await openWorld({ APP_URL: 'https://hut.example.org' })
})
afterAll(() => world.close())

type Asked = { challenge: string }
const asked = async (person: Caller, call: typeof passkeyOptions | typeof signInOptions) =>
  (await person.call(call, { body: {} })).options as unknown as Asked
const browser = () => createCaller(world, 'a browser')

/** A device with a passkey of this person. */
async function deviceOf(person: Caller) {
  const device = createDevice()
  await person.call(addPasskey, { body: { credential: device.make(await asked(person, passkeyOptions)) } })
  return device
}
const passkeysOf = async (person: Caller) => (await person.visit(securityPage)).passkeys
const refusal = async (refused: ReturnType<Caller['refused']>) => {
  const { status, body } = await refused
  return [status, body.errors]
}

test('a passkey signs in without the password, is listed with device and last use, and is notified by mail', async () => {
  const ada = await world.as('ada')
  const options = await asked(ada, passkeyOptions)
  expect(options).toMatchObject({
    rp: { id: 'hut.example.org', name: 'Challenge Hut' },
    user: { name: 'ada' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
  })
  const device = createDevice()
  const { passkeys } = await ada.call(addPasskey, { body: { credential: device.make(options) } })
  expect(passkeys).toMatchObject([{ used_at: null }])
  await world.pass(LOOK)
  expect(world.mails.at(-1)).toMatchObject({ to: 'ada@example.org', subject: 'A passkey was added' })

  const other = browser()
  const toSign = await asked(other, signInOptions)
  expect(toSign).toMatchObject({ rpId: 'hut.example.org', userVerification: 'required', allowCredentials: [] })
  const { user } = await other.call(signInByPasskey, { body: { credential: device.sign(toSign) } })
  expect([user.username, (await other.user()).username]).toEqual(['ada', 'ada'])
  expect((await passkeysOf(other))[0]?.used_at).toBe(new Date(world.clock.now()).toISOString())
  // This login used no password, so calls that need the password still ask for it.
  expect((await other.refused(passkeyOptions, { body: {} })).status).toBe(403)

  // After 15 minutes, so does removing a passkey.
  world.clock.jump(15 * MINUTE)
  const params = { passkey: passkeys[0]?.id ?? '' }
  expect((await other.refused(removePasskey, { params })).body.error_code).toBe('PROOF_NEEDED')
  await other.call(confirmPassword, { body: { password: PASSWORD } })
  await other.call(removePasskey, { params })
  const again = device.sign(await asked(browser(), signInOptions))
  expect(await refusal(browser().refused(signInByPasskey, { body: { credential: again } }))).toEqual(REFUSED)
})

test('a signature works once, for minutes, on this site, unlocked, and never from a copy', async () => {
  const grace = await world.as('grace')
  const device = await deviceOf(grace)
  const sent = (credential: object) => refusal(browser().refused(signInByPasskey, { body: { credential } }))
  const used = device.sign(await asked(browser(), signInOptions))
  await browser().call(signInByPasskey, { body: { credential: used } })
  expect(await sent(used)).toEqual(REFUSED)
  const late = device.sign(await asked(browser(), signInOptions))
  world.clock.jump(5 * MINUTE)
  expect(await sent(late)).toEqual(REFUSED)
  const fresh = async () => asked(browser(), signInOptions)
  const bad = {
    'of another site': device.sign(await fresh(), { origin: 'https://hut.example.com' }),
    'of a page that calls itself ours': device.sign(await fresh(), { origin: 'http://hut.example.org' }),
    'of a device that was not unlocked': device.sign(await fresh(), { flags: 1 }),
    'by a copy that has counted less': device.sign(await fresh(), { count: 1 }),
    'for nothing that was asked': device.sign({ challenge: 'bm90aGluZw' }),
    'by a device that nobody has': createDevice().sign(await fresh()),
    'with the signature of another device': { ...createDevice().sign(await fresh()), id: used.id },
    'for what was asked to add one': device.sign(await asked(await world.as('mary'), passkeyOptions))
  }
  for (const [name, credential] of Object.entries(bad)) expect(await sent(credential), name).toEqual(REFUSED)
  await browser().call(signInByPasskey, { body: { credential: device.sign(await fresh(), { count: 9 }) } })
})

test('adding one needs the password within 15 minutes, and only its requester can store it', {
  tags: 'D-31'
}, async () => {
  const [hedy, joan] = [await world.as('hedy'), await world.as('joan')]
  const device = createDevice()
  const credential = device.make(await asked(hedy, passkeyOptions))
  const refused = (person: Caller, made: object) => refusal(person.refused(addPasskey, { body: { credential: made } }))
  expect(await refused(joan, credential)).toEqual(REFUSED)
  expect(await refused(hedy, device.make(await asked(hedy, passkeyOptions), 'https://hut.example.com'))).toEqual(
    REFUSED
  )
  expect(
    await refused(hedy, { ...credential, response: { ...credential.response, attestationObject: 'AAAA' } })
  ).toEqual(REFUSED)
  expect(await passkeysOf(hedy)).toEqual([])
  const mine = await deviceOf(hedy)
  expect(await refused(joan, mine.make(await asked(joan, passkeyOptions)))).toEqual(REFUSED)

  world.clock.jump(15 * MINUTE)
  const { status, body } = await hedy.refused(passkeyOptions, { body: {} })
  expect([status, body.message]).toEqual([403, CONFIRM_FIRST])
  expect((await hedy.refused(addPasskey, { body: { credential } })).status).toBe(403)
  await hedy.call(confirmPassword, { body: { password: PASSWORD } })
  await deviceOf(hedy)
  expect(await passkeysOf(hedy)).toHaveLength(2)
  const [one] = await passkeysOf(hedy)
  await joan.call(confirmPassword, { body: { password: PASSWORD } })
  expect((await joan.refused(removePasskey, { params: { passkey: one?.id } })).status).toBe(404)
})

test('a second passkey of a kind of device gets a number, and its person can rename it', async () => {
  const [karen, alan] = [await world.as('karen'), await world.as('alan')]
  await deviceOf(karen)
  await world.pass(LOOK)
  await deviceOf(karen)
  const names = async () => (await passkeysOf(karen)).map(({ name }) => name)
  expect(await names()).toEqual(['Unknown device (2)', 'Unknown device'])
  await world.pass(LOOK)
  expect(world.mails.at(-1)?.text).toContain('Unknown device (2)')
  const params = { passkey: (await passkeysOf(karen))[0]?.id ?? '' }
  const { passkeys } = await karen.call(renamePasskey, { params, body: { name: '  The laptop  ' } })
  expect(passkeys.map(({ name }) => name)).toEqual(['The laptop', 'Unknown device'])
  for (const name of ['', ' ', null, 7, 'x'.repeat(61), 'a\u0000b']) {
    const { status, body } = await karen.refused(renamePasskey, { params, body: { name } as never })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['name']])
  }
  const body = { name: 'Mine' }
  expect((await alan.refused(renamePasskey, { params, body })).status).toBe(404)
  expect((await karen.refused(renamePasskey, { params: { passkey: 'x' }, body })).status).toBe(404)
  expect((await world.visitor.refused(renamePasskey, { params, body })).status).toBe(401)
  expect(await names()).toEqual(['The laptop', 'Unknown device'])
})

test('a person has at most 20; old challenges are deleted, and resetting the password deletes passkeys', async () => {
  const anna = await world.as('anna')
  const device = await deviceOf(anna)
  for (let i = 1; i < MOST_PASSKEYS; i++) await deviceOf(anna)
  const { status, body } = await anna.refused(passkeyOptions, { body: {} })
  expect([status, body.message]).toEqual([409, TOO_MANY_PASSKEYS])
  await asked(browser(), signInOptions)
  world.clock.jump(5 * MINUTE)
  await world.pass(30_000)
  expect(await world.db.select().from(passkeyChallenges)).toEqual([])

  await world.visitor.call(sendResetLink, { body: { email: 'anna@example.org' } })
  await world.pass(LOOK)
  const query = new URLSearchParams(/\/reset-password\?(\S+)/.exec(world.mails.at(-1)?.text ?? '')?.[1])
  const passwords = { password: 'a new password', password_confirmation: 'a new password' }
  await world.visitor.call(resetPassword, {
    body: { ...(Object.fromEntries(query) as never as object), ...passwords } as never
  })
  const credential = device.sign(await asked(browser(), signInOptions))
  expect(await refusal(browser().refused(signInByPasskey, { body: { credential } }))).toEqual(REFUSED)
  await browser().call(login, { body: { email: 'anna@example.org', password: 'a new password' } })
})

test('a mailed link removes no passkey of an admin who must sign in with one', async () => {
  const admin = await world.admin()
  const device = await deviceOf(admin)
  world.config.hut.admin_passkeys = 1
  try {
    await world.visitor.call(sendResetLink, { body: { email: ADMIN.email } })
    await world.pass(LOOK)
    const query = new URLSearchParams(/\/reset-password\?(\S+)/.exec(world.mails.at(-1)?.text ?? '')?.[1])
    const passwords = { password: 'a new password', password_confirmation: 'a new password' }
    await world.visitor.call(resetPassword, { body: { ...Object.fromEntries(query), ...passwords } as never })
    const body = { email: ADMIN.email, password: 'a new password' }
    expect((await browser().refused(login, { body })).body.errors).toEqual({ password: PASSKEY_NEEDED })
    const credential = device.sign(await asked(browser(), signInOptions))
    await browser().call(signInByPasskey, { body: { credential } })
  } finally {
    world.config.hut.admin_passkeys = 0
  }
})

test('a visitor adds and removes none, and a site without a name allows none', async () => {
  for (const call of [passkeyOptions, addPasskey]) {
    expect(
      (await world.visitor.refused(call, { body: { credential: createDevice().make({ challenge: 'YQ' }) } })).status
    ).toBe(401)
  }
  expect((await world.visitor.refused(removePasskey, { params: { passkey: 'x' } })).status).toBe(401)
  const at = (host: string) =>
    world.app.inject({ method: 'POST', url: '/api/passkeys/options', headers: { host }, payload: {} })
  expect((await at('127.0.0.1:3000')).statusCode).toBe(200)
  const plain = await openWorld()
  for (const [host, text] of [
    ['127.0.0.1:3000', NO_PASSKEYS],
    ['hut.example.org', NO_PASSKEYS],
    ['localhost:3000', undefined]
  ]) {
    const response = await plain.app.inject({
      method: 'POST',
      url: '/api/passkeys/options',
      headers: { host: host ?? '' },
      payload: {}
    })
    expect([response.statusCode, response.json().message]).toEqual([text ? 409 : 200, text])
  }
  await plain.close()
})
