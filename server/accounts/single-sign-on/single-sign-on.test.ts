/** Single sign-on with a whole provider on this machine. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, logout, register, securityPage, updateProfile } from '../../../domain/accounts/api.ts'
import {
  changePassword,
  confirmPassword,
  resetPassword,
  sendResetLink
} from '../../../domain/accounts/passwords/api.ts'
import {
  connectSignOn,
  disconnectSignOn,
  finishSignOn,
  getPendingSignOn,
  LAST_WAY_IN,
  SIGN_ON_ENDED,
  startSignOn
} from '../../../domain/accounts/single-sign-on/api.ts'
import { type Purpose, SIGN_ON_LASTS_MS } from '../../../domain/accounts/single-sign-on/single-sign-on.ts'
import { Role } from '../../../domain/accounts/user.ts'
import { setPersonRole } from '../../../domain/admin/people-api.ts'
import { deleteAccount } from '../../../domain/deletion/api.ts'
import { ADMIN, PASSWORD } from '../../../testing/names.ts'
import { createVisitor, startProvider } from '../../../testing/oidc-provider.ts'
import { type Caller, createCaller, openWorld, registration, type World } from '../../../testing/world.ts'
import { setRoleOf } from '../admin.ts'
import { needOidc } from './provider.ts'

const APP = 'http://127.0.0.1:3999'
const MINUTE_MS = 60_000

let provider: Awaited<ReturnType<typeof startProvider>>
let world: World
beforeAll(async () => {
  provider = await startProvider(APP)
  world = await openWorld(provider.settings)
  // The provider uses the clock of the machine.
  world.clock.set(Date.now() - world.clock.now())
})
afterAll(async () => {
  await world.close()
  await provider.stop()
})

type Browser = Caller & { at: ReturnType<typeof createVisitor> }

const browser = (): Browser => Object.assign(createCaller(world, 'someone'), { at: createVisitor() })

/** The same person here, with another browser at the provider. */
const elsewhere = (me: Browser): Browser => ({ ...me, at: createVisitor() })

/** Goes to the provider and back. Returns the page that the product then opens. */
async function goThere(me: Browser, login: string | null, purpose: Purpose = 'sign-in', next = '/my/goals') {
  const { address } = await me.call(startSignOn, { body: { purpose, next } })
  return comeBack(me, await me.at(address, login))
}

async function comeBack(me: Caller, url: string): Promise<string> {
  const { statusCode, headers } = await me.request({ url })
  expect(statusCode).toBe(302)
  return String(headers.location)
}

const known = (name: string, more: object = {}) =>
  provider.people.set(name, { email: `${name}@example.org`, email_verified: true, preferred_username: name, ...more })

/** Someone who has an account by single sign-on. */
async function member(name: string, more: object = {}): Promise<Browser> {
  known(name, more)
  const me = browser()
  expect(await goThere(me, name)).toBe('/login/finish')
  const pending = await me.call(getPendingSignOn)
  await me.call(finishSignOn, { body: { username: pending?.username ?? '', terms: 1 } })
  return me
}

/** Someone with a password who has connected their account. */
async function connected(name: string): Promise<Browser> {
  known(name)
  const me = browser()
  await me.call(register, { body: registration(name) })
  expect(await goThere(me, name, 'link')).toBe('/my/goals')
  return me
}

test('a new person gets an account after agreeing to the terms, and then signs in at once', async () => {
  known('ada', { given_name: 'Ada', family_name: 'Byron' })
  const me = browser()
  expect(await goThere(me, 'ada')).toBe('/login/finish')
  expect(await me.user()).toBeNull()
  expect(await me.call(getPendingSignOn)).toEqual({ email: 'ada@example.org', username: 'ada', is_known: 0 })
  const refused = await me.refused(finishSignOn, { body: { username: 'ada', terms: 0 } })
  expect(refused.body.errors).toHaveProperty('terms')
  const { user, next } = await me.call(finishSignOn, { body: { username: 'ada', terms: 1 } })
  expect(next).toBe('/my/goals')
  expect(user).toMatchObject({
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Byron',
    has_password: 0,
    has_sign_on: 1
  })
  expect(await me.user()).toMatchObject({ username: 'ada', role_id: Role.Member })
  const again = await me.refused(finishSignOn, { body: { username: 'ada-again', terms: 1 } })
  expect(again).toMatchObject({ status: 409, body: { message: SIGN_ON_ENDED } })

  const other = browser()
  const before = other.cookies()
  expect(await goThere(other, 'ada')).toBe('/my/goals')
  expect(await other.user()).toMatchObject({ username: 'ada' })
  expect(before.hut_login).toBeUndefined()
})

test('signing in again replaces the login of the browser', async () => {
  const me = await member('bea')
  const { hut_login } = me.cookies()
  await goThere(me, 'bea')
  const old = createCaller(world, 'old', { hut_login: hut_login ?? '' })
  expect([await old.user(), (await me.user()).username]).toEqual([null, 'bea'])
  expect((await me.visit(securityPage)).logins).toHaveLength(1)
})

test('proposes a free username, and refuses a taken one', async () => {
  await world.as('cleo')
  known('cleo-at-work', { preferred_username: 'cleo' })
  const me = browser()
  await goThere(me, 'cleo-at-work')
  expect((await me.call(getPendingSignOn))?.username).toBe('cleo-2')
  const refused = await me.refused(finishSignOn, { body: { username: 'Cleo', terms: 1 } })
  expect(refused.body.errors).toHaveProperty('username')
  await me.call(finishSignOn, { body: { username: 'cleo-2', terms: 1 } })
})

test('the mode of registration does not matter', async () => {
  world.config.hut = { ...world.config.hut, registration: 'closed', allowed_domains: ['elsewhere.org'] }
  await member('dan')
  world.config.hut = { ...world.config.hut, registration: 'open', allowed_domains: [] }
})

test('a changed email at the provider keeps the account and its email', async () => {
  const me = await member('eva')
  known('eva', { email: 'eva@married.example', email_verified: false })
  const other = browser()
  expect(await goThere(other, 'eva')).toBe('/my/goals')
  expect(await other.user()).toMatchObject({ username: 'eva', email: 'eva@example.org' })
  expect((await me.visit(securityPage)).sign_on?.email).toBe('eva@married.example')
})

test('an existing account is connected only with its password', async () => {
  await world.as('finn')
  known('finn')
  const me = browser()
  expect(await goThere(me, 'finn')).toBe('/login/finish')
  expect(await me.call(getPendingSignOn)).toMatchObject({ is_known: 1 })
  const taken = await me.refused(finishSignOn, { body: { username: 'finn-2', terms: 1 } })
  expect(taken.body.errors).toHaveProperty('email')
  const wrong = await me.refused(connectSignOn, { body: { password: 'a wrong password' } })
  expect([wrong.status, await me.user()]).toEqual([422, null])
  const { user } = await me.call(connectSignOn, { body: { password: PASSWORD } })
  expect(user).toMatchObject({ username: 'finn', has_password: 1, has_sign_on: 1 })
  await world.pass(5000)
  expect(world.mails.map(({ subject }) => subject)).toContain('Club login can sign in to your account')
  expect(await goThere(browser(), 'finn')).toBe('/my/goals')
})

test('an existing account is connected by being signed in with a recent proof', async () => {
  await world.as('gil')
  known('gil')
  const me = browser()
  await goThere(me, 'gil')
  await me.call(login, { body: { email: 'gil@example.org', password: PASSWORD } })
  world.clock.jump(16 * MINUTE_MS)
  const refused = await me.refused(startSignOn, { body: { purpose: 'link' } })
  expect(refused.body.error_code).toBe('PROOF_NEEDED')
  world.clock.set(Date.now() - world.clock.now())
  await me.call(connectSignOn, { body: {} })
  expect(await me.user()).toMatchObject({ username: 'gil', has_sign_on: 1 })
})

test('an email that the provider has not confirmed never connects', async () => {
  await world.as('hal')
  known('hal', { email_verified: false })
  const me = browser()
  expect(await goThere(me, 'hal')).toBe('/my/goals#sign-on-unverified')
  expect(await me.call(getPendingSignOn)).toBeNull()
  expect((await me.refused(connectSignOn, { body: { password: PASSWORD } })).status).toBe(409)
})

test('a person at the provider has one account, and an account one person', async () => {
  const ida = await connected('ida')
  const other = browser()
  await other.call(register, { body: registration('ida-too') })
  expect(await goThere(other, 'ida', 'link')).toBe('/my/goals#sign-on-taken')
  known('another-ida')
  expect(await goThere(elsewhere(ida), 'another-ida', 'link')).toBe('/my/goals#sign-on-other')
})

test('the answer of the provider works once, in its browser, for fifteen minutes', async () => {
  known('jan')
  const me = browser()
  const { address } = await me.call(startSignOn, { body: { purpose: 'sign-in' } })
  const url = await me.at(address, 'jan')
  expect(await comeBack(createCaller(world, 'a thief'), url)).toBe('/#sign-on-ended')
  expect(await comeBack(me, url)).toBe('/login/finish')
  expect(await comeBack(me, url)).toBe('/#sign-on-ended')
  expect(await comeBack(me, url.replace('state=', 'state=x'))).toBe('/#sign-on-ended')
  const late = await me.call(startSignOn, { body: { purpose: 'sign-in' } })
  const lateUrl = await me.at(late.address, 'jan')
  world.clock.jump(SIGN_ON_LASTS_MS)
  expect(await me.call(getPendingSignOn)).toBeNull()
  expect(await comeBack(me, lateUrl)).toBe('/#sign-on-ended')
  world.clock.set(Date.now() - world.clock.now())
})

test('two tabs and a second press sign in, also on another node', async () => {
  const me = await member('kim')
  const two = browser()
  const [first, second] = [
    await two.call(startSignOn, { body: { purpose: 'sign-in', next: '/my/notes' } }),
    await two.call(startSignOn, { body: { purpose: 'sign-in', next: '/my/lists' } })
  ]
  const urls = [await two.at(first.address, 'kim'), await two.at(second.address, 'kim')]
  const elsewhere = createCaller(await world.secondNode(), 'kim', two.cookies())
  expect(await comeBack(elsewhere, urls[1] ?? '')).toBe('/my/lists')
  expect(await comeBack(elsewhere, urls[0] ?? '')).toBe('/my/notes')
  expect(await elsewhere.user()).toMatchObject({ id: (await me.user()).id })
})

test('a cancelled sign-in comes back to the page with its reason', async () => {
  expect(await goThere(browser(), null, 'sign-in', '/about')).toBe('/about#sign-on-cancelled')
})

test('an address of another site is never opened afterwards', async () => {
  await member('lea')
  expect(await goThere(browser(), 'lea', 'sign-in', '//evil.example/')).toBe('/')
})

test('logging out ends the login at the provider too', async () => {
  const me = await member('max')
  const { sign_out_address } = await me.call(logout, {})
  const url = new URL(sign_out_address ?? '')
  expect(url.origin).toBe(provider.issuer)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${APP}/`)
  expect((await fetch(url)).status).toBe(200)
  const nora = await world.as('nora')
  expect(await nora.call(logout, {})).toEqual({ sign_out_address: null })
})

test('people without a password prove at the provider who they are', async () => {
  const me = await member('olga')
  const deletion = { body: { password: '' } }
  expect((await me.refused(deleteAccount, deletion)).body.error_code).toBe('PROOF_NEEDED')
  const email = { body: { userData: { email: 'olga@new.example' } } }
  expect((await me.refused(updateProfile, email)).body.error_code).toBe('PROOF_NEEDED')
  known('peer')
  expect(await goThere(elsewhere(me), 'peer', 'proof')).toBe('/my/goals#sign-on-other')
  expect((await me.refused(deleteAccount, deletion)).body.error_code).toBe('PROOF_NEEDED')
  // She is asked again, although she is signed in at the provider.
  expect(await goThere(me, 'olga', 'proof')).toBe('/my/goals')
  await me.call(updateProfile, email)
  await me.call(deleteAccount, deletion)
})

test('disconnects only while another way to sign in stays', async () => {
  const me = await member('paul')
  const refused = await me.refused(disconnectSignOn, {})
  expect(refused).toMatchObject({ status: 409, body: { message: LAST_WAY_IN } })
  const ria = await connected('ria')
  await ria.call(disconnectSignOn)
  expect(await ria.user()).toMatchObject({ has_sign_on: 0 })
  expect(await goThere(browser(), 'ria')).toBe('/login/finish')
})

test('a suspended person gets no further than with a password', async () => {
  const me = await member('sue')
  await world.db.$client.query(
    `update users set suspended_until = $1, suspended_reason = 'Spam' where username = 'sue'`,
    [new Date(world.clock.now() + 3_600_000)]
  )
  await goThere(me, 'sue')
  expect((await me.user()).suspension).toContain('Spam')
  expect((await me.refused(updateProfile, { body: { userData: { first_name: 'Sue' } } })).status).toBe(403)
})

test('the group of admins is read at each sign-in, and the last admin stays', async () => {
  needOidc(world.config).adminGroup = 'hut-admins'
  const me = await member('tess', { groups: ['staff', 'hut-admins'] })
  expect((await me.user()).role_id).toBe(Role.Admin)
  known('tess', { groups: ['staff'] })
  await goThere(me, 'tess')
  expect((await me.user()).role_id).toBe(Role.Member)
  known('tess', { groups: ['hut-admins'] })
  await goThere(me, 'tess')
  // A proof at the provider lets her do what needs one.
  await goThere(me, 'tess', 'proof')
  const guide = (await (await world.admin()).user()).username
  await me.call(setPersonRole, { params: { username: guide }, body: { role_id: Role.Member } })
  known('tess', { groups: [] })
  await goThere(me, 'tess')
  expect((await me.user()).role_id).toBe(Role.Admin)
  await setRoleOf(world.db, guide, Role.Admin, new Date(world.clock.now()))
  needOidc(world.config).adminGroup = null
})

test('a hut without passwords refuses calls that need one, and connects an old account once', async () => {
  const uma = await world.as('uma')
  needOidc(world.config).only = true
  const passwords = { password: 'a new password', password_confirmation: 'a new password' }
  const me = browser()
  const refusals = [
    await me.refused(login, { body: { email: 'uma@example.org', password: PASSWORD } }),
    await me.refused(register, { body: registration('vic') }),
    await me.refused(sendResetLink, { body: { email: 'uma@example.org' } }),
    await me.refused(resetPassword, { body: { email: 'uma@example.org', token: 'any', ...passwords } }),
    await uma.refused(confirmPassword, { body: { password: PASSWORD } }),
    await uma.refused(changePassword, { body: { current_password: PASSWORD, ...passwords } })
  ]
  for (const { status, body } of refusals) {
    expect([status, body.message]).toEqual([403, 'This hut has no passwords. Sign in with Club login.'])
  }
  expect((await uma.user()).has_password).toBe(0)
  known('uma')
  await goThere(me, 'uma')
  await me.call(connectSignOn, { body: { password: PASSWORD } })
  expect((await me.refused(disconnectSignOn, {})).body.message).toBe(LAST_WAY_IN)
  // The command of the operator makes someone an admin who then signs in at the provider.
  await setRoleOf(world.db, 'uma', Role.Admin, new Date(world.clock.now()))
  expect((await me.user()).role_id).toBe(Role.Admin)
  needOidc(world.config).only = false
  expect(ADMIN.username).not.toBe('uma')
})
