/** Registering by the rules of the hut, and invitations (D-146). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { register, updateProfile } from '../../domain/accounts/api.ts'
import {
  allInvitationsPage,
  createInvitation,
  endInvitation,
  invitationsPage,
  invitePage
} from '../../domain/accounts/invitations/api.ts'
import { MOST_INVITATIONS, NO_INVITING, TOO_MANY_INVITATIONS } from '../../domain/accounts/invitations/invitation.ts'
import { WAITS } from '../../domain/accounts/may-call.ts'
import { CLOSED, INVITATION_ENDED, INVITATION_NEEDED } from '../../domain/accounts/registration.ts'
import { updateSettings } from '../../domain/admin/api.ts'
import { deleteAccount } from '../../domain/deletion/api.ts'
import { joinGroup, storeGroup } from '../../domain/groups/api.ts'
import type { HutSettings } from '../../domain/settings/settings.ts'
import { PASSWORD } from '../../testing/names.ts'
import { type Caller, createCaller, openWorld, registration, type World } from '../../testing/world.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => set({ registration: 'open', allowed_domains: [], members_invite: 0, members_only: 0 }))

let revision = 0
async function set(settings: Partial<HutSettings>): Promise<void> {
  const admin = await world.admin()
  revision = (await admin.call(updateSettings, { body: { revision, settings } })).revision
}

const enter = (username: string, more: object = {}) =>
  world.app.inject({ method: 'POST', url: '/api/register', payload: { ...registration(username), ...more } })
const outcome = async (response: ReturnType<typeof enter>) => {
  const { statusCode, json } = await response
  const { message, errors } = json()
  return statusCode === 200 ? 200 : [statusCode, message, errors]
}
const invite = async (person: Caller, body = {}) =>
  (await person.call(createInvitation, { body: { most_uses: 1, days: 7, ...body } })).invitation

test('a closed hut takes nobody, also with an invitation', { tags: 'D-146' }, async () => {
  const { code } = await invite(await world.admin())
  await set({ registration: 'closed' })
  const refused = [403, CLOSED, undefined]
  expect(await outcome(enter('closed-out'))).toEqual(refused)
  expect(await outcome(enter('closed-out', { invitation: code }))).toEqual(refused)
  expect(await world.visitor.visit(invitePage, { code })).toEqual({ from: null })
  expect((await (await world.admin()).refused(createInvitation, { body: { most_uses: 1, days: 1 } })).status).toBe(409)
})

test('a hut by invitation needs one that works', { tags: 'D-146' }, async () => {
  await set({ registration: 'invite' })
  const admin = await world.admin()
  const { code } = await invite(admin)
  expect(await world.visitor.visit(invitePage, { code })).toEqual({ from: admin.username })
  expect(await outcome(enter('uninvited'))).toEqual([422, INVITATION_NEEDED, { invitation: INVITATION_NEEDED }])
  const ended = [422, INVITATION_ENDED, { invitation: INVITATION_ENDED }]
  expect(await outcome(enter('uninvited', { invitation: 'guessed' }))).toEqual(ended)
  // A refused registration takes no use.
  expect((await enter('hut-guide', { invitation: code })).statusCode).toBe(422)
  expect(await outcome(enter('invited', { invitation: code }))).toBe(200)
  expect(await outcome(enter('too-late', { invitation: code }))).toEqual(ended)
  expect(await world.visitor.visit(invitePage, { code })).toEqual({ from: null })
  const { invitations } = await admin.visit(invitationsPage)
  expect(invitations[0]).toMatchObject({ code, uses: 1, most_uses: 1, is_open: 0 })
})

test('two people who use the last invitation at once: one gets in, the other is told', { tags: 'D-146' }, async () => {
  await set({ registration: 'invite' })
  const { code } = await invite(await world.admin(), { most_uses: 2 })
  await enter('racer-0', { invitation: code })
  const outcomes = await Promise.all(['racer-1', 'racer-2'].map(name => outcome(enter(name, { invitation: code }))))
  expect(outcomes).toContain(200)
  expect(outcomes).toContainEqual([422, INVITATION_ENDED, { invitation: INVITATION_ENDED }])
})

test('an invitation ends by its time and by its owner', { tags: 'D-146' }, async () => {
  await set({ registration: 'invite' })
  const admin = await world.admin()
  const [short, long] = [await invite(admin, { days: 1 }), await invite(admin, { days: 90 })]
  world.clock.jump(DAY - 1)
  expect(await outcome(enter('just-in-time', { invitation: short.code }))).toBe(200)
  const again = await invite(admin, { days: 1 })
  world.clock.jump(DAY)
  const ended = [422, INVITATION_ENDED, { invitation: INVITATION_ENDED }]
  expect(await outcome(enter('after-its-time', { invitation: again.code }))).toEqual(ended)
  for (let nth = 0; nth < 2; nth++) {
    const params = { invitation: String(long.id) }
    expect((await admin.call(endInvitation, { params })).invitation.is_open).toBe(0)
  }
  expect(await outcome(enter('after-its-end', { invitation: long.code }))).toEqual(ended)
})

test('members invite only while the hut allows it, and only their own invitations end by them', {
  tags: 'D-146'
}, async () => {
  const [ada, grace, admin] = [await world.as('ada'), await world.as('grace'), await world.admin()]
  const wish = { body: { most_uses: 3, days: 7 } }
  expect((await ada.refused(createInvitation, wish)).body.message).toBe(NO_INVITING)
  expect(await ada.visit(invitationsPage)).toEqual({ can_invite: 0, invitations: [] })
  await set({ registration: 'invite', members_invite: 1 })
  const { id, code } = await invite(ada)
  expect((await grace.refused(endInvitation, { params: { invitation: String(id) } })).status).toBe(404)
  await set({ members_invite: 0 })
  expect((await enter('of-a-member', { invitation: code })).statusCode).toBe(422)
  await set({ members_invite: 1 })
  const { invitations } = await admin.visit(allInvitationsPage)
  expect(invitations[0]).toMatchObject({ id, code, username: 'ada', uses: 0, most_uses: 1, is_open: 1 })
  await admin.call(endInvitation, { params: { invitation: String(id) } })
  expect((await enter('of-a-member', { invitation: code })).statusCode).toBe(422)
  for (let nth = 0; nth < MOST_INVITATIONS; nth++) await invite(grace)
  expect((await grace.refused(createInvitation, wish)).body.message).toBe(TOO_MANY_INVITATIONS)
})

test('the invitation of a suspended or deleted person lets nobody in', { tags: ['D-146', 'D-148'] }, async () => {
  const hedy = await world.as('hedy')
  await set({ registration: 'invite', members_invite: 1 })
  const { code } = await invite(hedy, { most_uses: 9 })
  const withState = async (state: string) => {
    await world.db.$client.query(`update users set ${state} where username = 'hedy'`)
    return (await enter(`invited-${world.clock.now()}-${state.length}`, { invitation: code })).statusCode
  }
  expect(await withState(`suspended_until = '2100-01-01', suspended_reason = 'Spam'`)).toBe(422)
  expect(await withState('suspended_until = null, suspended_reason = null')).toBe(200)
  expect(await withState('erased_at = now()')).toBe(422)
  await world.db.$client.query(`update users set erased_at = null where username = 'hedy'`)
})

test('a retry with the same key creates one invitation, and the link can open a group', { tags: 'D-146' }, async () => {
  const admin = await world.admin()
  const { group } = await admin.call(storeGroup, { body: { title: 'Invited walkers' } })
  const wish = { body: { most_uses: 1, days: 7, target: `/group/${group.slug}` }, key: 'invite-walkers' }
  const [first, second] = [await admin.call(createInvitation, wish), await admin.call(createInvitation, wish)]
  expect(second).toEqual(first)
  expect(first.invitation.target).toBe(`/group/${group.slug}`)
  const elsewhere = { body: { ...wish.body, target: 'https://evil.example/group/x' } }
  expect((await admin.refused(createInvitation, elsewhere)).body.errors).toHaveProperty('target')
})

test('the log names the invitations of admins', { tags: 'D-146' }, async () => {
  const admin = await world.admin()
  const { id } = await invite(admin)
  await admin.call(endInvitation, { params: { invitation: String(id) } })
  const { rows } = await world.db.$client.query(
    `select action from audit_entries where subject = 'invitation' and subject_id = $1 order by number`,
    [id]
  )
  expect(rows.map(({ action }) => action)).toEqual(['create_invitation', 'end_invitation'])
})

test('an email of another domain is refused, also later', { tags: 'D-146' }, async () => {
  await set({ allowed_domains: ['example.org'] })
  const text = 'Use an email that ends with @example.org.'
  expect(await outcome(enter('stranger', { email: 'a@example.net' }))).toEqual([422, text, { email: text }])
  const edith = await world.as('edith')
  const { body } = await edith.refused(updateProfile, {
    body: { userData: { email: 'edith@example.net' }, password: PASSWORD }
  })
  expect(body.errors).toEqual({ 'userData.email': text })
})

test('an account that waits for approval reads, exports and leaves, and nothing else', { tags: 'D-146' }, async () => {
  await set({ registration: 'approve' })
  const { code } = await invite(await world.admin())
  const invited = createCaller(world, 'let-in')
  await invited.call(register, { body: { ...registration('let-in'), invitation: code } })
  expect((await invited.user()).is_unapproved).toBe(0)
  const waiting = await world.as('waiting')
  expect((await waiting.user()).is_unapproved).toBe(1)
  const admin = await world.admin()
  const { group } = await admin.call(storeGroup, { body: { title: 'For members' } })
  expect((await waiting.request({ url: `/api/group/${group.slug}` })).statusCode).toBe(200)
  expect((await waiting.request({ url: '/api/account/export' })).statusCode).toBe(200)
  const refused = await waiting.refused(joinGroup, { params: { hut: group.slug }, body: {} })
  expect([refused.status, refused.body.message]).toEqual([403, WAITS])
  await waiting.call(deleteAccount, { body: { password: PASSWORD } })
})

test('a registration stores when the terms were accepted, and is refused without them', {
  tags: 'ACC-42'
}, async () => {
  expect(await outcome(enter('no-terms', { terms: false }))).toEqual([
    422,
    expect.any(String),
    { terms: expect.any(String) }
  ])
  await enter('agreed', { terms: true })
  const { rows } = await world.db.$client.query(`select terms_accepted_at from users where username = 'agreed'`)
  expect(rows).toEqual([{ terms_accepted_at: new Date(world.clock.now()) }])
})
