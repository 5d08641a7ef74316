import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADA, forget } from '../../testing/page/show.tsx'
import { config } from '../lib/embedded.ts'
import { setUser } from '../lib/user.ts'
import { sendPicture } from './send-picture.ts'

const MADE = { url: '/uploads/a.png', urls: { default: '/uploads/a.png' }, width: 2, height: 1 }

/** Records the request until the test responds. */
class Request extends EventTarget {
  static last: Request
  upload = new EventTarget()
  headers: Record<string, string> = {}
  sent: [method: string, address: string, file?: FormDataEntryValue | null] = ['', '']
  status = 0
  responseText = ''
  constructor() {
    super()
    Request.last = this
  }
  open(method: string, address: string): void {
    this.sent = [method, address]
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  send(body: FormData): void {
    this.sent[2] = body.get('file')
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }
  respond(status: number, body: object | string): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request)
  setUser(ADA)
})
afterEach(() => {
  vi.unstubAllGlobals()
  config.csrf_token = ''
  forget()
})

function send(address = '/api/upload') {
  const abort = new AbortController()
  const onProgress = vi.fn()
  const file = new File(['picture'], 'hut.png', { type: 'image/png' })
  const made = sendPicture(file, { address, signal: abort.signal, onProgress })
  return { made, abort, onProgress, request: Request.last }
}

test('sends a picture with the token and the person, and returns its address', {
  tags: ['UPL-01', 'UPL-02', 'UPL-03', 'UPL-04']
}, async () => {
  config.csrf_token = 'token'
  const { made, request, onProgress } = send('/api/upload/my-hut')
  expect(request.sent).toEqual(['POST', '/api/upload/my-hut', expect.objectContaining({ name: 'hut.png' })])
  expect(request.headers).toEqual({ accept: 'application/json', 'x-person': '1', 'x-csrf-token': 'token' })
  request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 2, total: 7 }))
  expect(onProgress).toHaveBeenCalledWith(2, 7)
  request.respond(200, MADE)
  expect(await made).toEqual(MADE)
})

test('a page without a token, from the service worker, sends none', () => {
  const { request } = send()
  expect(request.headers).not.toHaveProperty('x-csrf-token')
})

test("throws the server's message", { tags: ['UPL-05', 'UPL-20'] }, async () => {
  const { made, request } = send()
  request.respond(422, { message: 'Choose a picture.', error: { message: 'Choose a picture.' } })
  await expect(made).rejects.toThrow('Choose a picture.')
})

test.each([
  ['no response', (request: Request) => request.dispatchEvent(new Event('error'))],
  ['a page of a proxy', (request: Request) => request.respond(502, '<h1>Bad gateway</h1>')],
  ['something else', (request: Request) => request.respond(200, '"hello"')]
])('other failures name the file: %s', { tags: 'UPL-20' }, async (_, respond) => {
  const { made, request } = send()
  respond(request)
  await expect(made).rejects.toThrow("Couldn't upload file: hut.png.")
})

test('explains a 413 of a proxy', { tags: 'UPL-20' }, async () => {
  const { made, request } = send()
  request.respond(413, '<html><center><h1>413 Request Entity Too Large</h1></center></html>')
  await expect(made).rejects.toThrow('This picture is too large for this site: hut.png.')
})

test('an aborted upload throws, so that the editor stops waiting', { tags: 'UPL-22' }, async () => {
  const { made, abort } = send()
  abort.abort()
  await expect(made).rejects.toThrow()
})
