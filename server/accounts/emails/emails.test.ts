import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMAIL_TAKEN, login, register, updateProfile } from '../../../domain/accounts/api.ts'
import {
  CONFIRM_ENDED,
  cancelEmailChange,
  confirmEmail,
  resendEmailLink,
  UNDO_ENDED,
  undoEmailChange
} from '../../../domain/accounts/emails/api.ts'
import { PASSWORD_MISMATCH } from '../../../domain/accounts/fields.ts'
import { PASSWORD_NAME } from '../../../domain/accounts/password.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { type Caller, createCaller, openWorld, type World } from '../../../testing/world.ts'
import { LOGIN_ENDED } from '../logins.ts'

const LOOK = 5000
const DAY = 86_400_000
const NEW = 'a new password'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** The tokens of the mails that are due, with their recipients. */
async function arrived(): Promise<{ to: string; subject: string; token: string }[]> {
  world.mails.length = 0
  await world.pass(LOOK)
  return world.mails.map(({ to, subject, text }) => ({ to, subject, token: /token=(\S+)/.exec(text)?.[1] ?? '' }))
}

/** Requests another email, and returns the token of its link. */
async function ask(person: Caller, email: string): Promise<string> {
  await person.call(updateProfile, { body: { userData: { email }, password: PASSWORD } })
  const mail = (await arrived()).find(({ to }) => to === email)
  if (!mail) throw new Error(`no mail to ${email}`)
  return mail.token
}

/** Changes the email, and returns the token of the link that restores the old one. */
async function change(person: Caller, email: string): Promise<string> {
  const token = await ask(person, email)
  await world.visitor.call(confirmEmail, { body: { token } })
  return (await arrived()).find(mail => mail.subject === 'Your email was changed')?.token ?? ''
}

const undo = (token: string, password = NEW) => ({ body: { token, password, password_confirmation: password } })
const errors = async (refusal: ReturnType<Caller['refused']>) => {
  const { status, body } = await refusal
  return { status, ...body.errors }
}
const signIn = async (email: string, password = PASSWORD) => {
  const payload = { email, password }
  return (await createCaller(world, email).request({ method: 'POST', url: '/login', payload })).statusCode
}

test('another email counts after its link is opened, and the old address is notified', {
  tags: 'D-29'
}, async () => {
  const ada = await world.as('ada')
  // Sends the mails of other tests first.
  await arrived()
  await ada.call(updateProfile, {
    body: { userData: { first_name: 'Augusta', email: 'new@ada.org' }, password: PASSWORD }
  })
  expect(await ada.user()).toMatchObject({ first_name: 'Augusta', email: 'ada@example.org', new_email: 'new@ada.org' })
  const [mail, ...others] = await arrived()
  expect([mail?.to, mail?.subject, others]).toEqual(['new@ada.org', 'Confirm your new email', []])
  expect([await signIn('ada@example.org'), await signIn('new@ada.org')]).toEqual([200, 422])

  const body = { token: mail?.token ?? '' }
  expect(await world.visitor.call(confirmEmail, { body })).toEqual({ email: 'new@ada.org', is_changed: 1 })
  expect(await ada.user()).toMatchObject({ email: 'new@ada.org', new_email: null })
  expect([await signIn('ada@example.org'), await signIn('new@ada.org')]).toEqual([422, 200])
  expect((await arrived()).map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.org', 'Your email was changed']
  ])
  expect(await errors(world.visitor.refused(confirmEmail, { body }))).toEqual({ status: 422, token: CONFIRM_ENDED })
})

test('the link works for a day, or until it is cancelled or another address is requested', async () => {
  const bea = await world.as('bea')
  const open = (token: string) => errors(world.visitor.refused(confirmEmail, { body: { token } }))
  const ended = { status: 422, token: CONFIRM_ENDED }
  const old = await ask(bea, 'one@bea.org')
  world.clock.jump(DAY)
  expect(await open(old)).toEqual(ended)

  await bea.call(resendEmailLink, { body: {} })
  const again = (await arrived())[0]?.token ?? ''
  expect((await bea.call(cancelEmailChange)).user.new_email).toBeNull()
  expect(await open(again)).toEqual(ended)
  // No change is pending any more, as in a second tab.
  expect((await bea.call(resendEmailLink, { body: {} })).user.new_email).toBeNull()
  expect(await arrived()).toEqual([])

  const first = await ask(bea, 'one@bea.org')
  const other = await ask(bea, 'two@bea.org')
  expect(await open(first)).toEqual(ended)
  await ask(bea, 'TWO@bea.org')
  const [once, twice] = await Promise.all(
    [1, 2].map(() => world.visitor.request({ method: 'POST', url: '/api/email/confirm', payload: { token: other } }))
  )
  expect([once?.statusCode, twice?.statusCode].sort()).toEqual([200, 422])
  expect((await bea.user()).email).toBe('two@bea.org')
  expect(await open('none')).toEqual(ended)
})

test('an address of another account is refused under its field, and gets no mail', { tags: 'D-29' }, async () => {
  const [cora, dora] = [await world.as('cora'), await world.as('dora')]
  await arrived()
  for (const email of ['cora@example.org', 'CORA@example.org']) {
    const body = { userData: { first_name: 'D', email }, password: PASSWORD }
    const refused = { status: 422, 'userData.email': EMAIL_TAKEN }
    expect(await errors(dora.refused(updateProfile, { body }))).toEqual(refused)
    // With a wrong password nothing is revealed about the address.
    const wrong = await dora.refused(updateProfile, { body: { ...body, password: 'not the password' } })
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(['password'])
  }
  expect(await arrived()).toEqual([])
  expect(await dora.user()).toMatchObject({ first_name: '', email: 'dora@example.org', new_email: null })

  // The address is taken while the change waits.
  const token = await ask(dora, 'both@example.org')
  const theirs = await ask(cora, 'both@example.org')
  await world.visitor.call(confirmEmail, { body: { token: theirs } })
  const late = await errors(world.visitor.refused(confirmEmail, { body: { token } }))
  expect(late).toEqual({ status: 422, token: EMAIL_TAKEN })
  expect(await dora.user()).toMatchObject({ email: 'dora@example.org' })
})

test('the old address can undo the change for a week, which ends all logins and the password', async () => {
  const emmy = await world.as('emmy')
  const token = await change(emmy, 'thief@example.org')
  const later = await change(emmy, 'thief@example.net')
  const ended: string[] = []
  world.bus.subscribe((channel, login) => void (channel === LOGIN_ENDED && ended.push(login)))
  world.clock.jump(6 * DAY)

  const refused = (body: object) => errors(world.visitor.refused(undoEmailChange, { body }))
  const mismatch = { token, password: NEW, password_confirmation: 'another one' }
  expect(await refused(mismatch)).toEqual({ status: 422, password_confirmation: PASSWORD_MISMATCH })
  expect(await refused(undo(token, 'emmy@example.org').body)).toEqual({ status: 422, password: PASSWORD_NAME })
  expect(await world.visitor.call(undoEmailChange, undo(token))).toEqual({ email: 'emmy@example.org' })
  expect([await emmy.user(), ended.length]).toEqual([null, 1])
  expect([await signIn('thief@example.net'), await signIn('emmy@example.org')]).toEqual([422, 422])
  expect(await signIn('emmy@example.org', NEW)).toBe(200)
  // Neither link works again, nor the link of the later address.
  for (const one of [token, later]) expect(await refused(undo(one).body)).toEqual({ status: 422, token: UNDO_ENDED })

  const fritz = await world.as('fritz')
  const old = await change(fritz, 'fritz@example.net')
  world.clock.jump(7 * DAY)
  expect(await refused(undo(old).body)).toEqual({ status: 422, token: UNDO_ENDED })
})

test('an earlier address can undo what a later one restored', async () => {
  const gina = await world.as('gina')
  const hers = await change(gina, 'thief@gina.org')
  const thiefs = await change(gina, 'other@gina.org')
  await world.visitor.call(undoEmailChange, undo(thiefs))
  expect(await world.visitor.call(undoEmailChange, undo(hers, 'yet another one'))).toEqual({
    email: 'gina@example.org'
  })
})

test('nobody else gets an address while its former account may restore it', async () => {
  const [hanna, ines] = [await world.as('hanna'), await world.as('ines')]
  const back = await change(hanna, 'hanna@example.net')
  const body = {
    ...{ email: 'hanna@example.org', username: 'not-hanna', password: PASSWORD, password_confirmation: PASSWORD },
    ...{ first_name: '', last_name: '' }
  }
  const stranger = createCaller(world, 'stranger')
  expect(await errors(stranger.refused(register, { body }))).toEqual({ status: 422, email: EMAIL_TAKEN })
  const token = await ask(ines, 'hanna@example.org')
  expect(await errors(world.visitor.refused(confirmEmail, { body: { token } }))).toEqual({
    status: 422,
    token: EMAIL_TAKEN
  })
  // Its own account can use it again, also by an ordinary change.
  await change(hanna, 'hanna@example.org')
  expect((await hanna.user()).email).toBe('hanna@example.org')
  expect(await world.visitor.call(undoEmailChange, undo(back))).toEqual({ email: 'hanna@example.org' })
  await createCaller(world, 'hanna').call(login, { body: { email: 'hanna@example.org', password: NEW } })
})

test('a visitor can neither send the link again nor cancel the change', { tags: 'SEC-55' }, async () => {
  expect((await world.visitor.refused(resendEmailLink, { body: {} })).status).toBe(401)
  expect((await world.visitor.refused(cancelEmailChange)).status).toBe(401)
})
