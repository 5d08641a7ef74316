import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BAD_CREDENTIALS, login, updateProfile } from '../../../domain/accounts/api.ts'
import { confirmEmail } from '../../../domain/accounts/emails/api.ts'
import { PASSWORD_MISMATCH, PASSWORD_SHORT, WRONG_PASSWORD } from '../../../domain/accounts/fields.ts'
import { PASSWORD_NAME } from '../../../domain/accounts/password.ts'
import {
  changePassword,
  confirmPassword,
  confirmPasswordPage,
  LINK_ENDED,
  resetPassword,
  sendResetLink
} from '../../../domain/accounts/passwords/api.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { createCaller, openWorld, type World } from '../../../testing/world.ts'
import { logins } from '../../db/schema/accounts.ts'
import { mailLinks, mails } from '../../db/schema/mail.ts'
import { LOGIN_ENDED } from '../logins.ts'

const LOOK = 5000
const HOUR = 3_600_000
const NEW = 'a new password'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.pass(LOOK)
  world.mails.length = 0
})
afterAll(() => world.close())

interface Link {
  token: string
  email: string
}

/** The newest link in a mail. */
const newestLink = (): Link => {
  const text = world.mails.findLast(mail => mail.text.includes('token='))?.text
  return Object.fromEntries(new URLSearchParams(/\/reset-password\?(\S+)/.exec(text ?? '')?.[1])) as never
}

async function askFor(email: string): Promise<void> {
  await world.visitor.call(sendResetLink, { body: { email } })
  await world.pass(LOOK)
}

const choose = (link: Link, password = NEW) => ({ body: { ...link, password, password_confirmation: password } })

const signIn = (email: string, password: string) =>
  createCaller(world, email).request({ method: 'POST', url: '/login', payload: { email, password } })

test('a link in a mail sets a new password once, ends all logins and sends a mail about it', {
  tags: ['PWD-03', 'PWD-09', 'PWD-10', 'PWD-12', 'D-30']
}, async () => {
  const ada = await world.as('ada')
  const phone = createCaller(world, 'phone')
  await phone.call(login, { body: { email: 'ada@example.org', password: PASSWORD } })
  const ended: string[] = []
  world.bus.subscribe((channel, login) => void (channel === LOGIN_ENDED && ended.push(login)))
  await askFor('ADA@example.org')
  expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([['ADA@example.org', 'Reset your password']])
  const link = newestLink()
  expect(link.email).toBe('ADA@example.org')

  expect(await world.visitor.call(resetPassword, choose(link))).toEqual({})
  expect([await ada.user(), await phone.user()]).toEqual([null, null])
  expect(ended).toHaveLength(2)
  // It signs nobody in.
  expect(await world.visitor.user()).toBeNull()
  expect((await signIn('ada@example.org', PASSWORD)).json().message).toBe(BAD_CREDENTIALS)
  expect((await signIn('ada@example.org', NEW)).statusCode).toBe(200)
  await world.pass(LOOK)
  expect(world.mails.at(-1)).toMatchObject({ to: 'ada@example.org', subject: 'Your password was changed' })

  const { status, body } = await world.visitor.refused(resetPassword, choose(link, 'yet another one'))
  expect([status, body.errors]).toEqual([422, { token: LINK_ENDED }])
  expect((await signIn('ada@example.org', NEW)).statusCode).toBe(200)
})

test('an address without an account gets the same response, no mail, and is not stored', {
  tags: ['PWD-03', 'D-30']
}, async () => {
  await world.as('grace')
  const ask = (email: string) => world.visitor.request({ method: 'POST', url: '/password/email', payload: { email } })
  const [known, unknown] = [await ask('grace@example.org'), await ask('nobody@example.org')]
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
  // Both calls did the same: a mail waits, and its account is not looked up yet.
  const waiting = await world.db.select({ user_id: mails.user_id }).from(mails)
  expect(waiting.filter(({ user_id }) => user_id === null)).toHaveLength(2)
  await world.pass(LOOK)
  expect(world.mails.map(({ to }) => to)).toEqual(['grace@example.org'])
  const kept = await world.db.select({ email: mails.email }).from(mails)
  expect(kept.map(({ email }) => email)).not.toContain('nobody@example.org')
})

test('only the hash of a token is stored', { tags: 'D-30' }, async () => {
  await world.as('grace')
  await askFor('grace@example.org')
  const { token } = newestLink()
  const stored = JSON.stringify([await world.db.select().from(mails), await world.db.select().from(mailLinks)])
  expect(token.length).toBeGreaterThan(40)
  expect(stored).not.toContain(token)
})

test('a link works for an hour', { tags: 'D-30' }, async () => {
  await world.as('hedy')
  await askFor('hedy@example.org')
  const link = newestLink()
  world.clock.jump(HOUR)
  expect((await world.visitor.refused(resetPassword, choose(link))).body.errors).toEqual({ token: LINK_ENDED })
  await askFor('hedy@example.org')
  world.clock.jump(HOUR - 1)
  await world.visitor.call(resetPassword, choose(newestLink()))
})

test('at most three links in mails work, until one of them is used', { tags: 'D-30' }, async () => {
  await world.as('mary')
  const links: Link[] = []
  for (let i = 0; i < 5; i++) {
    await askFor('mary@example.org')
    links.push(newestLink())
  }
  expect(world.mails).toHaveLength(3)
  const [first, second] = links
  if (!first || !second) throw new Error('there are links')
  // One of two people who use links at the same moment is first.
  const both = [first, second].map(link =>
    world.visitor.request({ method: 'POST', url: '/password/reset', payload: choose(link).body })
  )
  const statuses = (await Promise.all(both)).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([200, 422])
})

test('the server checks the input, and an invalid one changes nothing', { tags: ['PWD-09', 'PWD-11'] }, async () => {
  await world.as('joan')
  await askFor('joan@example.org')
  const link = newestLink()
  const good = choose(link).body
  const cases: [object, Record<string, string>][] = [
    [{ password_confirmation: 'another one' }, { password_confirmation: PASSWORD_MISMATCH }],
    [{ password: 'short', password_confirmation: 'short' }, { password: PASSWORD_SHORT }],
    [{ password: 'joan@example.org', password_confirmation: 'joan@example.org' }, { password: PASSWORD_NAME }],
    [{ token: 'made-up' }, { token: LINK_ENDED }],
    [{ token: undefined }, { token: LINK_ENDED }],
    [{ email: 'grace@example.org' }, { token: LINK_ENDED }]
  ]
  for (const [change, errors] of cases) {
    const { status, body } = await world.visitor.refused(resetPassword, { body: { ...good, ...change } })
    expect([change, status, body.errors]).toEqual([change, 422, errors])
  }
  const { body } = await world.visitor.refused(sendResetLink, { body: { email: 'joan@' } })
  expect(Object.keys(body.errors ?? {})).toEqual(['email'])
  expect((await signIn('joan@example.org', PASSWORD)).statusCode).toBe(200)
  // The refused calls did not use up the link.
  await world.visitor.call(resetPassword, { body: good })
})

test("a link to an old address stops working when the account's address changes", {
  tags: 'D-30'
}, async () => {
  const anna = await world.as('anna')
  await askFor('anna@example.org')
  const link = newestLink()
  await anna.call(updateProfile, { body: { userData: { email: 'anna@example.net' }, password: PASSWORD } })
  await world.pass(LOOK)
  const token = /email\/confirm\?token=(\S+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? ''
  await world.visitor.call(confirmEmail, { body: { token } })
  for (const email of [link.email, 'anna@example.net']) {
    const { body } = await world.visitor.refused(resetPassword, choose({ ...link, email }))
    expect(body.errors).toEqual({ token: LINK_ENDED })
  }
})

test('a new password ends the other logins and a waiting email change, and sends a mail', async () => {
  const [joy, phone] = [await world.as('joy'), createCaller(world, 'phone')]
  await joy.call(updateProfile, { body: { userData: { email: 'thief@example.org' }, password: PASSWORD } })
  await phone.call(login, { body: { email: 'joy@example.org', password: PASSWORD } })
  await askFor('joy@example.org')
  const link = newestLink()
  const good = { current_password: PASSWORD, password: NEW, password_confirmation: NEW }
  const cases: [object, Record<string, string>][] = [
    [{ current_password: 'a wrong one' }, { current_password: WRONG_PASSWORD }],
    [{ password_confirmation: 'another one' }, { password_confirmation: PASSWORD_MISMATCH }],
    [{ password: 'joy@example.org', password_confirmation: 'joy@example.org' }, { password: PASSWORD_NAME }]
  ]
  for (const [change, errors] of cases) {
    const { status, body } = await joy.refused(changePassword, { body: { ...good, ...change } })
    expect([change, status, body.errors]).toEqual([change, 422, errors])
  }
  expect(await phone.user()).toMatchObject({ username: 'joy' })

  expect(await joy.call(changePassword, { body: good })).toEqual({})
  expect(await joy.user()).toMatchObject({ username: 'joy', new_email: null })
  expect(await phone.user()).toBeNull()
  expect((await signIn('joy@example.org', PASSWORD)).statusCode).toBe(422)
  expect((await signIn('joy@example.org', NEW)).statusCode).toBe(200)
  // A link from before stops working.
  expect((await world.visitor.refused(resetPassword, choose(link))).body.errors).toEqual({ token: LINK_ENDED })
  await world.pass(LOOK)
  expect(world.mails.at(-1)).toMatchObject({ to: 'joy@example.org', subject: 'Your password was changed' })
  expect((await world.visitor.refused(changePassword, { body: good })).status).toBe(401)
})

test('a signed-in person confirms their password; a visitor must sign in', {
  tags: ['PWD-14', 'D-31']
}, async () => {
  const vera = await world.as('vera')
  expect(await vera.visit(confirmPasswordPage)).toEqual({})
  const confirmedAt = async () => {
    const rows = await world.db.select({ at: logins.confirmed_at }).from(logins)
    return rows.map(({ at }) => at?.getTime())
  }
  world.clock.jump(HOUR)
  const { status, body } = await vera.refused(confirmPassword, { body: { password: 'a wrong one' } })
  expect([status, body.errors]).toEqual([422, { password: WRONG_PASSWORD }])
  expect(await confirmedAt()).not.toContain(world.clock.now())
  await vera.call(confirmPassword, { body: { password: PASSWORD } })
  expect((await confirmedAt()).filter(at => at === world.clock.now())).toHaveLength(1)
  expect((await world.visitor.refused(confirmPassword, { body: { password: PASSWORD } })).status).toBe(401)
})
