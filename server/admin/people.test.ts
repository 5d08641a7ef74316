import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccessToken } from '../../domain/accounts/access-tokens/api.ts'
import { EMAIL_TAKEN, login, logout, securityPage, updateProfile } from '../../domain/accounts/api.ts'
import { confirmPassword, LINK_ENDED, resetPassword } from '../../domain/accounts/passwords/api.ts'
import { auditLogPage } from '../../domain/admin/api.ts'
import { deleteContent } from '../../domain/admin/content-api.ts'
import {
  adminPersonPage,
  confirmPersonEmail,
  grantTokens,
  keepPerson,
  LAST_ADMIN,
  peoplePage,
  schedulePersonDeletion,
  sendPersonReset,
  setPersonRole,
  signOutPerson,
  suspendPerson,
  unsuspendPerson
} from '../../domain/admin/people-api.ts'
import { deleteAccount, keepAccount } from '../../domain/deletion/api.ts'
import { storeGroup } from '../../domain/groups/api.ts'
import { storeNote } from '../../domain/notes/api.ts'
import { decideReport } from '../../domain/reports/api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { ADMIN, PASSWORD } from '../../testing/names.ts'
import { type Caller, createCaller, openWorld, type World } from '../../testing/world.ts'

const MINUTE = 60_000
const DAY = 86_400_000

let world: World
let admin: Caller
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
})
afterAll(() => world.close())

/** The admin with a fresh proof. */
async function proven(): Promise<Caller> {
  await admin.call(confirmPassword, { body: { password: ADMIN.password } })
  return admin
}
const at = (username: string) => ({ params: { username } })
const note = { body: { title: 'Hello', content: 'World' } }
const suspend = (caller: Caller, username: string, days: number | null) =>
  caller.request({ method: 'POST', url: `/api/admin/people/${username}/suspend`, payload: { days, reason: 'Spam.' } })

test('an admin finds a person by a part of the username, the name or the email', async () => {
  await world.as('hedy')
  const found = async (q: string) => (await admin.visit(peoplePage, {}, { q })).people.map(({ username }) => username)
  expect(await found('edy')).toEqual(['hedy'])
  expect(await found('HEDY@exam')).toEqual(['hedy'])
  expect(await found('%')).toEqual([])
  expect(await found('')).toContain('hedy')
})

test('a suspended person reads and leaves, and every other call says why', { tags: 'D-148' }, async () => {
  const ida = await world.as('ida')
  await admin.call(suspendPerson, { ...at('ida'), body: { days: 1, reason: 'Spam in three rooms.' } })
  const refused = await ida.request({ method: 'POST', url: '/api/notes', payload: note.body })
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    expect.stringMatching(/^Your account is suspended until .+ \(UTC\)\. The reason: Spam in three rooms.$/)
  ])
  expect((await ida.user()).suspension).toContain('Spam in three rooms.')
  await ida.visit(securityPage)
  await world.pass(DAY)
  await ida.call(storeNote, note)
  expect((await ida.user()).suspension).toBeNull()
})

test('a moderator suspends a member for a week at most, and sees no emails', { tags: 'D-148' }, async () => {
  const mod = await world.as('moss')
  await world.as('rosa')
  await (await proven()).call(setPersonRole, { ...at('moss'), body: { role_id: 5 } })
  expect((await suspend(mod, 'rosa', 8)).statusCode).toBe(403)
  expect((await suspend(mod, 'rosa', 7)).statusCode).toBe(200)
  expect((await suspend(mod, ADMIN.username, 1)).statusCode).toBe(409)
  expect((await mod.visit(adminPersonPage, { username: 'rosa' })).person).toMatchObject({ email: null, name: '' })
  await mod.call(unsuspendPerson, { ...at('rosa'), body: {} })
  expect((await mod.request({ method: 'POST', url: '/api/admin/people/rosa/sign-out', payload: {} })).statusCode).toBe(
    403
  )
})

test('a moderator lifts no suspension of another moderator', { tags: 'D-148' }, async () => {
  const mod = await world.as('mona')
  await world.as('milo')
  await proven()
  for (const name of ['mona', 'milo']) await admin.call(setPersonRole, { ...at(name), body: { role_id: 5 } })
  await admin.call(suspendPerson, { ...at('milo'), body: { days: 30, reason: 'Spam.' } })
  expect((await mod.refused(unsuspendPerson, { ...at('milo'), body: {} })).status).toBe(403)
  await admin.call(unsuspendPerson, { ...at('milo'), body: {} })
})

test('the last admin stays an admin, also when two admins remove each other at once', async () => {
  const alone = await (await proven()).request({
    ...{ method: 'POST', url: `/api/admin/people/${ADMIN.username}/role`, payload: { role_id: 1 } }
  })
  expect([alone.statusCode, alone.json().message]).toEqual([409, LAST_ADMIN])
  const second = await world.as('vera')
  await admin.call(setPersonRole, { ...at('vera'), body: { role_id: 10 } })
  const both = await Promise.all([
    admin.request({ method: 'POST', url: '/api/admin/people/vera/role', payload: { role_id: 1 } }),
    second.request({ method: 'POST', url: `/api/admin/people/${ADMIN.username}/role`, payload: { role_id: 1 } })
  ])
  const left = (await world.db.$client.query('select username from users where role_id = 10')).rows
  expect(left).toHaveLength(1)
  expect(both.map(({ statusCode }) => statusCode).sort()).not.toEqual([200, 200])
  await world.db.$client.query(
    `update users set role_id = case when username = $1 then 10 else 1 end
    where username in ($1, 'vera')`,
    [ADMIN.username]
  )
})

test('an account that waits for approval or is suspended writes once it is an admin', {
  tags: ['D-146', 'D-148']
}, async () => {
  const [wren, saul] = [await world.as('wren'), await world.as('saul')]
  await world.db.$client.query(`update users set is_unapproved = true where username = 'wren'`)
  await admin.call(suspendPerson, { ...at('saul'), body: { days: null, reason: 'Spam.' } })
  await proven()
  for (const [person, name] of [
    [wren, 'wren'],
    [saul, 'saul']
  ] as const) {
    expect((await person.refused(storeNote, note)).status).toBe(403)
    await admin.call(setPersonRole, { ...at(name), body: { role_id: 10 } })
    await person.call(storeNote, note)
    await admin.call(setPersonRole, { ...at(name), body: { role_id: 1 } })
  }
})

test('an action that cannot be undone needs a proof of the last 15 minutes', async () => {
  await world.as('nell')
  const give = () =>
    admin.request({ method: 'POST', url: '/api/admin/people/nell/tokens', payload: { tokens: 1, reason: 'help' } })
  await proven()
  expect((await give()).statusCode).toBe(200)
  await world.pass(16 * MINUTE)
  const refused = await give()
  expect([refused.statusCode, refused.json().error_code]).toEqual([403, 'PROOF_NEEDED'])
  await proven()
  expect((await give()).statusCode).toBe(200)
})

test('a repeated grant with one key gives once', async () => {
  const joan = await world.as('joan')
  const before = (await joan.user()).all_remaining_tokens
  await proven()
  const key = randomUUID()
  const give = () => admin.call(grantTokens, { ...at('joan'), body: { tokens: 5, reason: 'thanks' }, key })
  const given = await Promise.all([give(), give(), give()])
  expect(given.map(({ uses }) => uses)).toEqual([before + 500, before + 500, before + 500])
  expect((await joan.user()).all_remaining_tokens).toBe(before + 500)
})

test('an action on an admin does not stop the entries of what this admin does', async () => {
  const { id } = await admin.user()
  await proven()
  const give = { ...at(ADMIN.username), body: { tokens: 1, reason: 'help' } } as const
  const { giving } = await world.db.transaction(async other => {
    // Another action has the audit log, and stores an entry of this admin.
    await other.execute(sql`select from audit_head for update`)
    const giving = admin.call(grantTokens, give)
    await untilSomebodyWaits(world.db)
    await other.execute(sql`select from users where id = ${id} for key share nowait`)
    return { giving }
  })
  await giving
})

test('an admin signs a person out, and schedules and stops the deletion of the account', async () => {
  const mary = await world.as('mary')
  await admin.call(schedulePersonDeletion, { ...at('mary'), body: {} })
  expect((await mary.user()).delete_at).not.toBeNull()
  await admin.call(keepPerson, { ...at('mary'), body: {} })
  expect((await mary.user()).delete_at).toBeNull()
  await admin.call(signOutPerson, { ...at('mary'), body: {} })
  expect(await mary.user()).toBeNull()
})

test('a person does not stop a deletion that an admin scheduled', { tags: 'D-131' }, async () => {
  const emmy = await world.as('emmy')
  // The date that the person chose stays, and is no longer theirs to cancel.
  const { user } = await emmy.call(deleteAccount, { body: { password: PASSWORD } })
  world.clock.jump(1000)
  for (let nth = 0; nth < 2; nth++) await admin.call(schedulePersonDeletion, { ...at('emmy'), body: {} })
  expect(await emmy.refused(keepAccount, { body: {} })).toMatchObject({
    status: 403,
    body: { message: 'An administrator scheduled this deletion. Ask them if you want to keep the account.' }
  })
  expect(await emmy.user()).toMatchObject({ delete_at: user.delete_at, is_deletion_by_admin: 1 })
  const { entries } = await admin.visit(auditLogPage, {}, { q: 'emmy' })
  expect(entries.map(({ action }) => action)).toEqual(['schedule_deletion'])

  await admin.call(keepPerson, { ...at('emmy'), body: {} })
  expect(await emmy.user()).toMatchObject({ delete_at: null, is_deletion_by_admin: 0 })
  await emmy.call(deleteAccount, { body: { password: PASSWORD } })
  expect((await emmy.call(keepAccount, { body: {} })).user.delete_at).toBeNull()
})

test('the log has that a person was signed out, also when only their access tokens ended', async () => {
  const nora = await world.as('nora')
  const { secret } = await nora.call(createAccessToken, {
    body: { name: 'A button', scopes: ['goals:read'], days: 30 }
  })
  await nora.call(logout)
  await admin.call(signOutPerson, { ...at('nora'), body: {} })
  const program = createCaller(world, 'nora', {}, { authorization: `Bearer ${secret}` })
  expect((await program.request({ url: '/api/my/goals' })).statusCode).toBe(401)
  const { entries } = await admin.visit(auditLogPage, {}, { q: 'nora' })
  expect(entries.map(({ action }) => action)).toEqual(['sign_out'])
})

test('without a mail server an admin confirms a new email, unless another account has it', async () => {
  const [tess, uma] = [await world.as('tess'), await world.as('uma')]
  const change = (person: Caller, email: string) =>
    person.call(updateProfile, { body: { userData: { email }, password: PASSWORD } })
  await Promise.all([tess, uma].map(person => change(person, 'new@example.org')))
  const { person } = await admin.call(confirmPersonEmail, { ...at('tess'), body: {} })
  expect(person).toMatchObject({ email: 'new@example.org', new_email: null })
  expect(await tess.user()).toMatchObject({ email: 'new@example.org', new_email: null })
  const refused = await admin.refused(confirmPersonEmail, { ...at('uma'), body: {} })
  expect([refused.status, refused.body.message]).toEqual([409, EMAIL_TAKEN])
  expect((await uma.user()).email).toBe('uma@example.org')
})

test('without a mail server an admin hands over a reset link, after a proof', async () => {
  const lise = await world.as('lise')
  const make = () => admin.call(sendPersonReset, { ...at('lise'), body: {} })
  await world.pass(16 * MINUTE)
  expect((await admin.refused(sendPersonReset, { ...at('lise'), body: {} })).body.error_code).toBe('PROOF_NEEDED')
  await proven()
  const { reset_path } = await make()
  const query = Object.fromEntries(new URL(reset_path ?? '', 'http://hut').searchParams)
  const passwords = { password: 'a new password', password_confirmation: 'a new password' }
  const body = { ...query, ...passwords } as never
  await world.visitor.call(resetPassword, { body })
  expect((await world.visitor.refused(resetPassword, { body })).body.errors).toEqual({ token: LINK_ENDED })
  expect(await lise.user()).toBeNull()
  await createCaller(world, 'a phone').call(login, { body: { email: 'lise@example.org', password: 'a new password' } })
  const { entries } = await admin.visit(auditLogPage, {}, { q: 'lise' })
  expect(entries.map(({ action }) => action)).toEqual(['reset_link'])
})

test('with a mail server a person gets the mail, and the admin no link', async () => {
  const smtp = world.config.smtp
  world.config.smtp = new URL('smtp://localhost')
  try {
    expect(await admin.call(sendPersonReset, { ...at('rosa'), body: {} })).toMatchObject({ reset_path: null })
    await world.pass(5000)
    expect(world.mails.at(-1)).toMatchObject({ to: 'rosa@example.org', subject: 'Reset your password' })
  } finally {
    world.config.smtp = smtp
  }
})

test('the log has each action with the person it was done to, and no reason in words', async () => {
  const { entries } = await admin.visit(auditLogPage, {}, { q: 'ida' })
  expect(entries).toEqual([
    expect.objectContaining({
      action: 'suspend',
      actor: ADMIN.username,
      username: 'ida',
      before: { suspended_until: null }
    })
  ])
  expect(JSON.stringify(entries)).not.toContain('Spam')
  const file = (q: string) => admin.request({ method: 'GET', url: `/api/admin/log.csv?q=${q}` })
  expect((await file('')).body).toContain(',reset_link,user,')
  expect((await file('ida')).body.trim().split('\r\n')).toEqual([
    expect.stringMatching(/^\ufeff?number,/),
    expect.stringContaining(',suspend,user,')
  ])
})

test('the log names a thing by its title of today, which is not stored in it', async () => {
  const zoe = await world.as('zoe')
  const { group } = await zoe.call(storeGroup, { body: { title: 'Rude group' } })
  const decide = { params: { kind: 'group', subject: String(group.id) }, body: { decision: 'hide', reason: 'spam' } }
  await admin.call(decideReport, decide as never)
  const newest = async () => (await admin.visit(auditLogPage)).entries[0]
  expect(await newest()).toMatchObject({ subject: 'group', title: 'Rude group', path: `/group/${group.slug}` })
  await admin.call(deleteContent, { params: { kinds: 'groups', id: String(group.id) }, body: { reason: 'spam' } })
  expect(await newest()).toMatchObject({ subject: 'group', subject_id: group.id, title: null, path: null })
})
