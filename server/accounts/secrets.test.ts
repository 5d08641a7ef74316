/** Ways into an account without its password, and when they end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccessToken } from '../../domain/accounts/access-tokens/api.ts'
import { login, signOutEverywhere, updateProfile } from '../../domain/accounts/api.ts'
import { changePassword, resetPassword, sendResetLink } from '../../domain/accounts/passwords/api.ts'
import { makeCalendarFeed } from '../../domain/calendar/api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { createPressAddress } from '../../domain/presses/api.ts'
import { createWebhook } from '../../domain/webhooks/api.ts'
import { PASSWORD } from '../../testing/names.ts'
import { type Caller, createCaller, openWorld, type World } from '../../testing/world.ts'
import { readConfig } from '../lib/config.ts'
import { ensureAdmin } from './admin.ts'

const LOOK = 5000
const NEW = 'a new password'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Each column with a secret, and a query that counts a person's rows. */
const ENDING: Record<string, string> = {
  'logins.token_hash': 'select from logins where user_id = $1',
  'known_browsers.token_hash': 'select from known_browsers where user_id = $1',
  'push_devices.endpoint': 'select from push_devices where user_id = $1',
  'access_tokens.token_hash': 'select from access_tokens where user_id = $1',
  'oauth_states.key_hash': 'select from oauth_states where user_id = $1',
  'webhooks.secret': 'select from webhooks where user_id = $1 and off_at is null',
  'press_addresses.secret_hash': 'select from press_addresses where user_id = $1',
  'calendar_feeds.token': 'select from calendar_feeds where user_id = $1',
  'mail_links.token_hash': 'select from mail_links l join mails m on m.id = l.mail_id where m.user_id = $1',
  'users.new_email': 'select from users where id = $1 and new_email is not null',
  'passkeys.public_key': 'select from passkeys where user_id = $1',
  'passkey_challenges.challenge': 'select from passkey_challenges where user_id = $1',
  'sign_on_attempts.state_hash': 'select from sign_on_attempts where user_id = $1',
  'sign_on_identities.subject': 'select from sign_on_identities where user_id = $1'
}

const OTHERS: Record<string, string> = {
  'users.password_hash': 'the password itself',
  'users.guest_key': 'of a guest, and replaced: see server/sessions/people/guests.test.ts',
  'push_devices.login_hash': 'goes with its row',
  'logins.id_token': 'goes with its row',
  'sign_on_attempts.browser_hash': 'goes with its row',
  'sign_on_attempts.id_token': 'goes with its row',
  'push_devices.p256dh': 'goes with its row',
  'webhooks.old_secret': 'goes with its row',
  'push_devices.auth': 'goes with its row',
  'activities.join_code': 'lets people into a session of a host, who changes it',
  'series.join_code': 'lets people into a session of a host, who changes it',
  'sessions.join_code': 'lets people into a session of a host, who changes it',
  'audit_entries.hash': 'proves what the entry holds',
  'audit_head.hash': 'proves what the last entry holds',
  'invitations.code': 'lets new people register, and its owner ends it',
  'limit_counts.key': 'names a limit',
  'report_cases.author_id': 'names a person',
  'sandbox_responses.key': 'names a call'
}

const LOOKS_SECRET = 'token|secret|hash|key|code|auth|challenge|endpoint|password|p256'
const NO_SECRET = /\.(request_key|needs_code)$/

test('every column that looks like a secret is ended here, or is listed with a reason', async () => {
  const { rows } = await world.db.$client.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     join pg_tables t on t.schemaname = 'public' and t.tablename = c.table_name
     where c.table_schema = 'public' and (c.column_name ~ $1 or c.data_type = 'bytea')`,
    [LOOKS_SECRET]
  )
  const found = rows.map(({ name }) => name).filter(name => !NO_SECRET.test(name))
  const known = [...Object.keys(ENDING), ...Object.keys(OTHERS)].filter(
    name => !['users.new_email', 'sign_on_identities.subject'].includes(name)
  )
  expect(found.sort()).toEqual(known.sort())
})

/** A person at their desk who has one of each secret, most of them on their phone. */
async function armed(username: string) {
  const desk = await world.as(username)
  const email = `${username}@example.org`
  const { id } = await desk.user()
  const phone = createCaller(world, 'phone')
  await phone.call(login, { body: { email, password: PASSWORD } })
  const { feed } = await phone.call(makeCalendarFeed)
  await phone.call(createAccessToken, { body: { name: 'A program', scopes: ['logs:write'], days: 30 } })
  await phone.call(updateProfile, { body: { userData: { email: `${username}@thief.org` }, password: PASSWORD } })
  await world.visitor.call(sendResetLink, { body: { email } })
  await world.pass(LOOK)
  const mail = world.mails.findLast(({ subject }) => subject === 'Reset your password')?.text ?? ''
  const token = new URLSearchParams(/\/reset-password\?(\S+)/.exec(mail)?.[1]).get('token') ?? ''
  const now = new Date(world.clock.now())
  const query = (text: string, values: unknown[]) => world.db.$client.query(text, values)
  await query(
    `insert into push_devices (user_id, login_hash, endpoint, p256dh, auth, created_at)
     select user_id, token_hash, 'https://push.example.org/' || user_id, 'key', 'auth', $2 from logins
     where user_id = $1 and client_uuid not like 'browser-of-%'`,
    [id, now]
  )
  const { goal } = await desk.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal('a'.repeat(32)), title: 'Walk' }] } }
  })
  await desk.call(createWebhook, { body: { url: 'https://example.org', events: ['log.made'] } })
  await desk.call(createPressAddress, { body: { goal_id: goal.id } })
  await query(
    `insert into passkeys (id, user_id, name, public_key, counter, created_at) values ($1, $2, 'Phone', 'key', 0, $3)`,
    [`passkey of ${id}`, id, now]
  )
  await query('insert into passkey_challenges (challenge, user_id, created_at) values ($1, $2, $3)', [
    `challenge of ${id}`,
    id,
    now
  ])
  await query(
    `insert into sign_on_attempts (state_hash, browser_hash, nonce, verifier, purpose, user_id, next, created_at)
     values (sha256($1::text::bytea), '1', 'a', 'a', 'link', $2, '/', $3)`,
    [String(id), id, now]
  )
  await query(
    `insert into sign_on_identities (issuer, subject, user_id, email, created_at, used_at)
     values ('https://login.example', $1, $2, '', $3, $3)`,
    [String(id), id, now]
  )
  await query(
    `insert into oauth_states (kind, key_hash, payload, user_id, created_at)
     values ('Grant', sha256($1::text::bytea), '{}', $2, $3)`,
    [String(id), id, now]
  )
  const left = async () => {
    const counts: Record<string, number> = {}
    for (const [name, rows] of Object.entries(ENDING)) {
      const found = await query(`select count(*)::int as n from (${rows}) counted`, [id])
      if (found.rows[0].n > 0) counts[name] = found.rows[0].n
    }
    return counts
  }
  expect(Object.keys(await left()).sort(), 'nothing is planted of these').toEqual(Object.keys(ENDING).sort())
  return { desk, email, token, left, feed: feed ?? '' }
}

const passwords = { password: NEW, password_confirmation: NEW }
const KEPT = { 'known_browsers.token_hash': 1, 'passkeys.public_key': 1, 'sign_on_identities.subject': 1 }

interface Armed {
  desk: Caller
  email: string
  token: string
}

const ENDINGS: [string, object, (person: Armed) => Promise<unknown>][] = [
  ['signing out everywhere', KEPT, ({ desk }) => desk.call(signOutEverywhere)],
  [
    'changing the password',
    { ...KEPT, 'logins.token_hash': 1 },
    ({ desk }) => desk.call(changePassword, { body: { current_password: PASSWORD, ...passwords } })
  ],
  [
    'a reset of the password',
    {},
    ({ email, token }) => world.visitor.call(resetPassword, { body: { email, token, ...passwords } })
  ],
  [
    'a start with their email as ADMIN_EMAIL',
    {},
    ({ email }) => ensureAdmin({ ...world, config: readConfig({ ADMIN_EMAIL: email, ADMIN_PASSWORD: NEW }) })
  ]
]

test.each(ENDINGS)('%s ends every secret', async (name, kept, end) => {
  const person = await armed(`person-${ENDINGS.findIndex(([each]) => each === name)}`)
  const readFeed = async () => (await world.visitor.request({ url: person.feed })).statusCode
  expect(await readFeed()).toBe(200)
  await end(person)
  expect(await person.left()).toEqual(kept)
  expect(await readFeed()).toBe(404)
})
