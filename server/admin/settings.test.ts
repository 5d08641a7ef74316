import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { overviewPage, settingsPage, updateSettings } from '../../domain/admin/api.ts'
import { imprintPage, privacyPage, termsPage } from '../../domain/legal/pages.ts'
import { addDays } from '../../domain/lib/day.ts'
import { photo, upload } from '../../testing/input/pictures.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { keyedProvider } from '../billing/provider.ts'

const DAY = 86_400_000

let world: World
let admin: Caller
let picture: Buffer
beforeAll(async () => {
  picture = await photo()
  world = await openWorld({ APP_NAME: 'Our Hut' })
  admin = await world.admin()
})
afterAll(() => world.close())

async function change(settings: object) {
  const { revision } = await admin.visit(settingsPage)
  return admin.request({ method: 'PATCH', url: updateSettings.path, payload: { revision, settings } })
}

test('a changed setting is in force on another node, and on a page of a visitor', async () => {
  const node = await world.secondNode()
  expect((await change({ announcement: 'Closed on Sunday.', accent: '#1d5f8a' })).statusCode).toBe(200)
  const { body } = await node.app.inject({ url: '/' })
  expect(body).toContain('"announcement":"Closed on Sunday."')
  expect(body).toContain('--mantine-color-ember-7:#1d5f8a')
  expect(body).toMatch(/color-scheme=dark\]\{.*--mantine-color-ember-light:color-mix/)
})

test('two admins who save at once: the second sees the first one’s settings and loses nothing', async () => {
  const { revision } = await admin.visit(settingsPage)
  const save = (hide_after: number) =>
    admin.request({ method: 'PATCH', url: updateSettings.path, payload: { revision, settings: { hide_after } } })
  const both = await Promise.all([save(5), save(6)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const lost = both.find(({ statusCode }) => statusCode === 409)
  const { settings, revision: newest } = await admin.visit(settingsPage)
  expect(lost?.json().newer).toMatchObject({ hide_after: settings.hide_after, revision: newest })
})

test('a setting of the environment stays, whatever an admin saves', async () => {
  expect((await change({ name: 'Another' })).statusCode).toBe(200)
  const { settings, fixed } = await admin.visit(settingsPage)
  expect([settings.name, fixed]).toEqual(['Our Hut', ['name']])
})

test.each([
  ['a colour without contrast', { accent: '#ffd54f' }, 'settings.accent', /too light/],
  ['a domain with a space', { allowed_domains: ['example org'] }, 'settings.allowed_domains.0', /Enter a domain/],
  ['an unknown mode', { registration: 'maybe' }, 'settings.registration', /Choose open/],
  ['a logo on another site', { logo: 'https://example.org/a.png' }, 'settings.logo', /Upload a picture/]
])('%s is refused, and nothing is saved', async (_, settings, field, text) => {
  const { revision } = await admin.visit(settingsPage)
  const refused = await change(settings)
  expect([refused.statusCode, refused.json().errors]).toEqual([422, { [field]: expect.stringMatching(text) }])
  expect((await admin.visit(settingsPage)).revision).toBe(revision)
})

test('payments stay on while the provider charges a subscription', { tags: 'D-147' }, async () => {
  const provider = {
    ...keyedProvider({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'x',
      address: null
    } as never)
  }
  const paid = await openWorld({}, { provider })
  onTestFinished(() => paid.close())
  const { id } = await (await paid.as('ada')).user()
  const boss = await paid.admin()
  const off = () =>
    boss.request({ method: 'PATCH', url: updateSettings.path, payload: { revision: 0, settings: { payments: 'off' } } })
  const renew = (end: string) =>
    paid.db.$client.query(
      `insert into subscriptions (user_id, mode, request_key, plan, status, started_at, end_date)
       values ($1, 'test', gen_random_uuid(), 'goals_sub', 'active', now(), ${end})`,
      [id]
    )
  await renew('null')
  expect((await off()).json().errors).toEqual({ 'settings.payments': expect.stringContaining('1 subscription renews') })
  await paid.db.$client.query('delete from subscriptions')
  await renew('now()')
  expect((await off()).statusCode).toBe(200)
  await paid.db.$client.query('delete from subscriptions')
})

test('a legal text is cleaned, a link stays, and an imprint exists once it is set', async () => {
  expect((await world.visitor.request({ url: '/api/imprint' })).statusCode).toBe(404)
  await change({ terms: '<p onclick="x()">Ours</p><script>x()</script>', imprint: 'https://example.org/imprint' })
  expect((await world.visitor.visit(termsPage)).text).toBe('<p>Ours</p>')
  expect((await world.visitor.visit(imprintPage)).text).toBe('https://example.org/imprint')
})

test('the logo and pictures of legal texts are public, and stay', async () => {
  const send = async () => (await upload(admin, picture)).json()
  const [logo, inTerms, unused] = [await send(), await send(), await send()]
  const statuses = () =>
    Promise.all([logo, inTerms, unused].map(async ({ url }) => (await world.visitor.request({ url })).statusCode))
  expect(await statuses()).toEqual([404, 404, 404])
  await change({ logo: logo.url, terms: `<figure class="image"><img src="${inTerms.url}"></figure>` })
  expect(await statuses()).toEqual([200, 200, 404])
  await world.pass(2 * DAY)
  expect(await statuses()).toEqual([200, 200, 404])
  expect((await admin.request({ url: unused.url })).statusCode).toBe(404)
  const { body } = await world.visitor.request({ url: '/manifest.webmanifest' })
  expect(JSON.parse(body).icons).toEqual([{ src: logo.url, sizes: 'any', purpose: 'any' }])
})

test('a picture of another site is copied into a legal text, or left out', async () => {
  await change({ privacy: '<p>Ours</p><figure class="image"><img src="https://tracker.example.org/a.png"></figure>' })
  expect((await world.visitor.visit(privacyPage)).text).toBe('<p>Ours</p>')
})

test('the admin address leads a moderator to the reports, and everyone else nowhere', async () => {
  const visit = async (person: Caller) => {
    const { statusCode, headers } = await person.request({ url: '/admin' })
    return [statusCode, headers.location]
  }
  expect(await visit(await world.moderator())).toEqual([301, '/admin/reports'])
  expect(await visit(await world.as('gina'))).toEqual([403, undefined])
})

test('the chart of new accounts has the days of the time zone of the hut', async () => {
  const yesterday = addDays(new Date(world.clock.now()).toISOString().slice(0, 10), -1)
  const { username } = await world.as('hedy')
  const late = [`${yesterday}T23:30Z`, username]
  await world.db.$client.query('update users set created_at = $1 where username = $2', late)
  const counted = async (time_zone: string) => {
    await change({ time_zone })
    const { new_people } = await admin.visit(overviewPage)
    return [new_people.length, new_people.find(({ day }) => day === yesterday)?.count]
  }
  expect(await counted('UTC')).toEqual([30, 1])
  expect(await counted('Asia/Tokyo')).toEqual([30, 0])
})

test('a new hut without a backup is told when the first one comes, and later that it is missing', async () => {
  const { backup_at, backup_time, is_backup_late } = await admin.visit(overviewPage)
  expect([backup_at, backup_time, is_backup_late]).toEqual([null, '03:15', 0])
  await world.db.$client.query(`update users set created_at = created_at - interval '3 days'`)
  expect((await admin.visit(overviewPage)).is_backup_late).toBe(1)
})
