import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ListedGoalReminder, type ListedStart, reminderSettingsPage } from '../../domain/reminders/api.ts'
import { everyChoice } from '../../domain/reminders/kinds.ts'
import { UNSUBSCRIBE_ENDED } from '../../domain/reminders/unsubscribe-api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { serverNow } from '../lib/dates/server-clock.ts'
import { setUser } from '../lib/user.ts'
import { RemindersPage } from './RemindersPage.tsx'
import { RemindMe } from './RemindMe.tsx'
import { UnsubscribePage } from './UnsubscribePage.tsx'

const MINUTE = 60_000
const SETTINGS = {
  ...{
    is_off: 0 as 0 | 1,
    channels: everyChoice({}),
    quiet: null,
    week_mail: 0 as 0 | 1,
    devices: [],
    push_key: 'a-key'
  },
  goals: [] as ListedGoalReminder[],
  starts: [] as ListedStart[]
}
const PHONE = { id: 3, device: 'Chrome on Android', since: '2026-03-02T09:00:00.000Z', is_current: 1 as const }
const PATCH = 'PATCH /api/account/reminders'
const patched = ({ body }: { body?: unknown }) => {
  const { channels = {}, quiet = null } = body as { channels?: object; quiet?: object | null }
  const { is_off = 0 } = body as { is_off?: 0 | 1 }
  return json({ is_off, week_mail: 0, devices: [], channels: { ...SETTINGS.channels, ...channels }, quiet })
}

/** A browser that supports pushes, where the person gives this answer. */
function withPushes(answer: NotificationPermission) {
  const unsubscribe = vi.fn(async () => true)
  let subscription: object | null = null
  const subscribe = vi.fn(async () => {
    subscription = {
      unsubscribe,
      toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } })
    }
    return subscription
  })
  const worker = { pushManager: { subscribe, getSubscription: async () => subscription } }
  const permission = { permission: 'default' as NotificationPermission, requestPermission: vi.fn() }
  permission.requestPermission.mockImplementation(async () => (permission.permission = answer))
  vi.stubGlobal('Notification', permission)
  vi.stubGlobal('PushManager', {})
  const serviceWorker = { register: vi.fn(async () => worker), getRegistration: async () => worker }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  const put = vi.fn(async (_path: string, _kept: Response) => {})
  vi.stubGlobal('caches', { open: async () => ({ put }), delete: async () => true })
  return { permission, subscribe, put }
}

function open(more: Partial<typeof SETTINGS> = {}): void {
  setUser({ ...ADA, time_zone: 'Europe/Berlin' })
  putPage(reminderSettingsPage, '/account/reminders', { ...SETTINGS, ...more })
  show(<RemindersPage />, '/account/reminders')
}
const kind = (name: string) => within(screen.getByRole('group', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => {
  forget()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('switches each channel of each kind separately and at once', async () => {
  const sent = respond({ [PATCH]: patched })
  open()
  const mail = kind('Someone replied to my post').getByRole<HTMLInputElement>('checkbox', { name: 'Mail' })
  expect(mail.checked).toBe(false)
  fireEvent.click(mail)
  await waitFor(() => expect(mail.checked).toBe(true))
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ channels: { post_reply: ['page', 'push', 'mail'] } }))
})

test('a refused switch flips back and shows the reason', async () => {
  respond({ [PATCH]: () => json({ message: 'Not now.', error: 'Not now.' }, 503) })
  open()
  const push = kind('Someone cheered my log or goal').getByRole<HTMLInputElement>('checkbox', { name: 'Push' })
  fireEvent.click(push)
  await waitFor(() => expect(push.checked).toBe(false))
  expect(await screen.findByText('Not now.')).toBeTruthy()
  await waitFor(() => expect(push.checked).toBe(true))
})

test("suggests the night as quiet hours in the person's zone, and shows an error under its field", async () => {
  const refused = { message: 'Wrong.', error: 'Wrong.', errors: { 'quiet.until': 'Enter two different times.' } }
  const sent = respond({ [PATCH]: ({ body }) => (sent.length > 1 ? json(refused, 422) : patched({ body })) })
  open()
  expect(screen.getByText(/Europe\/Berlin/)).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Turn on quiet hours every day' }))
  press('Save')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ quiet: { from: '22:00', until: '07:00' } }))
  await screen.findByText('Your quiet hours are saved.')
  press('Save')
  expect(await screen.findByText('Enter two different times.')).toBeTruthy()
})

test("asks for permission on a press and sends the browser's push address to the server", async () => {
  const { permission, subscribe, put } = withPushes('granted')
  const sent = respond({
    'POST /api/account/reminders/devices': () => json({ ...SETTINGS, push_key: undefined, devices: [PHONE] }),
    'POST /api/account/reminders/test': () => json({ sent: 1, failed: 0 })
  })
  open()
  const button = await screen.findByRole('button', { name: 'Turn on for this device' })
  expect(permission.requestPermission).not.toHaveBeenCalled()
  fireEvent.click(button)
  expect(await screen.findByText('Chrome on Android')).toBeTruthy()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'a-key' })
  expect(sent[0]?.body).toMatchObject({ endpoint: 'https://push.example.org/1', keys: { p256dh: 'p', auth: 'a' } })
  await waitFor(() => expect(put).toHaveBeenCalledOnce())
  // The service worker needs it when the address changes.
  expect(await put.mock.calls[0]?.[1].json()).toEqual({ person: ADA.id, path: '/api/account/reminders/devices' })
  expect(screen.queryByRole('button', { name: 'Turn on for this device' })).toBeNull()
  press('Send a test')
  expect(await screen.findByText('The test is on its way.')).toBeTruthy()
})

test('says that a browser does not support pushes, or that they are blocked', async () => {
  open()
  expect(await screen.findByText(/support notifications/)).toBeTruthy()
  forget()
  withPushes('denied')
  respond({})
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
  expect((await screen.findAllByText(/You can allow them in its settings/)).length).toBeGreaterThan(0)
})

test.each([
  ['granted', 'a notification', 'POST /api/account/reminders/devices'],
  ['denied', 'an email', PATCH]
] as const)('"Remind me" in a browser where pushes are %s sends %s', async (answer, by, call) => {
  withPushes(answer)
  setUser(ADA)
  const sent = respond({
    'GET /api/account/reminders': () => json({ serverData: SETTINGS }),
    'POST /api/account/reminders/devices': () => json({ ...SETTINGS, push_key: undefined, devices: [PHONE] }),
    [PATCH]: patched
  })
  show(<RemindMe startsAt={serverNow() + 11 * MINUTE} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Remind me' }))
  expect(await screen.findByText(`You’ll get ${by} 10 minutes before it starts.`)).toBeTruthy()
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toContain(call)
  expect(screen.queryByRole('button', { name: 'Remind me' })).toBeNull()
})

test('hides "Remind me" when it is too late, or when a reminder comes anyway', async () => {
  const sent = respond({
    'GET /api/account/reminders': () =>
      json({ serverData: { ...SETTINGS, channels: { ...SETTINGS.channels, session_soon: ['mail'] } } })
  })
  setUser(ADA)
  show(<RemindMe startsAt={serverNow() + 9 * MINUTE} />)
  expect(sent).toEqual([])
  show(<RemindMe startsAt={serverNow() + HOUR} />)
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => {})
  expect(screen.queryByRole('button', { name: 'Remind me' })).toBeNull()
})
const HOUR = 60 * MINUTE

test('the link in a mail stops mails of its kind after a press', async () => {
  const sent = respond({ 'POST /api/reminders/unsubscribe?token=1.log_cheer.x': () => json({ kind: 'log_cheer' }) })
  show(<UnsubscribePage />, '/reminders/unsubscribe?token=1.log_cheer.x')
  expect(sent).toEqual([])
  press('Stop these emails')
  expect((await screen.findByRole('status')).textContent).toContain('someone cheered my log')
  forget()
  show(<UnsubscribePage />, '/reminders/unsubscribe')
  expect(screen.getByText(UNSUBSCRIBE_ENDED)).toBeTruthy()
})

test('one switch stops all notifications and mails, and starts them again', async () => {
  const sent = respond({ [PATCH]: patched })
  open()
  const all = screen.getByRole<HTMLInputElement>('switch', { name: /^Send me notifications/ })
  expect(all.checked).toBe(true)
  fireEvent.click(all)
  fireEvent.click(all)
  // A disabled switch would lose the focus.
  expect(all.disabled).toBe(false)
  expect(await screen.findByText('They’re off. Your inbox still has everything.')).toBeTruthy()
  fireEvent.click(all)
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ is_off: 1 }, { is_off: 0 }]))
})

test('lists the reminders of goals and sessions', () => {
  const goal = { goal_id: 7, title: 'Read', at: '08:00', weekdays: [1, 3], at_night: 0 as const, is_paused: 0 as const }
  open({
    goals: [goal, { ...goal, goal_id: 8, title: 'Swim', is_paused: 1 }],
    starts: [{ title: 'Deep work', path: '/sessions/deep-work', starts_at: '2026-03-05T18:00:00.000Z' }]
  })
  const goals = within(screen.getByRole('region', { name: 'Goals' }))
  expect(goals.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'Read8:00 on Mon, WedChange',
    'SwimPausedChange'
  ])
  const change = goals.getByRole('link', { name: 'Change the reminder of Read' })
  expect(change.getAttribute('href')).toBe('/my/goals/7')
  expect(screen.getByRole('link', { name: 'Deep work' }).getAttribute('href')).toBe('/sessions/deep-work')
})
