import { sql } from 'drizzle-orm'
import type { ClientConfig } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { login, updateProfile } from '../../domain/accounts/api.ts'
import { CONFIRM_ENDED, confirmEmail } from '../../domain/accounts/emails/api.ts'
import { changePassword } from '../../domain/accounts/passwords/api.ts'
import { countRows } from '../../testing/database/rows.ts'
import { ADMIN, PASSWORD } from '../../testing/names.ts'
import { runProgram, urlOf } from '../../testing/servers/program.ts'
import { createCaller, openWorld, type World } from '../../testing/world.ts'
import { knownBrowsers } from '../db/schema/accounts.ts'
import { auditEntries } from '../db/schema/audit-log.ts'
import { passkeys } from '../db/schema/sign-in.ts'
import { readConfig } from '../lib/config.ts'
import { ensureAdmin, resetAdmin } from './admin.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const start = (settings: Record<string, string> = {}) => ensureAdmin({ ...world, config: readConfig(settings) })
const signIn = (email: string, password: string) =>
  createCaller(world, 'admin').call(login, { body: { email, password } })
/** Removes the admin as before the first start, with everything they own and the entries of the pool. */
async function forgetAdmin(): Promise<void> {
  await world.db.execute(sql`truncate users cascade`)
  await world.db.execute(sql`update pool set uses = 0`)
}

test('the first start creates admin@localhost with a password that is shown once', { tags: 'SEC-36' }, async () => {
  await forgetAdmin()
  const { password } = await start()
  expect(password).toMatch(/^[\w-]{22}$/)
  const { user } = await signIn('admin@localhost', password as string)
  expect(user.role_id).toBe(10)
  expect(await start()).toEqual({ id: user.id, password: null, news: [] })
  expect((await signIn('admin@localhost', password as string)).user.id).toBe(user.id)
})

test('settings make the account with that email an admin, and other admins stay', { tags: 'SEC-36' }, async () => {
  await forgetAdmin()
  const roleOf = async (email: string, password: string) => (await signIn(email, password)).user.role_id
  for (const [name, password] of [
    ['one', 'first password'],
    ['two', 'second password'],
    ['one', 'first password']
  ] as const) {
    const started = await start({ ADMIN_EMAIL: `${name}@example.org`, ADMIN_PASSWORD: password })
    expect(started).toMatchObject({ password: null, news: [] })
    expect(await roleOf(`${name}@example.org`, password)).toBe(10)
  }
  expect(await roleOf('two@example.org', 'second password')).toBe(10)
})

test('a start keeps a password that the admin changed, ends no login, and reports the ignored setting', async () => {
  const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password }
  const admin = createCaller(world, 'admin')
  await admin.call(login, { body: { email: ADMIN.email, password: ADMIN.password } })
  const NEW = 'chosen in the page'
  const passwords = { current_password: ADMIN.password, password: NEW, password_confirmation: NEW }
  await admin.call(changePassword, { body: passwords })
  const { news } = await start(settings)
  expect(news).toEqual([expect.stringMatching(/^ADMIN_PASSWORD is ignored: .*npm run admin -- reset$/)])
  expect(await admin.user()).toMatchObject({ username: ADMIN.username, role_id: 10 })
  expect((await signIn(ADMIN.email, NEW)).user.username).toBe(ADMIN.username)
})

test('an account whose password matches the setting keeps its name and logins when promoted', {
  tags: 'SEC-36'
}, async () => {
  const ada = await world.as('ada')
  await start({ ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: PASSWORD })
  expect(await ada.user()).toMatchObject({ username: 'ada', role_id: 10 })
  const entry = { actor_id: null, action: 'promote', before: { role_id: 1 }, after: { role_id: 10 } }
  expect(await world.db.select().from(auditEntries)).toMatchObject([entry])
})

test("a command resets an admin's password and ends the logins", async () => {
  const admin = await world.admin()
  const { email, password } = await resetAdmin(world.db, undefined)
  expect([email, await admin.user()]).toEqual([ADMIN.email, null])
  expect((await signIn(email, password)).user.role_id).toBe(10)
  const again = await resetAdmin(world.db, ADMIN.email.toUpperCase())
  expect((await signIn(email, again.password)).user.role_id).toBe(10)
  await expect(resetAdmin(world.db, 'nobody@example.org')).rejects.toThrow(
    `No administrator has this email. They are: ${ADMIN.email}`
  )
})

test('the command prints the new password, and how to use it', async () => {
  const env = { DATABASE_URL: urlOf(world.db.$client.options as ClientConfig) }
  const admin = (...words: string[]) => runProgram('server/accounts/admin-command.ts', env, words)
  const { code, printed } = await admin('reset')
  const [, password = ''] = /^The password of \S+ is now (\S{22}) \(shown this once\)\.\n$/.exec(printed) ?? []
  expect([code, (await signIn(ADMIN.email, password)).user.role_id]).toEqual([0, 10])
  expect(await admin()).toEqual({
    code: 2,
    printed:
      'An argument is missing. Usage: npm run admin -- list | promote WHO | demote WHO | unlock WHO | reset [EMAIL]\n'
  })
})

test('the commands list, promote, demote and unlock people, and the last admin stays', async () => {
  const env = { DATABASE_URL: urlOf(world.db.$client.options as ClientConfig) }
  const admin = async (...words: string[]) => {
    const { code, printed } = await runProgram('server/accounts/admin-command.ts', env, words)
    return [code, printed]
  }
  await world.as('ida')
  expect(await admin('demote', ADMIN.email)).toEqual([2, expect.stringMatching(/ is the last admin\. Promote someone/)])
  expect(await admin('promote', 'IDA@example.org')).toEqual([0, 'ida is an admin now.\n'])
  expect((await admin('list'))[1]).toContain('admin ida ida@example.org\n')
  expect(await admin('demote', 'ida')).toEqual([0, 'ida is a member now.\n'])
  await world.db.$client.query(`update users set suspended_until = '2100-01-01' where username = 'ida'`)
  expect(await admin('unlock', 'ida')).toEqual([0, 'ida can sign in and use the account.\n'])
  const ida = createCaller(world, 'ida')
  const { user } = await ida.call(login, { body: { email: 'ida@example.org', password: PASSWORD } })
  expect(user.suspension).toBeNull()
  expect(await admin('promote', 'nobody')).toEqual([2, 'No account has the username or email nobody.\n'])
})

test('settings promote an existing account and give it the password of the settings', { tags: 'SEC-36' }, async () => {
  const ada = await world.as('ada')
  // A person who registered the e-mail may have left such a way back in.
  await ada.call(updateProfile, { body: { userData: { email: 'thief@example.org' }, password: PASSWORD } })
  await world.pass(5000)
  const token = /token=(\S+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? ''
  await world.db.insert(passkeys).values({
    ...{ id: 'a key', user_id: (await ada.user()).id, name: 'Firefox', public_key: Buffer.from('1'), counter: 0 },
    created_at: new Date(world.clock.now())
  })
  const { id, news } = await start({ ADMIN_EMAIL: 'ADA@example.org', ADMIN_PASSWORD: 'a new password' })
  const { user } = await signIn('ada@example.org', 'a new password')
  expect(user).toMatchObject({ id, role_id: 10, all_remaining_tokens: 1000 })
  // The name that they chose now belongs to another person of the account.
  expect(user.username).toMatch(/^hut-guide-[0-9a-f]{6}$/)
  expect(user.person.username).toBe(user.username)
  expect(news[0]).toMatch(new RegExp(`username ${user.username}$`))
  // A person who registered the e-mail before cannot become admin with an old cookie.
  expect(await ada.user()).toBeNull()
  expect((await world.visitor.refused(confirmEmail, { body: { token } })).body.errors).toEqual({ token: CONFIRM_ENDED })
  expect(await world.db.select().from(passkeys)).toEqual([])
  expect(await world.db.select().from(knownBrowsers)).toHaveLength(1)
  const old = await createCaller(world, 'old').refused(login, {
    body: { email: 'ada@example.org', password: PASSWORD }
  })
  expect(old.status).toBe(422)
})

test('a second start changes nothing, and nobody is signed out', async () => {
  const admin = await world.admin()
  const before = await countRows(world.db)
  await start({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  await start()
  expect(await countRows(world.db)).toEqual(before)
  expect((await signIn(ADMIN.email, ADMIN.password)).user.username).toBe(ADMIN.username)
  expect((await admin.user()).username).toBe(ADMIN.username)
})

test('nodes that start at once on an empty database create one admin', async () => {
  for (const settings of [{}, { ADMIN_EMAIL: 'one@example.org', ADMIN_PASSWORD: 'first password' }] as Record<
    string,
    string
  >[]) {
    await forgetAdmin()
    const made = await Promise.all([start(settings), start(settings), start(settings)])
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect((await countRows(world.db)).users).toBe(1)
    expect(made.filter(({ password }) => password !== null)).toHaveLength('ADMIN_EMAIL' in settings ? 0 : 1)
  }
})
