/** "Remind me" chooses a channel that works in this browser. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reminderSettingsPage } from '../../domain/reminders/api.ts'
import { type Channel, everyChoice } from '../../domain/reminders/kinds.ts'
import { pageAt, putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, type Sent } from '../../testing/page/show.tsx'
import { stopPushes } from '../accounts/push-subscription.ts'
import { setUser } from '../lib/user.ts'
import { pushState } from './push.ts'
import { isReminderNeeded, remindMe } from './remind-me.ts'
import { loadSettings, switchChannel } from './settings.ts'

const PATCH = 'PATCH /api/account/reminders'
const DEVICE = 'POST /api/account/reminders/devices'

let sent: Sent[]
let keptByServer: ReturnType<typeof settings>

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setUser(ADA)
})
afterEach(() => {
  forget()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const settings = (session_soon: Channel[] = [], push_key: string | null = 'a-key') => ({
  channels: { ...everyChoice({}), session_soon },
  quiet: null,
  devices: [] as object[],
  push_key
})

/** Starts with these channels for reminders. */
function reminded(channels: Channel[], push_key: string | null = 'a-key'): void {
  keptByServer = settings(channels, push_key)
  putPage(reminderSettingsPage, '/account/reminders', keptByServer)
  const save = (change: object) => {
    keptByServer = { ...keptByServer, ...change }
    const { push_key: _, ...saved } = keptByServer
    return json(saved)
  }
  sent = respond({
    'GET /api/account/reminders': () => json({ serverData: keptByServer }),
    [PATCH]: ({ body }) => save({ channels: { ...keptByServer.channels, ...(body?.channels as object) } }),
    [DEVICE]: () => save({ devices: [{ id: 1 }] })
  })
}

interface Browser {
  permission: NotificationPermission
  answer?: NotificationPermission
  hasAddress?: boolean
}

/** A browser that supports pushes. */
function browser({ permission, answer = permission, hasAddress = false }: Browser) {
  const unsubscribe = vi.fn(async () => true)
  const address = {
    unsubscribe,
    toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } })
  }
  let subscription = hasAddress ? address : null
  const subscribe = vi.fn(async () => (subscription = address))
  const worker = { pushManager: { subscribe, getSubscription: async () => subscription } }
  const notification = { permission, requestPermission: vi.fn(async () => (notification.permission = answer)) }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', {})
  const serviceWorker = { register: vi.fn(async () => worker), getRegistration: async () => worker }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  const put = vi.fn(async () => {})
  vi.stubGlobal('caches', { open: async () => ({ put }), delete: vi.fn(async () => true) })
  return { asks: notification.requestPermission, subscribe, unsubscribe, put }
}

const shown = () => pageAt(reminderSettingsPage, '/account/reminders')?.channels.session_soon
const wrote = () => sent.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`)

test.each<[string, Browser | null, string]>([
  ['cannot', null, 'impossible'],
  ['is blocked', { permission: 'denied' }, 'blocked'],
  ['was never asked', { permission: 'default' }, 'off'],
  ['has permission but no address', { permission: 'granted' }, 'off'],
  ['has permission and an address', { permission: 'granted', hasAddress: true }, 'on'],
  ['has an address but lost the permission', { permission: 'default', hasAddress: true }, 'off']
])('a browser that %s reports its state without a question', async (_, mood, state) => {
  const asks = mood && browser(mood).asks
  expect(await pushState()).toBe(state)
  if (asks) expect(asks).not.toHaveBeenCalled()
})

test('asks for permission once and then reminds by push', async () => {
  const { asks } = browser({ permission: 'default', answer: 'granted' })
  reminded([])
  expect(await remindMe()).toBe('push')
  expect([asks.mock.calls.length, wrote()]).toEqual([1, [DEVICE, PATCH]])
  expect(shown()).toEqual(['push'])
})

test('does not ask again or resubscribe when pushes work already', async () => {
  const { asks, subscribe } = browser({ permission: 'granted', hasAddress: true })
  reminded(['push'])
  expect(await remindMe()).toBe('push')
  expect([asks.mock.calls.length, subscribe.mock.calls.length, wrote()]).toEqual([0, 0, []])
})

test('reminds by mail when the person refuses pushes', async () => {
  browser({ permission: 'default', answer: 'denied' })
  reminded([])
  expect(await remindMe()).toBe('mail')
  expect([wrote(), shown()]).toEqual([[PATCH], ['mail']])
})

test.each<[string, Browser | null, string | null]>([
  ['the browser has no pushes', null, 'a-key'],
  ['the browser blocks pushes', { permission: 'denied' }, 'a-key'],
  ['the operator has switched pushes off', { permission: 'granted', hasAddress: true }, null]
])('reminds by mail when %s', async (_, mood, key) => {
  if (mood) browser(mood)
  reminded([], key)
  expect(await remindMe()).toBe('mail')
})

test('another failure is thrown and does not switch to mail', async () => {
  browser({ permission: 'default', answer: 'granted' })
  reminded([])
  sent = respond({
    'GET /api/account/reminders': () => json({ serverData: keptByServer }),
    [DEVICE]: () => json({ message: 'Busy', error: 'Busy' }, 503)
  })
  await expect(remindMe()).rejects.toThrow('Busy')
  expect(wrote()).toEqual([DEVICE])
})

test('replaces an address that belongs to another person or server', async () => {
  const { subscribe, unsubscribe } = browser({ permission: 'default', answer: 'granted', hasAddress: true })
  reminded([])
  await remindMe()
  expect([unsubscribe.mock.calls.length, subscribe.mock.calls.length]).toEqual([1, 1])
})

test('works with a full disk', async () => {
  const { put } = browser({ permission: 'default', answer: 'granted' })
  put.mockRejectedValue(new DOMException('Full', 'QuotaExceededError'))
  reminded([])
  expect(await remindMe()).toBe('push')
})

test.each<[string, Channel[], Browser | null, boolean]>([
  ['in the inbox alone', [], null, true],
  ['by mail', ['mail'], null, false],
  ['by a push that reaches this browser', ['push'], { permission: 'granted', hasAddress: true }, false],
  ['by a push to other browsers than this one', ['push'], { permission: 'default' }, true],
  ['by a push that the browser blocks', ['push'], { permission: 'denied', hasAddress: true }, true]
])(
  'offers "Remind me" to a person reminded %s only if that does not reach them',
  async (_, channels, mood, isNeeded) => {
    if (mood) browser(mood)
    reminded(channels)
    expect(await isReminderNeeded()).toBe(isNeeded)
  }
)

test('stops pushes on logout and waits at most a second', async () => {
  const { unsubscribe } = browser({ permission: 'granted', hasAddress: true })
  await stopPushes()
  expect(unsubscribe).toHaveBeenCalledTimes(1)
  expect(caches.delete).toHaveBeenCalledWith('push')
  vi.useFakeTimers()
  unsubscribe.mockImplementation(() => new Promise(() => {}))
  const stopped = vi.fn()
  void stopPushes().then(stopped)
  await vi.advanceTimersByTimeAsync(999)
  expect(stopped).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(stopped).toHaveBeenCalled()
})

test('a visitor has no settings', async () => {
  setUser(null)
  respond({})
  await expect(loadSettings()).rejects.toThrow('only who is signed in has settings')
})

test('a failed switch does not undo a later one that was saved', async () => {
  reminded([])
  let refuse: (response: Response) => void = () => {}
  const first = new Promise<Response>(resolve => (refuse = resolve))
  sent = respond({
    [PATCH]: ({ body }) => {
      const { channels } = body as { channels: { session_soon: Channel[] } }
      if (channels.session_soon.length === 1) return first
      keptByServer = settings(channels.session_soon)
      const { push_key: _, ...saved } = keptByServer
      return json(saved)
    }
  })
  const before = await loadSettings()
  const push = switchChannel(before, 'session_soon', 'push', true).catch((error: Error) => error.message)
  const now = pageAt(reminderSettingsPage, '/account/reminders')
  if (!now) throw new Error('the page is gone')
  await switchChannel(now, 'session_soon', 'mail', true)
  refuse(json({ message: 'Busy', error: 'Busy' }, 503))
  expect([await push, shown()]).toEqual(['Busy', ['push', 'mail']])
})
