/** Pushes and mails are sent once, in time, and only to people who want them. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { login, logout } from '../../domain/accounts/api.ts'
import { overviewPage } from '../../domain/admin/api.ts'
import { adminPushPage, retryPushes } from '../../domain/admin/delivery-api.ts'
import { cheerLog } from '../../domain/cheers/api.ts'
import { updateDays } from '../../domain/days/api.ts'
import { deletePost, storeSessionPost } from '../../domain/posts/api.ts'
import {
  addPushDevice,
  readReminders,
  reminderSettingsPage,
  removePushDevice,
  testPush,
  updateReminders
} from '../../domain/reminders/api.ts'
import { unsubscribe } from '../../domain/reminders/unsubscribe-api.ts'
import { joinSession, leaveSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { openRoom } from '../../testing/room.ts'
import { openPushService, type PushService } from '../../testing/servers/push-service.ts'
import { type Caller, createCaller, openWorld, registration, type World } from '../../testing/world.ts'
import { OPEN_INTERNET } from '../uploads/public-fetch.ts'
import { claimDeliveries } from './delivery-rows.ts'
import { markSent } from './outcome-rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LOOK = 5000
const TOKEN = 'a token for metrics'
let service: PushService
let world: World
beforeAll(async () => {
  service = await openPushService()
  world = await openWorld({ APP_URL: 'https://hut.example.org', METRICS_TOKEN: TOKEN }, { network: service.network })
})
afterEach(async () => {
  service.onPush = null
  service.received.length = 0
  world.mails.length = 0
  await world.db.execute(sql`delete from reminders`)
})
afterAll(async () => {
  await world.close()
  await service.close()
})

const iso = (at: number): string => new Date(at).toISOString()
/** Jumps instead of advancing, so that each look of the worker sees the new time. */
async function later(ms: number): Promise<void> {
  world.clock.jump(ms)
  await world.pass(LOOK)
}
const now = (): Date => new Date(world.clock.now())
const pushed = () => service.received.map(({ to, message }) => `${to}: ${message.text}`)
const post = (person: Caller, event: string, parent_id?: number) =>
  person.call(storeSessionPost, { params: { event }, body: { item: { content: 'Hello', parent_id } } })
const allow = (person: Caller, browser: string) => person.call(addPushDevice, { body: service.browser(browser) })

/** A person with a device, and a reply by grace that reminds them. */
async function toldBy(name: string) {
  const [person, grace] = [await world.as(name), await world.as('grace')]
  const { event, title } = await openRoom(person, [grace])
  const { id } = await post(person, event)
  return { person, title, reply: () => post(grace, event, id), event, id }
}

async function planned(host: Caller, title: string, startsIn: number, members: Caller[]) {
  const started_at = iso(world.clock.now() + startsIn)
  const { event } = await host.call(storeSession, { body: { challenge: { title, duration: 3600, started_at } } })
  for (const member of members) await member.call(joinSession, { params: { event: event.slug }, body: {} })
  return { event: event.slug }
}

test('a reply is pushed to each device, encrypted, and replaces the earlier push', async () => {
  const { person, title, reply, event } = await toldBy('ada')
  await allow(person, 'phone')
  const laptop = createCaller(world, 'ada')
  const { email, password } = registration('ada')
  await laptop.call(login, { body: { email, password } })
  await allow(laptop, 'laptop')
  await reply()
  expect(pushed()).toEqual([])
  await world.pass(LOOK)
  const text = `grace replied to your post in ${title}`
  expect(pushed().sort()).toEqual([`laptop: ${text}`, `phone: ${text}`])
  const [first] = service.received
  expect(first?.message).toEqual({ text, path: `/sessions/${event}/hut`, tag: expect.stringMatching(/^r\d+$/) })
  expect(first?.headers).toMatchObject({
    ...{ topic: first?.message.tag, urgency: 'normal', 'content-encoding': 'aes128gcm' },
    ...{ ttl: String(24 * 3600 - LOOK / 1000), authorization: expect.stringMatching(/^vapid t=.+, k=.+/) }
  })
  // The next push waits ten minutes after the first, and counts both replies.
  await reply()
  await later(9 * MINUTE)
  expect(service.received).toHaveLength(2)
  await later(MINUTE)
  expect(pushed().slice(2)).toContain(`phone: 2 new replies to your post in ${title}, the last by grace`)
  expect(new Set(service.received.map(({ message }) => message.tag)).size).toBe(1)
})

test('two nodes push each reminder once, and another node takes over from a node that died', async () => {
  const { app: other } = await world.secondNode()
  onTestFinished(() => other.close())
  const { person, reply } = await toldBy('bob')
  await allow(person, 'bobs')
  await reply()
  await world.pass(LOOK)
  await later(HOUR)
  expect(pushed()).toHaveLength(1)
  // This claim is taken, and nothing more happens to it.
  await reply()
  const [claim] = await claimDeliveries(world.db, now(), new Date(world.clock.now() + 2 * MINUTE), 1)
  await later(MINUTE)
  expect(pushed()).toHaveLength(1)
  await later(MINUTE + LOOK)
  expect(pushed()).toHaveLength(2)
  // The first node was only slow, and changes nothing any more.
  if (!claim) throw new Error('nothing was due')
  expect(await markSent(world.db, claim, now(), null)).toBe(false)
})

test('each look takes one statement when nothing is due', async () => {
  expect(await statementsOf(() => world.pass(LOOK), 'reminder_deliveries')).toBe(1)
})

test('a reply that arrives during a push is pushed too, after a pause', async () => {
  const { person, title, reply } = await toldBy('cleo')
  await allow(person, 'cleos')
  await reply()
  service.onPush = async () => {
    service.onPush = null
    world.clock.jump(1000)
    await reply()
  }
  await world.pass(LOOK)
  expect(pushed()).toHaveLength(1)
  await later(10 * MINUTE + LOOK)
  expect(pushed().slice(1)).toEqual([`cleos: 2 new replies to your post in ${title}, the last by grace`])
})

test('an admin sees why a push failed, and sends it again while it is of use', async () => {
  const admin = await world.admin()
  const { person, reply } = await toldBy('elsa')
  await allow(person, 'elsas')
  service.respond({ status: 403 })
  await reply()
  await world.pass(LOOK)
  expect(await admin.visit(adminPushPage)).toMatchObject({
    ...{ is_on: true, waiting: 0, failed: 1 },
    pushes: [{ username: 'elsa', kind: 'post_reply', reason: '403', due_at: null, is_late: 0 }]
  })
  expect((await admin.visit(overviewPage)).pushes_failed).toBe(1)
  const retry = () => admin.call(retryPushes, { body: {} })
  // Two presses at once send it once.
  expect((await Promise.all([retry(), retry()])).map(({ pushes }) => pushes).sort()).toEqual([0, 1])
  await world.pass(LOOK)
  expect(pushed()).toHaveLength(1)
  expect(await admin.visit(adminPushPage)).toMatchObject({ waiting: 0, failed: 0, pushes: [] })
  const entries = await world.db.execute(sql`select after from audit_entries where action = 'retry_push'`)
  expect(entries.rows).toEqual([{ after: { pushes: 1 } }])
  // A push that would come a day late is only listed.
  await world.db.execute(sql`update reminder_deliveries set failed_at = ${iso(world.clock.now())}, due_at = null`)
  await world.db.execute(sql`update reminders set until = ${iso(world.clock.now())}`)
  expect((await admin.visit(adminPushPage)).pushes).toMatchObject([{ is_late: 1 }])
  expect((await retry()).pushes).toBe(0)
})

test('a busy push service is retried, one that refuses is not, and a device that is gone is deleted', async () => {
  const { person, reply } = await toldBy('dora')
  await allow(person, 'doras')
  service.respond({ status: 429, retryAfter: 300 }, { status: 503 })
  await reply()
  await world.pass(LOOK)
  await later(4 * MINUTE)
  expect(pushed()).toEqual([])
  await later(MINUTE + LOOK)
  await later(2 * MINUTE + LOOK)
  expect(pushed()).toHaveLength(1)
  service.respond({ status: 403 })
  await later(HOUR)
  await reply()
  await world.pass(LOOK)
  await later(HOUR)
  expect(pushed()).toHaveLength(1)
  const { body } = await world.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  expect(body).toMatch(/^hut_reminders\{channel="push",state="failed"\} 1$/m)
  service.respond({ status: 410 })
  await reply()
  await world.pass(LOOK)
  expect((await person.visit(reminderSettingsPage)).devices).toEqual([])
})

test('a reminder that was read, switched off or deleted before it is due is not sent', async () => {
  const { person, reply, event } = await toldBy('emil')
  await allow(person, 'emils')
  await reply()
  await person.call(readReminders, { body: {} })
  await world.pass(LOOK)
  await reply()
  await person.call(updateReminders, { body: { channels: { post_reply: ['page'] } } })
  await world.pass(LOOK)
  await person.call(updateReminders, { body: { channels: { post_reply: ['page', 'push'] } } })
  const { id } = await post(person, event)
  await post(await world.as('grace'), event, id)
  await person.call(deletePost, { params: { post: String(id) } })
  await world.pass(LOOK)
  expect(pushed()).toEqual([])
})

test('quiet hours in a person’s own zone hold reminders back until they end', async () => {
  const { person, reply } = await toldBy('fay')
  await allow(person, 'fays')
  await person.call(updateDays, { body: { time_zone: 'Asia/Kathmandu' } })
  const local = (ms: number) => new Date(world.clock.now() + 5.75 * HOUR + ms).toISOString().slice(11, 16)
  const quiet = { from: local(-HOUR), until: local(2 * HOUR) }
  expect(await person.call(updateReminders, { body: { quiet } })).toMatchObject({ quiet })
  await reply()
  await world.pass(LOOK)
  await later(2 * HOUR - 2 * MINUTE)
  expect(pushed()).toEqual([])
  await later(3 * MINUTE)
  expect(pushed()).toHaveLength(1)
  expect((await person.call(updateReminders, { body: { quiet: null } })).quiet).toBeNull()
})

test('a start is announced by push and mail in the reader’s time; one that was left or moved is not', async () => {
  const [host, ivy, jan] = [await world.as('hanna'), await world.as('ivy'), await world.as('jan')]
  await ivy.call(updateDays, { body: { time_zone: 'Europe/Berlin' } })
  await ivy.call(updateReminders, { body: { channels: { session_soon: ['push', 'mail'] } } })
  await allow(ivy, 'ivys')
  await allow(jan, 'jans')
  const params = await planned(host, 'Deep work', HOUR, [ivy, jan])
  const moved = await planned(host, 'Moved', HOUR, [jan])
  await world.pass(LOOK)
  world.clock.set(50 * MINUTE - LOOK)
  // After the sweep reminds them and before anything is sent, one person leaves and one session moves.
  world.clock.advance(1000)
  await world.workers.sweep.done()
  await jan.call(leaveSession, { params, body: {} })
  await host.call(patchSession, {
    params: moved,
    body: { challenge: { started_at: iso(world.clock.now() + 9 * HOUR) } }
  })
  await world.pass(2 * LOOK)
  expect(pushed()).toEqual(['ivys: Deep work starts in 10 minutes'])
  expect(service.received[0]?.headers).toMatchObject({ urgency: 'high' })
  await world.pass(2 * LOOK)
  const [mail] = world.mails
  expect(world.mails).toHaveLength(1)
  const starts = new Date(world.clock.now() + 10 * MINUTE)
  const clock = starts.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' })
  expect(mail).toMatchObject({ to: 'ivy@example.org', subject: 'Deep work starts in 10 minutes' })
  expect(mail?.text).toContain(`Start: ${clock} (Europe/Berlin)`)
  expect(mail?.text).toContain(`Open the session: https://hut.example.org/sessions/${params.event}`)
  // The inbox does not list it, since ivy chose only push and mail.
  expect((await ivy.user()).unread_reminders).toBe(0)

  // The mail program sends one request, without a login, from anywhere.
  const { unsubscribe: address = '' } = mail ?? {}
  expect(mail?.text).toContain(`Stop these emails: ${address}`)
  const { pathname, search } = new URL(address)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const press = (url: string) =>
    world.visitor.request({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' })
  expect((await press(pathname + search.replace('session_soon', 'post_reply'))).statusCode).toBe(422)
  expect((await ivy.visit(reminderSettingsPage)).channels.session_soon).toEqual(['push', 'mail'])
  for (let times = 0; times < 2; times++)
    expect((await press(pathname + search)).json()).toEqual({ kind: 'session_soon' })
  expect((await ivy.visit(reminderSettingsPage)).channels.session_soon).toEqual(['push'])
  const wrong = await world.visitor.refused(unsubscribe, { query: { token: 'none' } })
  expect(Object.keys(wrong.body.errors ?? {})).toEqual(['token'])
})

test('signing out ends the device of a login, and the next person in the browser takes it over', async () => {
  const [kay, lee] = [await world.as('kay'), await world.as('lee')]
  const phone = createCaller(world, 'kay')
  const { email, password } = registration('kay')
  await phone.call(login, { body: { email, password } })
  await allow(phone, 'phone-of-kay')
  const shared = service.browser('shared')
  const { devices } = await kay.call(addPushDevice, { body: shared })
  expect(devices).toMatchObject([{ is_current: 1 }, { is_current: 0 }])
  await phone.call(logout, { body: {} } as never)
  expect((await kay.visit(reminderSettingsPage)).devices).toHaveLength(1)
  expect((await lee.call(addPushDevice, { body: shared })).devices).toHaveLength(1)
  expect((await kay.visit(reminderSettingsPage)).devices).toEqual([])
  const device = String((await lee.visit(reminderSettingsPage)).devices[0]?.id)
  expect((await kay.refused(removePushDevice, { params: { device } })).status).toBe(404)
  expect(await lee.call(testPush, { body: {} })).toEqual({ sent: 1, failed: 0 })
  expect(pushed()).toEqual(['shared: This is a test. Your reminders will arrive here.'])
  expect((await lee.call(removePushDevice, { params: { device } })).devices).toEqual([])
  expect(await lee.call(testPush, { body: {} })).toEqual({ sent: 0, failed: 0 })
})

test('a device with an address inside the network, or an eleventh device, is refused', async () => {
  const mia = await world.as('mia')
  const { keys } = service.browser('inside')
  for (const endpoint of ['http://push.example.org/1', 'https://127.0.0.1/1', 'https://localhost/1']) {
    const { status, body } = await mia.refused(addPushDevice, { body: { endpoint, keys } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['endpoint']])
  }
  const { email, password } = registration('mia')
  for (let count = 0; count < 11; count++) {
    const browser = createCaller(world, 'mia')
    await browser.call(login, { body: { email, password } })
    if (count < 10) await allow(browser, `mias-${count}`)
    else {
      const { body } = await browser.refused(addPushDevice, { body: service.browser('one-more') })
      expect(JSON.stringify(body.errors)).toContain('already go to 10 devices')
    }
  }
})

test('a device whose name leads into the network is never asked and is deleted; PUSH=off sends nothing', async () => {
  const careful = await openWorld(
    {},
    { network: { ...OPEN_INTERNET, lookup: (_name, done) => done(null, [{ address: '10.0.0.1', family: 4 }]) } }
  )
  const nina = await careful.as('nina')
  await nina.call(addPushDevice, { body: service.browser('inside') })
  expect(await nina.call(testPush, { body: {} })).toEqual({ sent: 0, failed: 1 })
  expect((await nina.visit(reminderSettingsPage)).devices).toEqual([])
  const keys = await Promise.all([1, 2].map(async () => (await nina.visit(reminderSettingsPage)).push_key))
  expect(new Set(keys).size).toBe(1)
  await careful.close()
  const off = await openWorld({ PUSH: 'off' })
  expect(await (await off.as('omar')).visit(reminderSettingsPage)).toMatchObject({ push_key: null, quiet: null })
  await off.close()
})

test('an admin sends a push at once that waits after a fault', async () => {
  const admin = await world.admin()
  const { person, reply } = await toldBy('fiona')
  await allow(person, 'fionas')
  service.respond({ status: 503 })
  await reply()
  await world.pass(LOOK)
  const [waiting] = (await admin.visit(adminPushPage)).pushes
  expect(waiting).toMatchObject({ reason: '503', failed_at: null })
  expect(await admin.call(retryPushes, { body: { id: waiting?.id } })).toMatchObject({ pushes: 1 })
  await world.pass(LOOK)
  expect(pushed()).toHaveLength(1)
})

test('cheers and replies that are taken back and repeated are pushed no more often than others', async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  await allow(ada, 'tablet')
  await ada.call(updateReminders, { body: { channels: { log_cheer: ['page', 'push'], post_reply: ['page', 'push'] } } })
  const { event } = await openRoom(ada, [grace])
  const { log } = await ada.call(storeSessionLog, { params: { event }, body: { amount: 1 } })
  const { id } = await post(ada, event)
  const cheer = (cheered: 0 | 1) => grace.call(cheerLog, { params: { log: String(log.id) }, body: { cheered } })
  const toTablet = () => pushed().filter(text => text.startsWith('tablet')).length
  for (let times = 0; times < 3; times++) {
    await cheer(1)
    const reply = await post(grace, event, id)
    await later(MINUTE)
    await cheer(0)
    await grace.call(deletePost, { params: { post: String(reply.id) } })
    await later(MINUTE)
  }
  expect(toTablet()).toBe(2)
  expect((await ada.user()).unread_reminders).toBe(0)
  await later(HOUR)
  expect(toTablet()).toBe(2)
  await cheer(1)
  await later(MINUTE)
  expect(toTablet()).toBe(3)
  expect((await ada.user()).unread_reminders).toBe(1)
})
