import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { photo } from '../../../testing/input/pictures.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'
import { LONGEST_UPLOAD_MS } from './slow-bodies.ts'

let world: World
let ada: Caller
let port: number
/** The server's sides of the connections. */
const connections: Socket[] = []
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  world.app.server.on('connection', socket => connections.push(socket))
  port = Number(new URL(await world.app.listen({ port: 0 })).port)
})
afterAll(() => world.close())

const MINUTE = 60_000
const BOUNDARY = 'between-the-parts'

/** Sends the start of a request. `send` sends more of it later. */
async function begin(path: string, type: string, length: number, start: Buffer | string) {
  const socket = connect(port, '127.0.0.1')
  const response = text(socket)
  const cookie = Object.entries(ada.cookies())
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const head = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Cookie: ${cookie}`, `Content-Type: ${type}`]
  let sent = 0
  const send = async (data: Buffer | string): Promise<void> => {
    socket.write(data)
    sent += Buffer.byteLength(data)
    await vi.waitFor(() => {
      const there = connections.find(({ remotePort }) => remotePort === socket.localPort)
      expect(there?.bytesRead).toBe(sent)
    })
  }
  await send(
    Buffer.concat([
      Buffer.from([...head, `Content-Length: ${length}`, 'Connection: close', '', ''].join('\r\n')),
      Buffer.from(start)
    ])
  )
  return { send, response }
}

async function beginUpload() {
  const picture = await photo(900, 900)
  const file = Buffer.concat([picture, Buffer.alloc(100_000)])
  const body = Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  ])
  const request = await begin(
    '/upload',
    `multipart/form-data; boundary=${BOUNDARY}`,
    body.length,
    body.subarray(0, 20_000)
  )
  return { ...request, body }
}

test('a picture may arrive slowly if more of it keeps arriving', async () => {
  const { body, send, response } = await beginUpload()
  for (const from of [20_000, 40_000, 60_000]) {
    world.clock.advance(MINUTE)
    await send(body.subarray(from, from + 20_000))
  }
  await send(body.subarray(80_000))
  expect(await response).toMatch(/^HTTP\/1.1 200 /)
})

test('an upload that stops is refused with a message for the editor', async () => {
  const { response, send, body } = await beginUpload()
  world.clock.advance(MINUTE)
  await send(body.subarray(20_000, 21_000))
  world.clock.advance(MINUTE)
  expect(await response).toMatch(/^HTTP\/1.1 408 (?:.|\n|\r)*"error":\{"message":"This took too long to arrive\./)
})

test('any other body must arrive within a minute', async () => {
  const { response, send } = await begin('/api/lists', 'application/json', 100_000, '{"title":"')
  world.clock.advance(MINUTE - 1)
  await send('a'.repeat(50_000))
  world.clock.advance(1)
  expect(await response).toMatch(/^HTTP\/1.1 408 /)
})

test('a request whose body has arrived can wait longer for its response', async () => {
  const { response } = await begin('/api/login', 'application/json', 2, '{}')
  world.clock.advance(MINUTE)
  expect(await response).toMatch(/^HTTP\/1.1 4(19|22) /)
})

test('Node closes a request that takes longer than any upload', () => {
  expect(world.app.server.requestTimeout).toBe(LONGEST_UPLOAD_MS)
  expect(world.app.server.headersTimeout).toBeLessThanOrEqual(60_000)
})
