// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { answerPush, openPushed, renewPush, showPush } from './push.ts'

const ORIGIN = 'https://hut.example.org'
const PUSH = JSON.stringify({ text: 'Deep work starts in 10 minutes', path: '/sessions/deep-work', tag: 'r1' })

function browser(...paths: [path: string, state?: DocumentVisibilityState][]) {
  const tabs = paths.map(([path, visibilityState = 'visible']) => ({
    ...{ url: ORIGIN + path, visibilityState, focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) }
  }))
  const [show, open] = [vi.fn(async () => {}), vi.fn(async () => {})]
  return { origin: ORIGIN, show, open, tabs: async () => tabs, all: tabs }
}

const options = { userVisibleOnly: true, applicationServerKey: null } as unknown as PushSubscriptionOptions
const old = { options } as PushSubscription
const PERSON = { person: 7, path: '/api/devices' }

function renewing(status: number, kept: typeof PERSON | null = PERSON) {
  const unsubscribe = vi.fn(async () => true)
  const fresh = {
    unsubscribe,
    toJSON: () => ({ endpoint: 'https://push.example.org/2', keys: { p256dh: 'p', auth: 'a' } })
  }
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response('{}', { status }))
  return { fresh, fetch, unsubscribe, subscribe: vi.fn(async () => fresh), renewal: async () => kept }
}

test.each([true, false])(
  'sends a new address for the person who allowed pushes (given by the browser: %j)',
  async given => {
    const browser = renewing(200)
    await renewPush({ oldSubscription: old, newSubscription: given ? browser.fresh : null }, browser)
    const [[path, init] = []] = browser.fetch.mock.calls
    expect([path, init?.method, JSON.parse(String(init?.body))]).toEqual([
      '/api/devices',
      'POST',
      { endpoint: 'https://push.example.org/2', keys: { p256dh: 'p', auth: 'a' } }
    ])
    expect(init?.headers).toMatchObject({ 'x-person': '7', 'content-type': 'application/json' })
    expect(browser.subscribe.mock.calls).toEqual(given ? [] : [[options]])
    expect(browser.unsubscribe).not.toHaveBeenCalled()
  }
)

test.each([401, 409])('stops pushes when the person is no longer signed in (%i)', async status => {
  const browser = renewing(status)
  await renewPush({ oldSubscription: old }, browser)
  expect(browser.unsubscribe).toHaveBeenCalledOnce()
})

test.each([429, 503])('a server that fails or is busy (%i) changes nothing', async status => {
  const browser = renewing(status)
  await renewPush({ oldSubscription: old }, browser)
  expect(browser.unsubscribe).not.toHaveBeenCalled()
})

test('does nothing if nobody has allowed pushes', async () => {
  const nobody = renewing(200, null)
  await renewPush({ oldSubscription: old }, nobody)
  expect([nobody.subscribe, nobody.fetch].map(call => call.mock.calls.length)).toEqual([0, 0])
})

test('shows a push with its text, replacing one with the same tag', async () => {
  const surroundings = browser(['/my/goals'], ['/sessions/deep-work', 'hidden'])
  await showPush(PUSH, surroundings)
  const options = { tag: 'r1', data: '/sessions/deep-work', icon: '/icon-192.png' }
  expect(surroundings.show).toHaveBeenCalledExactlyOnceWith('Deep work starts in 10 minutes', options)
})

test('shows nothing to a person who sees the page of the push', async () => {
  const surroundings = browser(['/sessions/deep-work'])
  await showPush(PUSH, surroundings)
  expect(surroundings.show).not.toHaveBeenCalled()
})

test.each([undefined, '', 'not JSON', '{"text":1}'])('shows a fallback text for a push of %j', async text => {
  const surroundings = browser()
  await showPush(text, surroundings)
  expect(surroundings.show).toHaveBeenCalledWith('There’s something new.', expect.objectContaining({ tag: 'inbox' }))
})

test('a press focuses the tab that shows the page', async () => {
  const surroundings = browser(['/my/goals'], ['/sessions/deep-work', 'hidden'])
  await openPushed('/sessions/deep-work', surroundings)
  const [other, shown] = surroundings.all
  expect([other?.focus, shown?.navigate, surroundings.open].map(call => call?.mock.calls.length)).toEqual([0, 0, 0])
  expect(shown?.focus).toHaveBeenCalledOnce()
})

test('a press navigates another tab, or opens a new one', async () => {
  const surroundings = browser(['/my/goals'])
  await openPushed('/sessions/deep-work', surroundings)
  expect(surroundings.all[0]?.navigate).toHaveBeenCalledWith(`${ORIGIN}/sessions/deep-work`)
  const none = browser()
  await openPushed('/sessions/deep-work', none)
  expect(none.open).toHaveBeenCalledWith(`${ORIGIN}/sessions/deep-work`)
})

test.each(['https://example.org/', '//example.org/', 7, undefined])('a press on %j stays on the site', async path => {
  const surroundings = browser()
  await openPushed(path, surroundings)
  expect(surroundings.open).toHaveBeenCalledWith(`${ORIGIN}/`)
})

test('leaves a tab alone that cannot be navigated', async () => {
  const surroundings = browser(['/my/goals'])
  surroundings.all[0]?.navigate.mockRejectedValue(new TypeError('not controlled'))
  await openPushed('/my/inbox', surroundings)
  expect(surroundings.open).toHaveBeenCalledWith(`${ORIGIN}/my/inbox`)
})

const ACTIONS = [
  { action: 'done', title: 'Done', path: '/api/goals/7/reminder/done', body: { at: '2026-03-04T20:00:00.000Z' } },
  { action: 'later', title: 'Later', path: '/api/goals/7/reminder/later', body: { at: '2026-03-04T20:00:00.000Z' } }
]
const SHOWN = { data: { path: '/my/goals/7', actions: ACTIONS }, title: 'Time for “Read”', tag: 'r2' }

function answering(respond: () => Promise<Response>, kept: typeof PERSON | null = PERSON) {
  return { ...browser(), fetch: vi.fn((_path: string, _init: RequestInit) => respond()), renewal: async () => kept }
}

test('shows the buttons of a push', async () => {
  const surroundings = browser()
  await showPush(JSON.stringify({ text: SHOWN.title, path: '/my/goals/7', tag: 'r2', actions: ACTIONS }), surroundings)
  expect(surroundings.show).toHaveBeenCalledExactlyOnceWith(SHOWN.title, {
    ...{ tag: 'r2', icon: '/icon-192.png', data: SHOWN.data },
    actions: [
      { action: 'done', title: 'Done' },
      { action: 'later', title: 'Later' }
    ]
  })
})

test('a button makes its call as the person who allowed pushes, and opens nothing', async () => {
  const surroundings = answering(async () => new Response('{}'))
  await answerPush(SHOWN, 'done', surroundings)
  const [[path, init] = []] = surroundings.fetch.mock.calls
  expect([path, init?.method, JSON.parse(String(init?.body))]).toEqual([
    '/api/goals/7/reminder/done',
    'POST',
    { at: '2026-03-04T20:00:00.000Z' }
  ])
  expect(init?.headers).toMatchObject({ 'x-person': '7' })
  expect([surroundings.open, surroundings.show].map(call => call.mock.calls.length)).toEqual([0, 0])
})

test.each([
  ['without a connection', () => Promise.reject(new TypeError('offline'))],
  ['that the server refuses', async () => new Response('{}', { status: 409 })]
])('a button %s says so, and a press then opens the goal', async (_, respond) => {
  const surroundings = answering(respond, null)
  await answerPush(SHOWN, 'later', surroundings)
  expect(surroundings.show).toHaveBeenCalledExactlyOnceWith('Time for “Read”: that didn’t work. Press to open it.', {
    ...{ tag: 'r2', data: '/my/goals/7', icon: '/icon-192.png' }
  })
  await answerPush({ ...SHOWN, data: '/my/goals/7' }, '', surroundings)
  expect(surroundings.open).toHaveBeenCalledWith(`${ORIGIN}/my/goals/7`)
})

test('a press beside the buttons opens the page', async () => {
  const surroundings = answering(async () => new Response('{}'))
  await answerPush(SHOWN, '', surroundings)
  expect(surroundings.open).toHaveBeenCalledWith(`${ORIGIN}/my/goals/7`)
  expect(surroundings.fetch).not.toHaveBeenCalled()
})

test.each(['https://example.org/api', '//example.org/api'])('a button never calls %s', async path => {
  const surroundings = answering(async () => new Response('{}'))
  await answerPush({ ...SHOWN, data: { path: '/', actions: [{ ...ACTIONS[0], path }] } }, 'done', surroundings)
  expect(surroundings.fetch).not.toHaveBeenCalled()
})
