/** Confirming the email of a new account (D-145). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateProfile } from '../../../domain/accounts/api.ts'
import { CONFIRM_ENDED, confirmEmail, resendEmailLink } from '../../../domain/accounts/emails/api.ts'
import { CONFIRM_FIRST } from '../../../domain/accounts/may-call.ts'
import { resetPassword, sendResetLink } from '../../../domain/accounts/passwords/api.ts'
import { patchActivity, storeActivity } from '../../../domain/activities/builder-api.ts'
import { storeGroup } from '../../../domain/groups/api.ts'
import { storeItem } from '../../../domain/publishing/item-api.ts'
import { patchSession, storeSession } from '../../../domain/sessions/builder-api.ts'
import { redeemAvailable } from '../../../domain/tokens/api.ts'
import { PASSWORD } from '../../../testing/names.ts'
import { openWorld, type World } from '../../../testing/world.ts'

const LOOK = 5000
const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await openWorld({ SMTP_URL: 'smtp://localhost:1', APP_URL: 'https://hut.example.org' })
})
afterAll(() => world.close())

interface Arrived {
  to: string
  subject: string
  token: string
}
async function arrived(): Promise<Arrived[]> {
  world.mails.length = 0
  await world.pass(LOOK)
  return world.mails.map(({ to, subject, text }) => ({ to, subject, token: /token=([\w-]+)/.exec(text)?.[1] ?? '' }))
}
const tokenFor = async (email: string) => (await arrived()).find(({ to }) => to === email)?.token ?? ''
const confirm = (token: string) => world.visitor.call(confirmEmail, { body: { token } })

test('a welcome mail confirms the email with one press, once', { tags: 'D-145' }, async () => {
  const ada = await world.as('ada')
  expect((await ada.user()).is_unconfirmed).toBe(1)
  const mails = await arrived()
  expect(mails).toMatchObject([{ to: 'ada@example.org', subject: 'Welcome! Confirm your email' }])
  const token = mails[0]?.token ?? ''
  expect(await confirm(token)).toEqual({ email: 'ada@example.org', is_changed: 0 })
  expect((await ada.user()).is_unconfirmed).toBe(0)
  expect((await world.visitor.refused(confirmEmail, { body: { token } })).body.errors).toEqual({ token: CONFIRM_ENDED })
  // Nothing is left to send.
  await ada.call(resendEmailLink, { body: {} })
  expect(await arrived()).toEqual([])
})

test('until then a person can not publish, but can use what nobody else sees', { tags: 'D-145' }, async () => {
  const grace = await world.as('grace')
  const session = (unlisted: 0 | 1) => ({ body: { challenge: { title: 'Focus', duration: 600, unlisted } } })
  const activity = (unlisted: 0 | 1) => ({ body: { challenge: { title: 'Walk', duration: 600, unlisted } } })
  const refusals = [
    await grace.refused(storeGroup, { body: { title: 'Walkers' } }),
    await grace.refused(storeItem, { body: { title: 'A text' } }),
    await grace.refused(redeemAvailable, { body: {} }),
    await grace.refused(storeSession, session(0)),
    await grace.refused(storeActivity, activity(0))
  ]
  expect(refusals.map(({ status, body }) => [status, body.message])).toEqual(refusals.map(() => [403, CONFIRM_FIRST]))
  const { event } = await grace.call(storeSession, session(1))
  const { challenge } = await grace.call(storeActivity, activity(1))
  const listed = { body: { challenge: { unlisted: 0 as const } } }
  for (const { status, body } of [
    await grace.refused(patchSession, { params: { event: event.slug }, ...listed }),
    await grace.refused(patchActivity, { params: { challenge: challenge.slug }, ...listed })
  ]) {
    expect([status, body.message]).toEqual([403, CONFIRM_FIRST])
  }
  await confirm(await tokenFor('grace@example.org'))
  await grace.call(storeSession, session(0))
  await grace.call(storeGroup, { body: { title: 'Walkers' } })
})

test('the mail is sent again on request, at most three times with open links', { tags: 'D-145' }, async () => {
  const bea = await world.as('bea')
  await arrived()
  const sent: number[] = []
  for (let nth = 0; nth < 4; nth++) {
    await bea.call(resendEmailLink, { body: {} })
    sent.push((await arrived()).length)
  }
  expect(sent).toEqual([1, 1, 0, 0])
  world.clock.jump(8 * DAY)
  await bea.call(resendEmailLink, { body: {} })
  const token = await tokenFor('bea@example.org')
  expect(await confirm(token)).toMatchObject({ email: 'bea@example.org' })
})

test('a password link confirms the email too', { tags: 'D-145' }, async () => {
  const cora = await world.as('cora')
  const welcome = await tokenFor('cora@example.org')
  await world.visitor.call(sendResetLink, { body: { email: 'cora@example.org' } })
  const token = await tokenFor('cora@example.org')
  const passwords = { password: 'a new password', password_confirmation: 'a new password' }
  await world.visitor.call(resetPassword, { body: { email: 'cora@example.org', token, ...passwords } })
  const { rows } = await world.db.$client.query(`select is_unconfirmed from users where username = 'cora'`)
  expect([rows, cora.username]).toEqual([[{ is_unconfirmed: false }], 'cora'])
  expect((await world.visitor.refused(confirmEmail, { body: { token: welcome } })).status).toBe(422)
})

test('a corrected email is confirmed by its own link, and the wrong address gets no way in', {
  tags: 'D-145'
}, async () => {
  const dora = await world.as('dora')
  const wrong = await tokenFor('dora@example.org')
  const userData = { email: 'dora@example.net' }
  await dora.call(updateProfile, { body: { userData, password: PASSWORD } })
  expect(await confirm(await tokenFor('dora@example.net'))).toEqual({ email: 'dora@example.net', is_changed: 1 })
  expect(await dora.user()).toMatchObject({ email: 'dora@example.net', is_unconfirmed: 0 })
  expect(await arrived()).toEqual([])
  expect((await world.visitor.refused(confirmEmail, { body: { token: wrong } })).status).toBe(422)
})

test('without a mail server nothing has to be confirmed', { tags: 'D-145' }, async () => {
  const quiet = await openWorld()
  const emmy = await quiet.as('emmy')
  await quiet.pass(LOOK)
  expect([(await emmy.user()).is_unconfirmed, quiet.mails]).toEqual([0, []])
  await quiet.close()
})

test('an account that waited for a mail is free once the hut has no mail server', { tags: 'D-145' }, async () => {
  const quiet = await openWorld()
  const emmy = await quiet.as('emmy')
  await quiet.db.$client.query(`update users set is_unconfirmed = true where username = 'emmy'`)
  expect((await emmy.user()).is_unconfirmed).toBe(0)
  await emmy.call(storeGroup, { body: { title: 'Runners' } })
  await quiet.close()
})
