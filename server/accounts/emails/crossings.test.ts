/** Changes of an email that meet changes of other people, of the password, of the account, and time limits. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EMAIL_TAKEN, updateProfile } from '../../../domain/accounts/api.ts'
import {
  CONFIRM_ENDED,
  cancelEmailChange,
  confirmEmail,
  resendEmailLink,
  UNDO_ENDED,
  undoEmailChange
} from '../../../domain/accounts/emails/api.ts'
import { sendResetLink } from '../../../domain/accounts/passwords/api.ts'
import { deleteAccount } from '../../../domain/deletion/api.ts'
import { untilSomebodyWaits } from '../../../testing/database/locks.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { type Caller, openWorld, registration, type World } from '../../../testing/world.ts'

const LOOK = 5000
const DAY = 86_400_000
const NEW = 'a new password'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Arrived {
  to: string
  subject: string
  token: string
}
/** The mails that are due, after sending them. */
async function arrived(): Promise<Arrived[]> {
  world.mails.length = 0
  await world.pass(LOOK)
  return world.mails.map(({ to, subject, text }) => ({ to, subject, token: /token=([\w-]+)/.exec(text)?.[1] ?? '' }))
}
const wish = (person: Caller, email: string) =>
  person.call(updateProfile, { body: { userData: { email }, password: PASSWORD } })
beforeEach(async () => {
  await arrived()
})
/** Requests another email, and returns the token of its link. */
async function ask(person: Caller, email: string): Promise<string> {
  await wish(person, email)
  return (await arrived()).find(({ to }) => to === email)?.token ?? ''
}
/** Changes the email, and returns the token of the link that restores the old one. */
async function change(person: Caller, email: string): Promise<string> {
  await world.visitor.call(confirmEmail, { body: { token: await ask(person, email) } })
  return (await arrived()).find(({ subject }) => subject === 'Your email was changed')?.token ?? ''
}
const open = (token: string) => world.visitor.request({ method: 'POST', url: confirmEmail.path, payload: { token } })
const undone = (token: string) => ({ body: { token, password: NEW, password_confirmation: NEW } })
const emailOf = async (person: Caller) => (await person.user()).email
const outcomes = (responses: { statusCode: number; json: () => { errors?: object } }[]) =>
  responses.map(response => [response.statusCode, response.json().errors]).sort()

test('when two people confirm one address at the same moment, one of them gets it', { tags: 'D-29' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const tokens = [await ask(ada, 'shared@example.org'), await ask(grace, 'shared@example.org')]
  const both = await Promise.all(tokens.map(open))
  expect(outcomes(both)).toEqual([
    [200, undefined],
    [422, { token: EMAIL_TAKEN }]
  ])
  const emails = [await emailOf(ada), await emailOf(grace)]
  expect(emails.filter(email => email === 'shared@example.org')).toHaveLength(1)
})

test('when one person confirms an address and another registers with it, one of them gets it', {
  tags: ['D-29', 'D-36']
}, async () => {
  const hedy = await world.as('hedy')
  const token = await ask(hedy, 'wanted@example.org')
  const payload = { ...registration('newcomer'), email: 'WANTED@example.org' }
  const both = await Promise.all([open(token), world.app.inject({ method: 'POST', url: '/api/register', payload })])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  const { rows } = await world.db.$client.query(
    `select count(*)::int as n from users where email = 'wanted@example.org'`
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('a link works until the last moment of its day, and a restoring link until that of its week', async () => {
  const joan = await world.as('joan')
  const late = await ask(joan, 'late@joan.org')
  // The mail left one look of the worker after the request.
  world.clock.jump(DAY)
  expect((await open(late)).json().errors).toEqual({ token: CONFIRM_ENDED })
  const token = await ask(joan, 'joan@example.net')
  world.clock.jump(DAY - 1)
  expect((await open(token)).statusCode).toBe(200)
  const back = (await arrived()).find(({ to }) => to === 'joan@example.org')?.token ?? ''
  world.clock.jump(7 * DAY - 1)
  expect(await world.visitor.call(undoEmailChange, undone(back))).toEqual({ email: 'joan@example.org' })
})

test('restoring an address ends the changes that a thief has requested since', async () => {
  const mary = await world.as('mary')
  const back = await change(mary, 'thief@mary.org')
  const waiting = await ask(mary, 'second@mary.org')
  await world.visitor.call(sendResetLink, { body: { email: 'thief@mary.org' } })
  const reset = (await arrived())[0]?.token ?? ''
  await world.visitor.call(undoEmailChange, undone(back))
  expect((await open(waiting)).json().errors).toEqual({ token: CONFIRM_ENDED })
  const payload = { token: reset, email: 'thief@mary.org', password: NEW, password_confirmation: NEW }
  const refused = await world.app.inject({ method: 'POST', url: '/api/password/reset', payload })
  expect(refused.statusCode).toBe(422)
  const { rows } = await world.db.$client.query(`select new_email, email from users where username = 'mary'`)
  expect(rows).toEqual([{ new_email: null, email: 'mary@example.org' }])
})

test("changing the case of one's own address needs no password and no link, and keeps a pending change", {
  tags: 'D-29'
}, async () => {
  const vera = await world.as('vera')
  await ask(vera, 'vera@example.net')
  const { user } = await vera.call(updateProfile, { body: { userData: { email: 'Vera@Example.org' } } })
  expect(user).toMatchObject({ email: 'Vera@Example.org', new_email: 'vera@example.net' })
  expect(await arrived()).toEqual([])
})

test('setting a password by a link ends an email that waits to be confirmed', { tags: 'D-30' }, async () => {
  const rosa = await world.as('rosa')
  const waiting = await ask(rosa, 'thief@rosa.org')
  await world.visitor.call(sendResetLink, { body: { email: 'rosa@example.org' } })
  const reset = (await arrived())[0]?.token ?? ''
  const payload = { token: reset, email: 'rosa@example.org', password: NEW, password_confirmation: NEW }
  const done = await world.app.inject({ method: 'POST', url: '/api/password/reset', payload })
  expect(done.statusCode).toBe(200)
  expect((await open(waiting)).json().errors).toEqual({ token: CONFIRM_ENDED })
  const { rows } = await world.db.$client.query(`select new_email, email from users where username = 'rosa'`)
  expect(rows).toEqual([{ new_email: null, email: 'rosa@example.org' }])
})

test('registering with an address that is taken at that moment is refused under the email', {
  tags: 'D-36'
}, async () => {
  const iris = await world.as('iris')
  const { id } = await iris.user()
  const late = await world.db.transaction(async tx => {
    await tx.$client.query(`update users set email = 'both@example.org' where id = $1`, [id])
    const payload = { ...registration('late-comer'), email: 'both@example.org' }
    const done = world.visitor.request({ method: 'POST', url: '/api/register', payload })
    await untilSomebodyWaits(world.db)
    return { done }
  })
  const response = await late.done
  expect([response.statusCode, response.json().errors]).toEqual([422, { email: EMAIL_TAKEN }])
})

test('at most three links work at a time: a fourth mail is not sent, and the first link still works', {
  tags: 'D-30'
}, async () => {
  const tess = await world.as('tess')
  const first = await ask(tess, 'tess@example.net')
  const sent: number[] = []
  for (let nth = 0; nth < 4; nth++) {
    await tess.call(resendEmailLink, { body: {} })
    sent.push((await arrived()).length)
  }
  expect(sent).toEqual([1, 1, 0, 0])
  expect((await open(first)).statusCode).toBe(200)
})

test('saving a profile from an older state sends no link', { tags: 'D-140' }, async () => {
  const lise = await world.as('lise')
  const { revision } = await lise.user()
  await lise.call(updateProfile, { body: { userData: { first_name: 'Lise', revision } } })
  const userData = { first_name: 'Elise', email: 'lise@example.net', revision }
  const { status, body } = await lise.refused(updateProfile, { body: { userData, password: PASSWORD } })
  expect([status, body.newer]).toMatchObject([409, { first_name: 'Lise', email: 'lise@example.org' }])
  expect(await arrived()).toEqual([])
  expect(await lise.user()).toMatchObject({ first_name: 'Lise', new_email: null })
})

test('a change that is cancelled before its mail leaves sends no mail', async () => {
  const olga = await world.as('olga')
  await wish(olga, 'olga@example.net')
  await olga.call(cancelEmailChange)
  expect(await arrived()).toEqual([])
})

test('a link to another address works until the account is deleted, and not after', {
  tags: 'D-131'
}, async () => {
  const [nora, emmy] = [await world.as('nora'), await world.as('emmy')]
  const token = await ask(nora, 'nora@example.net')
  await nora.call(deleteAccount, { body: { password: PASSWORD } })
  expect((await open(token)).statusCode).toBe(200)
  expect(await nora.user()).toMatchObject({ email: 'nora@example.net', delete_at: expect.any(String) })
  const back = await change(emmy, 'emmy@example.net')
  await emmy.call(deleteAccount, { body: { password: PASSWORD } })
  world.clock.jump(14 * DAY)
  await world.pass(30_000)
  const { status, body } = await world.visitor.refused(undoEmailChange, undone(back))
  expect([status, body.errors]).toEqual([422, { token: UNDO_ENDED }])
  // Both addresses are available again.
  const payload = { ...registration('another-emmy'), email: 'emmy@example.org' }
  expect((await world.app.inject({ method: 'POST', url: '/api/register', payload })).statusCode).toBe(200)
})
