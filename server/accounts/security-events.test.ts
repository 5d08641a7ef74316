/** Failed logins, new devices and refused links, as an admin sees them. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../domain/accounts/api.ts'
import { confirmEmail } from '../../domain/accounts/emails/api.ts'
import { confirmPassword, resetPassword } from '../../domain/accounts/passwords/api.ts'
import { MOST_SECURITY_ROWS, SECURITY_KEPT_MS } from '../../domain/accounts/security-event.ts'
import { securityEventsPage } from '../../domain/admin/api.ts'
import { PASSWORD } from '../../testing/names.ts'
import { type Caller, createCaller, openWorld, registration, type World } from '../../testing/world.ts'
import { forgetOldSecurity } from './security-rows.ts'

let world: World
let admin: Caller
beforeAll(async () => {
  world = await openWorld({ TRUST_PROXY: 'loopback' })
  admin = await world.admin()
})
afterAll(() => world.close())

const eventsOf = async (q = '') =>
  (await admin.visit(securityEventsPage, {}, q ? { q } : {})).events.map(
    ({ kind, username, address, times }) => `${kind} ${username} ${address} ${times}`
  )
/** A failed login from an address. */
const guess = (email: string, ip: string) =>
  world.visitor.request({
    ...{ method: 'POST', url: '/login', payload: { email, password: 'not the password' } },
    headers: { 'x-forwarded-for': ip }
  })

test('failed logins of an hour are one row for each account and network', async () => {
  await world.as('ada')
  for (const ip of ['198.51.100.7', '198.51.100.7', '2001:db8:1:2:3::4', '2001:db8:1:2:ffff::5']) {
    expect((await guess('ada@example.org', ip)).statusCode).toBe(422)
  }
  expect(await eventsOf('ada')).toEqual(['failed_login ada 2001:db8:1:2 2', 'failed_login ada 198.51.100.7 2'])
  expect(await eventsOf('2001:db8:1:2:aaaa::9')).toEqual(['failed_login ada 2001:db8:1:2 2'])
  await world.pass(3_600_000)
  await guess('ada@example.org', '198.51.100.7')
  expect(await eventsOf('ada')).toHaveLength(3)
})

test('an email without an account is noted without its words', async () => {
  await guess('nobody-at-all@example.org', '203.0.113.9')
  expect(await eventsOf('203.0.113.9')).toEqual(['failed_login null 203.0.113.9 1'])
  const { rows } = await world.db.execute(sql`select e::text as row from security_events e`)
  expect(JSON.stringify(rows)).not.toContain('nobody')
})

test('a sign-in in a new browser is noted, and neither registering nor a known browser is', async () => {
  const grace = await world.as('grace')
  const { email, password } = registration('grace')
  await grace.call(login, { body: { email, password } })
  expect(await eventsOf('grace')).toEqual([])
  await createCaller(world, 'grace').call(login, { body: { email, password } })
  expect(await eventsOf('grace')).toEqual(['new_device grace 127.0.0.1 1'])
})

test('a wrong password in a login that someone left open is noted', async () => {
  const mary = await world.as('mary')
  await mary.refused(confirmPassword, { body: { password: 'a guess' } })
  await mary.call(confirmPassword, { body: { password: PASSWORD } })
  expect(await eventsOf('mary')).toEqual(['failed_login mary 127.0.0.1 1'])
})

test('a refused link is noted, and a weak new password is not', async () => {
  const before = (await eventsOf()).filter(row => row.startsWith('refused_link'))
  expect(before).toEqual([])
  const body = {
    email: 'ada@example.org',
    token: 'x',
    password: 'a longer password',
    password_confirmation: 'a longer password'
  }
  await world.visitor.refused(resetPassword, { body })
  await world.visitor.refused(confirmEmail, { body: { token: 'x' } })
  await world.visitor.refused(resetPassword, { body: { ...body, password: '1', password_confirmation: '1' } })
  expect((await eventsOf()).filter(row => row.startsWith('refused_link'))).toEqual(['refused_link null 127.0.0.1 2'])
})

test('an attacker with many networks adds a limited number of rows an hour', async () => {
  await world.pass(3_600_000)
  await world.db.execute(sql`insert into security_events (kind, address, hour, last_at)
    select 'failed_login', 'network ' || nth, date_trunc('hour', to_timestamp(${world.clock.now() / 1000})), to_timestamp(${world.clock.now() / 1000})
    from generate_series(1, ${MOST_SECURITY_ROWS}) nth`)
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await guess('ada@example.org', ip)
  expect(await eventsOf('192.0.2.1')).toEqual([])
  const { rows } = await world.db.execute(
    sql`select user_id, times from security_events where address is null and kind = 'failed_login'`
  )
  expect(rows).toEqual([{ user_id: null, times: 3 }])
})

test('events are deleted after 30 days', async () => {
  world.clock.jump(SECURITY_KEPT_MS + 1)
  await forgetOldSecurity(world)
  const { rows } = await world.db.execute(sql`select count(*)::int as count from security_events`)
  expect(rows).toEqual([{ count: 0 }])
})
