import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../testing/socket-client.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Sends raw bytes to the app and returns the response. */
async function send(bytes: string): Promise<{ status: number; headers: string; body: string }> {
  const [host = '', port] = (await addressOf(world.app)).split(':')
  const stream = connect(Number(port), host)
  let text = ''
  stream.on('data', data => {
    text += String(data)
  })
  stream.on('error', () => {})
  stream.write(bytes)
  await new Promise(resolve => stream.once('close', resolve))
  const [headers = '', body = ''] = text.split('\r\n\r\n', 2)
  return { status: Number(headers.split(' ')[1]), headers, body }
}

const get = (path: string, more = '', method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`
const post = (more: string) => get('/api/login', more, 'POST')
const LARGE = `X-Large: ${'a'.repeat(20_000)}\r\n`

test.each([
  ['an address that cannot be decoded', 400, get('/api/activities/%zz')],
  ['an address with a null byte', 400, get('/api/a%00b')],
  ['an address that is too long', 414, get(`/api/activities/${'a'.repeat(600)}`)],
  ['an expectation', 417, get('/api', 'Expect: the-best\r\n')],
  ['large headers', 431, get('/api', LARGE)],
  ['a body with two lengths', 400, post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n')],
  ['a body with two different lengths', 400, post('Content-Length: 2\r\nContent-Length: 3\r\n')],
  ['a text that is not HTTP', 400, 'GET\r\n\r\n']
])('%s is refused with %i, our error body and a request id', { tags: 'API-48' }, async (_, status, bytes) => {
  const response = await send(bytes)
  expect(response.status).toBe(status)
  expect(response.headers).toMatch(/^x-request-id: [0-9a-f-]{36}$/im)
  expect(response.headers).toMatch(/^x-server-time: \d+$/im)
  expect(response.headers).toMatch(/^content-type: application\/json/im)
  expect(response.headers).toMatch(/^x-content-type-options: nosniff/im)
  expect(response.headers).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im)
  if (response.body === '') expect(bytes).toBe('GET\r\n\r\n')
  else {
    const body = JSON.parse(response.body)
    expect(body).toEqual({ message: body.error, error: expect.stringMatching(/\.$/) })
  }
})

test.each([
  ['/api/activities/%zz', '', 400],
  [`/api/activities/${'a'.repeat(600)}`, '', 414],
  ['/api', LARGE, 431]
])('a refused HEAD request gets a response without a body', { tags: 'API-48' }, async (path, more, status) => {
  expect(await send(get(path, more, 'HEAD'))).toMatchObject({ status, body: '' })
})

test.each([
  ['GET', '/api/login', 'POST'],
  ['GET', '/api/challenge-events/x/join', 'POST'],
  ['PUT', '/api/challenge-events', 'POST'],
  ['POST', '/api/users/faces', 'GET, HEAD'],
  ['OPTIONS', '/api/messages/5', 'DELETE']
] as const)('%s %s is refused with 405 and the allowed methods %s', { tags: 'API-48' }, async (method, url, allow) => {
  const { statusCode, headers, body } = await world.visitor.request({ method, url })
  expect([statusCode, headers.allow]).toEqual([405, allow])
  expect(JSON.parse(body)).toEqual({ message: JSON.parse(body).error, error: `This address takes ${allow} only.` })
  expect(headers['x-request-id']).toBeTruthy()
})

test.each([
  ['POST', '/api/nothing-of-the-kind'],
  ['GET', '/api/nobody'],
  ['GET', '/api/nobody/nothing'],
  ['DELETE', '/api/a/b/c/d']
] as const)('%s %s stays 404, because no route has this address', { tags: 'API-48' }, async (method, url) => {
  expect((await world.visitor.request({ method, url })).statusCode).toBe(404)
})
