/** Reminder settings, reading reminders, and the links that stop mails. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '../../domain/deletion/api.ts'
import { storeSessionPost } from '../../domain/posts/api.ts'
import {
  addPushDevice,
  countUnread,
  inboxPage,
  readReminders,
  reminderSettingsPage,
  removePushDevice,
  testPush,
  updateReminders
} from '../../domain/reminders/api.ts'
import { MOST_DEVICES } from '../../domain/reminders/device.ts'
import { everyChoice } from '../../domain/reminders/kinds.ts'
import { UNSUBSCRIBE_ENDED, unsubscribe } from '../../domain/reminders/unsubscribe-api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { PASSWORD } from '../../testing/names.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, createCaller, openWorld, type World } from '../../testing/world.ts'
import { unsubscribeKey } from './server-keys.ts'

const DAY = 86_400_000
/** Keys in the form of a point of the curve and a secret. */
const KEYS = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }

let world: World
beforeAll(async () => {
  world = await openWorld({ PUSH: 'off' })
})
afterAll(() => world.close())

const settingsOf = (person: Caller) => person.visit(reminderSettingsPage)
const keyOf = async (person: Caller, kind: 'post_reply' | 'log_cheer' = 'post_reply') =>
  unsubscribeKey({ db: world.db, clock: world.clock }, (await person.user()).id, kind)
const stop = (token: string, who: Caller = world.visitor) =>
  who.request({ method: 'POST', url: `${unsubscribe.path}?token=${encodeURIComponent(token)}` })
const post = (person: Caller, event: string, parent_id?: number) =>
  person.call(storeSessionPost, { params: { event }, body: { item: { content: 'Hello', parent_id } } })
/** Makes this many reminders of replies, each to its own post. */
async function remindOf(person: Caller, other: Caller, count: number): Promise<void> {
  const { event } = await openRoom(person, [other])
  await person.call(readReminders, { body: {} })
  for (let nth = 0; nth < count; nth++) {
    await post(other, event, (await post(person, event)).id)
    world.clock.advance(1000)
  }
}

test('settings have defaults, and changing one keeps the others', async () => {
  const ada = await world.as('ada')
  const { channels, quiet, devices } = await settingsOf(ada)
  expect([quiet, devices]).toEqual([null, []])
  expect(channels).toEqual(everyChoice({}))
  const changed = await ada.call(updateReminders, { body: { channels: { post_reply: ['mail', 'page'] } } })
  expect(changed.channels).toEqual({ ...channels, post_reply: ['page', 'mail'] })
  await ada.call(updateReminders, { body: { quiet: { from: '22:00', until: '07:00' } } })
  await ada.call(updateReminders, { body: { channels: { log_cheer: [] } } })
  expect(await settingsOf(ada)).toMatchObject({
    channels: { ...channels, post_reply: ['page', 'mail'], log_cheer: [] },
    quiet: { from: '22:00', until: '07:00' }
  })
  expect((await ada.call(updateReminders, { body: {} })).quiet).toEqual({ from: '22:00', until: '07:00' })
  expect((await ada.call(updateReminders, { body: { quiet: null } })).quiet).toBeNull()
})

test('two tabs that change different settings at once lose neither', async () => {
  const grace = await world.as('grace')
  await Promise.all([
    grace.call(updateReminders, { body: { channels: { post_reply: [] } } }),
    grace.call(updateReminders, { body: { channels: { log_cheer: ['mail'] } } }),
    grace.call(updateReminders, { body: { quiet: { from: '00:00', until: '23:59' } } })
  ])
  expect(await settingsOf(grace)).toMatchObject({
    channels: { post_reply: [], log_cheer: ['mail'] },
    quiet: { from: '00:00', until: '23:59' }
  })
})

test.each([
  ['an unknown kind', { channels: { news: ['page'] } }, /^channels/],
  ['an unknown channel', { channels: { post_reply: ['phone'] } }, /^channels\.post_reply/],
  ['a channel that is not a list', { channels: { post_reply: 'mail' } }, /^channels\.post_reply/],
  ['more channels than exist', { channels: { post_reply: ['page', 'push', 'mail', 'page'] } }, /^channels\.post_reply/],
  ['an invalid time', { quiet: { from: '24:00', until: '07:00' } }, /^quiet\.from/],
  ['a time with seconds', { quiet: { from: '22:00:00', until: '07:00' } }, /^quiet\.from/],
  ['quiet hours without an end', { quiet: { from: '22:00' } }, /^quiet\.until/],
  ['empty quiet hours', { quiet: { from: '22:00', until: '22:00' } }, /^quiet\.until/]
])('%s is refused under its field, and nothing is saved', async (_, body, field) => {
  const hedy = await world.as('hedy')
  const before = await settingsOf(hedy)
  const refused = await hedy.refused(updateReminders, { body })
  expect([refused.status, Object.keys(refused.body.errors ?? {}).join()]).toEqual([422, expect.stringMatching(field)])
  expect(await settingsOf(hedy)).toEqual(before)
})

test('an inbox has pages, newest first, and counts all unread reminders', async () => {
  const [joan, mary] = [await world.as('joan'), await world.as('mary')]
  await remindOf(joan, mary, 11)
  const page = async (number: number) => (await joan.visit(inboxPage, {}, { page: number })).reminders
  const [first, second] = [await page(1), await page(2)]
  expect([first.length, second.length, (await page(3)).length]).toEqual([11, 1, 0])
  expect(second).toEqual(first.slice(10))
  const times = first.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(await joan.call(countUnread)).toEqual({ unread: 11 })
})

test('reading marks one reminder, or all until a time, and reading twice changes nothing', async () => {
  const [vera, lise] = [await world.as('vera'), await world.as('lise')]
  await remindOf(vera, lise, 3)
  const [newest, middle, oldest] = (await vera.visit(inboxPage)).reminders
  expect(await vera.call(readReminders, { body: { id: newest?.id } })).toEqual({ unread: 2 })
  expect(await vera.call(readReminders, { body: { id: newest?.id } })).toEqual({ unread: 2 })
  expect(await vera.call(readReminders, { body: { until: oldest?.at } })).toEqual({ unread: 1 })
  expect((await vera.visit(inboxPage)).reminders.map(({ is_read }) => is_read)).toEqual([1, 0, 1])
  expect(await vera.call(readReminders, { body: { until: middle?.at } })).toEqual({ unread: 0 })
  for (const body of [{ id: 'x' }, { id: 1.5 }, { until: 'soon' }]) {
    const refused = await vera.refused(readReminders, { body })
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, Object.keys(body)])
  }
})

test('the link in a mail stops only its kind of mails, works repeatedly, and needs no login', async () => {
  const olga = await world.as('olga')
  await olga.call(updateReminders, { body: { channels: { post_reply: ['page', 'mail'], log_cheer: ['mail'] } } })
  const token = await keyOf(olga)
  for (let nth = 0; nth < 2; nth++) {
    const response = await stop(token)
    expect([response.statusCode, response.json()]).toEqual([200, { kind: 'post_reply' }])
  }
  expect((await settingsOf(olga)).channels).toMatchObject({ post_reply: ['page'], log_cheer: ['mail'] })
  // Mail programs send this request.
  const pressed = await world.visitor.request({
    method: 'POST',
    url: `/api/reminders/unsubscribe?token=${await keyOf(olga, 'log_cheer')}`,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' }
  })
  expect(pressed.statusCode).toBe(200)
  expect((await settingsOf(olga)).channels.log_cheer).toEqual([])
})

test('nobody can turn their own link into another person’s', async () => {
  const [rosa, eve] = [await world.as('rosa'), await world.as('eve')]
  await rosa.call(updateReminders, { body: { channels: { post_reply: ['mail'] } } })
  const [user = '', kind = '', signature = ''] = (await keyOf(eve)).split('.')
  const other = String((await rosa.user()).id)
  const tampered = [
    `${other}.${kind}.${signature}`,
    `${user}.log_cheer.${signature}`,
    `${user}.${kind}.${signature.slice(1)}`,
    `${user}.${kind}.${signature}A`,
    `${user}.${kind}`,
    `${user}..${signature}`,
    `0${other}.${kind}.${signature}`,
    'é.post_reply.é',
    '.',
    'x'.repeat(200)
  ]
  for (const token of tampered) {
    const response = await stop(token, eve)
    expect([token, response.statusCode, response.json().errors]).toEqual([token, 422, { token: UNSUBSCRIBE_ENDED }])
  }
  expect((await stop('x'.repeat(201))).statusCode).toBe(422)
  expect((await settingsOf(rosa)).channels.post_reply).toEqual(['mail'])
})

test('the link in a mail works after its person was deleted, and restores nothing of them', {
  tags: 'D-131'
}, async () => {
  const emmy = await world.as('emmy')
  const token = await keyOf(emmy)
  const { id } = await emmy.user()
  await emmy.call(deleteAccount, { body: { password: PASSWORD } })
  world.clock.jump(14 * DAY)
  await world.pass(30_000)
  expect([200, 422]).toContain((await stop(token)).statusCode)
  const { rows } = await world.db.$client.query('select from reminder_settings where user_id = $1', [id])
  expect(rows).toEqual([])
})

test('without pushes a test reaches nobody, and the page offers none', async () => {
  const tess = await world.as('tess')
  await tess.call(addPushDevice, { body: { endpoint: 'https://push.example.org/tess', keys: KEYS } })
  expect(await tess.call(testPush, { body: {} })).toEqual({ sent: 0, failed: 0 })
  expect(await settingsOf(tess)).toMatchObject({ push_key: null, devices: [{ is_current: 1 }] })
})

test('a browser is one device, however often it allows pushes, and belongs to its last user', async () => {
  const [nora, iris] = [await world.as('nora'), await world.as('iris')]
  const endpoint = 'https://push.example.org/shared'
  const allow = (person: Caller, to = endpoint) => person.call(addPushDevice, { body: { endpoint: to, keys: KEYS } })
  await allow(nora)
  await allow(nora, `${endpoint}-anew`)
  expect((await allow(nora)).devices).toHaveLength(1)
  await allow(iris)
  expect([(await settingsOf(nora)).devices, (await settingsOf(iris)).devices.length]).toEqual([[], 1])
  const params = { device: String((await settingsOf(iris)).devices[0]?.id) }
  for (const device of [params.device, '0', 'x', '999999']) {
    expect((await nora.refused(removePushDevice, { params: { device } })).status).toBe(404)
  }
  expect((await iris.call(removePushDevice, { params })).devices).toEqual([])
  expect((await iris.refused(removePushDevice, { params })).status).toBe(404)
})

test('a reply is stored while a device of the reminded person is removed', async () => {
  const [lise, otto] = [await world.as('lise'), await world.as('otto')]
  await lise.call(addPushDevice, { body: { endpoint: 'https://push.example.org/lise', keys: KEYS } })
  const { event } = await openRoom(lise, [otto])
  const { id } = await post(lise, event)
  const user = (await lise.user()).id
  const replied = await world.db.transaction(async tx => {
    await tx.$client.query('delete from push_devices where user_id = $1', [user])
    const done = post(otto, event, id)
    await untilSomebodyWaits(world.db)
    return { done }
  })
  await replied.done
  const reminders = (await lise.visit(inboxPage)).reminders.filter(({ kind }) => kind === 'post_reply')
  expect(reminders).toHaveLength(1)
})

test('a device that is added while its person signs out is refused', async () => {
  const kate = await world.as('kate')
  const { id } = await kate.user()
  const late = await world.db.transaction(async tx => {
    await tx.$client.query('delete from logins where user_id = $1', [id])
    const payload = { endpoint: 'https://push.example.org/kate', keys: KEYS }
    const done = kate.request({ method: 'POST', url: addPushDevice.path, payload })
    await untilSomebodyWaits(world.db)
    return { done }
  })
  expect((await late.done).statusCode).toBe(401)
  const { rows } = await world.db.$client.query('select from push_devices where user_id = $1', [id])
  expect(rows).toEqual([])
})

test(`at most ${MOST_DEVICES} devices that are added at once stay`, async () => {
  const june = await world.as('june')
  const browsers = await Promise.all(
    Array.from({ length: MOST_DEVICES + 2 }, async (_, nth) => {
      const browser = createCaller(world, `browser ${nth}`)
      const payload = { email: 'june@example.org', password: PASSWORD }
      await browser.request({ method: 'POST', url: '/login', payload })
      return browser
    })
  )
  const added = await Promise.all(
    browsers.map((browser, nth) =>
      browser.request({
        method: 'POST',
        url: addPushDevice.path,
        payload: { endpoint: `https://push.example.org/june-${nth}`, keys: KEYS }
      })
    )
  )
  expect(added.filter(({ statusCode }) => statusCode === 422)).toHaveLength(2)
  expect((await settingsOf(june)).devices).toHaveLength(MOST_DEVICES)
})
