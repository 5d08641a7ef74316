// @vitest-environment node
/** The service worker as the browser starts it: maps events to actions. */
import { beforeEach, expect, test, vi } from 'vitest'

const ORIGIN = 'https://hut.example.org'
const PUSH = JSON.stringify({ text: 'Deep work starts', path: '/sessions/deep-work', tag: 'r1' })

let kept: Map<string, Map<string, Response>>
let listeners: Map<string, (event: object) => void>
let sent: [path: string, init: RequestInit | undefined][]
let status: number
let tabs: { url: string; visibilityState: string; focus: () => Promise<void>; navigate: () => Promise<void> }[]

const browser = {
  registration: {
    showNotification: vi.fn(async () => {}),
    pushManager: { subscribe: vi.fn() },
    navigationPreload: { enable: vi.fn(async () => {}) }
  },
  clients: {
    claim: vi.fn(async () => {}),
    matchAll: vi.fn(async () => tabs),
    openWindow: vi.fn(async () => {})
  }
}

const pathOf = (request: Request | string): string =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname

function openCache(name: string) {
  const files = kept.get(name) ?? new Map<string, Response>()
  kept.set(name, files)
  return {
    match: async (path: Request | string) => files.get(pathOf(path))?.clone(),
    put: async (path: Request | string, response: Response) => void files.set(pathOf(path), response),
    keys: async () => [...files.keys()].map(path => new Request(ORIGIN + path)),
    delete: async (path: Request | string) => files.delete(pathOf(path)),
    addAll: async (paths: string[]) => {
      for (const path of paths) files.set(path, await fetch(path))
    }
  }
}

beforeEach(async () => {
  vi.resetModules()
  kept = new Map()
  listeners = new Map()
  sent = []
  status = 200
  tabs = []
  browser.registration.showNotification.mockClear()
  browser.registration.pushManager.subscribe.mockReset()
  browser.clients.openWindow.mockClear()
  vi.stubGlobal('BUILT_FILES', { entry: '/assets/index-1.js', needed: ['/assets/index-1.js'], others: [] })
  vi.stubGlobal('caches', { open: async (name: string) => openCache(name) })
  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal('registration', browser.registration)
  vi.stubGlobal('clients', browser.clients)
  vi.stubGlobal('addEventListener', (type: string, on: (event: object) => void) => void listeners.set(type, on))
  vi.stubGlobal('fetch', async (request: Request | string, init?: RequestInit) => {
    const path = pathOf(request)
    sent.push([path, init])
    return new Response(path === '/shell' ? '<script src="/assets/index-1.js"></script>' : 'text', { status })
  })
  await import('./worker.ts')
})

/** Dispatches an event and waits until the worker has finished it. */
async function happens(type: string, event: object = {}): Promise<void> {
  const lasting: Promise<unknown>[] = []
  listeners.get(type)?.({ waitUntil: (done: Promise<unknown>) => void lasting.push(done), ...event })
  await Promise.all(lasting)
}

test('the installation lasts until all files of the version are stored', async () => {
  await happens('install')
  expect([...(kept.get('files')?.keys() ?? [])].toSorted()).toEqual(['/assets/index-1.js', '/shell'])
})

test('does not install a version with missing files', async () => {
  status = 503
  await expect(happens('install')).rejects.toThrow()
})

test('activation takes over the open tab and enables preloading', async () => {
  await happens('activate')
  expect(browser.clients.claim).toHaveBeenCalled()
  expect(browser.registration.navigationPreload.enable).toHaveBeenCalled()
})

test('responds with stored files and leaves the API to the browser', async () => {
  await happens('install')
  sent = []
  const responses: (Promise<Response> | null)[] = []
  const respondWith = (response: Promise<Response>) => void responses.push(response)
  const preloadResponse = Promise.resolve(undefined)
  await happens('fetch', { request: new Request(`${ORIGIN}/assets/index-1.js`), preloadResponse, respondWith })
  await happens('fetch', { request: new Request(`${ORIGIN}/api/get-user`), preloadResponse, respondWith })
  expect(await Promise.all(responses.map(async response => (await response)?.text()))).toEqual(['text'])
  expect(sent).toEqual([])
})

test('shows a notification for every push, even without text, to keep the permission', async () => {
  await happens('push', { data: { text: () => PUSH } })
  await happens('push', { data: null })
  expect(browser.registration.showNotification.mock.calls).toEqual([
    ['Deep work starts', { tag: 'r1', data: '/sessions/deep-work', icon: '/icon-192.png' }],
    ['There’s something new.', { tag: 'inbox', data: '/my/inbox', icon: '/icon-192.png' }]
  ])
})

test('a press closes the notification and opens its page', async () => {
  const close = vi.fn()
  await happens('notificationclick', { notification: { close, data: '/sessions/deep-work' } })
  expect(close).toHaveBeenCalledOnce()
  expect(browser.clients.openWindow.mock.calls).toEqual([[`${ORIGIN}/sessions/deep-work`]])
})

const address = () => ({
  unsubscribe: vi.fn(async () => true),
  toJSON: () => ({ endpoint: 'https://push.example.org/2', keys: { p256dh: 'p', auth: 'a' } })
})

test('sends a replaced push address to the server for the person who allowed pushes', async () => {
  await openCache('push').put('/renewal', Response.json({ person: 7, path: '/api/devices' }))
  const fresh = address()
  browser.registration.pushManager.subscribe.mockResolvedValue(fresh)
  await happens('pushsubscriptionchange', { oldSubscription: { options: { userVisibleOnly: true } } })
  expect(browser.registration.pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true })
  expect(sent.map(([path, init]) => [path, new Headers(init?.headers).get('x-person')])).toEqual([
    ['/api/devices', '7']
  ])
  expect(fresh.unsubscribe).not.toHaveBeenCalled()
})

test('sends no new address after a logout', async () => {
  await happens('pushsubscriptionchange', { newSubscription: address() })
  expect(sent).toEqual([])
})
