// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'
import { createWorker, type Worker } from './keep.ts'

const ORIGIN = 'https://hut.example.org'
const SHELL_HTML = '<script src="/assets/index-1.js"></script>'
const FIRST = {
  entry: '/assets/index-1.js',
  needed: ['/assets/index-1.js', '/assets/Chat-1.js', '/theme.js'],
  others: ['/assets/Editor-1.js']
}
const SECOND = {
  entry: '/assets/index-2.js',
  needed: ['/assets/index-2.js', '/assets/Chat-1.js', '/theme.js'],
  others: ['/assets/Editor-2.js']
}

let kept: Map<string, Response>
let asked: string[]
/** The server's files. Other paths return 404, and `null` means no connection. */
let server: Record<string, string | (() => Promise<Response>)> | null

beforeEach(() => {
  kept = new Map()
  asked = []
  server = {
    '/shell': SHELL_HTML,
    '/assets/index-1.js': 'index 1',
    '/assets/Chat-1.js': 'chat 1',
    '/assets/Editor-1.js': 'editor 1',
    '/theme.js': 'theme'
  }
})

const pathOf = (request: Request | string): string =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname

async function fetch(request: Request | string): Promise<Response> {
  const path = pathOf(request)
  asked.push(path)
  if (!server) throw new TypeError('Failed to fetch')
  const found = server[path]
  if (typeof found === 'function') return found()
  return found === undefined ? new Response('', { status: 404 }) : new Response(found)
}

const cache = {
  match: async (path: string) => kept.get(pathOf(path))?.clone(),
  put: async (path: string, response: Response) => void kept.set(pathOf(path), response),
  keys: async () => [...kept.keys()].map(path => new Request(ORIGIN + path)),
  delete: async (request: Request) => kept.delete(pathOf(request)),
  async addAll(paths: string[]) {
    for (const path of paths) {
      const response = await fetch(path)
      if (!response.ok) throw new TypeError(path)
      kept.set(path, response)
    }
  }
} as unknown as Cache

const workerOf = (files: typeof FIRST): Worker =>
  createWorker(files, { caches: { open: async () => cache }, fetch, origin: ORIGIN })

async function installed(files = FIRST): Promise<Worker> {
  const worker = workerOf(files)
  await worker.install()
  await worker.clean()
  asked = []
  return worker
}

/** Only a browser can create a navigation request. */
const requestOf = (path: string, mode: RequestMode = 'cors', method = 'GET'): Request =>
  ({ url: new URL(path, ORIGIN).href, mode, method }) as Request
const textOf = async (response: Promise<Response> | null): Promise<string | undefined> => (await response)?.text()
const open = (worker: Worker, path: string): Promise<string | undefined> =>
  textOf(worker.respond(requestOf(path, 'navigate')))

test('offline, every script and the shell are available at any address', async () => {
  const worker = await installed()
  server = null
  expect(await textOf(worker.respond(requestOf('/assets/Chat-1.js')))).toBe('chat 1')
  for (const path of ['/', '/sessions/7/chat', '/my/goals?page=2']) expect(await open(worker, path)).toBe(SHELL_HTML)
})

test('online, the page comes from the server and is not stored, because it is personal', async () => {
  const worker = await installed()
  const before = [...kept.keys()]
  server = { ...server, '/my/goals': 'the goals of ada' }
  expect(await open(worker, '/my/goals')).toBe('the goals of ada')
  expect([...kept.keys()]).toEqual(before)
})

test('uses a page that the browser preloaded while the worker started', async () => {
  const worker = await installed()
  const preloaded = Promise.resolve(new Response('early'))
  expect(await textOf(worker.respond(requestOf('/about', 'navigate'), preloaded))).toBe('early')
  expect(asked).toEqual([])
})

test('an address that is no page is requested once, by the preload', async () => {
  const worker = await installed()
  const preloaded = Promise.resolve(new Response('early'))
  expect(await textOf(worker.respond(requestOf('/api/oauth/authorize/1', 'navigate'), preloaded))).toBe('early')
  expect(asked).toEqual([])
})

test.each([502, 503, 500])('shows the shell when a proxy responds with %i during a deploy', async status => {
  const worker = await installed()
  server = { '/about': async () => new Response('<h1>nginx</h1>', { status }) }
  expect(await open(worker, '/about')).toBe(SHELL_HTML)
})

test.each([404, 401, 429])('shows a page refused with %i as the server sent it', async status => {
  const worker = await installed()
  server = { '/about': async () => new Response('refused', { status }) }
  expect(await open(worker, '/about')).toBe('refused')
})

test('shows the shell when a page takes longer than three seconds', async () => {
  const worker = await installed()
  server = { '/about': () => new Promise(() => {}) }
  vi.useFakeTimers()
  const opened = open(worker, '/about')
  await vi.advanceTimersByTimeAsync(2999)
  const first = await Promise.race([opened, Promise.resolve('nothing yet')])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  expect([first, await opened]).toEqual(['nothing yet', SHELL_HTML])
})

test.each([
  ['data of a page', requestOf('/api/my/goals')],
  ['the documentation of the API', requestOf('/api/docs', 'navigate')],
  ['an address for operators', requestOf('/readyz', 'navigate')],
  ['a write', requestOf('/', 'navigate', 'POST')],
  ['another site', requestOf('https://example.org/assets/index-1.js')],
  ['a call without /api', requestOf('/get-user')]
])('the worker ignores %s', async (_, request) => {
  expect((await installed()).respond(request)).toBeNull()
})

test('keeps the editor after its first use', async () => {
  const worker = await installed()
  expect(await textOf(worker.respond(requestOf('/assets/Editor-1.js')))).toBe('editor 1')
  server = null
  expect(await textOf(worker.respond(requestOf('/assets/Editor-1.js')))).toBe('editor 1')
})

test('does not keep a 404', async () => {
  const worker = await installed()
  expect((await worker.respond(requestOf('/assets/gone.js')))?.status).toBe(404)
  expect(kept.has('/assets/gone.js')).toBe(false)
})

test('a new version fetches changed files, and the old one keeps its files while a tab uses it', async () => {
  const old = await installed()
  server = {
    '/shell': 'the shell with /assets/index-2.js',
    '/assets/index-2.js': 'index 2',
    '/assets/Editor-2.js': 'editor 2',
    '/theme.js': 'theme 2'
  }
  const next = workerOf(SECOND)
  await next.install()
  expect(asked).toEqual(['/shell', '/assets/index-2.js', '/theme.js'])
  expect(await textOf(old.respond(requestOf('/assets/index-1.js')))).toBe('index 1')
  await next.clean()
  expect([...kept.keys()].sort()).toEqual(['/assets/Chat-1.js', '/assets/index-2.js', '/shell', '/theme.js'])
})

test('rejects a shell of another version, as in the middle of a deploy', async () => {
  server = { ...server, '/shell': 'the shell with /assets/index-2.js' }
  await expect(workerOf(FIRST).install()).rejects.toThrow('another version')
  expect([...kept.keys()]).toEqual([])
})

test('a missing file cancels the installation, and the last shell stays', async () => {
  await installed()
  server = { '/shell': 'the shell with /assets/index-2.js', '/theme.js': 'theme 2' }
  await expect(workerOf(SECOND).install()).rejects.toThrow('/assets/index-2.js')
  expect(await kept.get('/shell')?.clone().text()).toBe(SHELL_HTML)
})
