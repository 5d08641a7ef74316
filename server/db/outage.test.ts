import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { login } from '../../domain/accounts/api.ts'
import { type TestDatabase, testDatabase } from '../../testing/database/database.ts'
import { openWorld, registration, type World } from '../../testing/world.ts'
import { isDiskFull, isUnreachable } from '../lib/database-errors.ts'
import { type Database, openDatabase } from './database.ts'

let database: TestDatabase
let way: Awaited<ReturnType<typeof openWay>>
let db: Database
let world: World
beforeAll(async () => {
  database = await testDatabase()
  way = await openWay()
  db = openDatabase({ ...database.connection, host: '127.0.0.1', port: way.port }, { error() {} })
  world = await openWorld({}, { db })
})
afterAll(async () => {
  await world.close()
  await db.$client.end()
  await way.close()
  await database.drop()
})

/** A proxy to the database that can be closed, like an outage, and opened again. */
async function openWay() {
  const { host = '', port } = inject('postgres')
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(Number(port), host)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  const listen = async (on: number): Promise<number> => {
    await once(server.listen(on, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  const own = await listen(0)
  return {
    port: own,
    open: () => listen(own),
    close: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await closed
    }
  }
}

test('during an outage every request gets 503 with Retry-After, and afterwards requests work again', async () => {
  const { visitor } = world
  const requests = [
    () => visitor.request({ url: '/api/activities' }),
    () => visitor.request({ url: '/api' }),
    () => visitor.request({ method: 'POST', url: '/register', payload: registration('ada') }),
    () =>
      visitor.request({ method: 'POST', url: login.path, payload: { email: 'ada@example.org', password: 'a guess' } })
  ]
  expect((await visitor.request({ url: '/api/activities' })).statusCode).toBe(200)
  await way.close()
  for (const request of [...requests, ...requests]) {
    const response = await request()
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
    expect(response.json().message).toBe('The server is busy. Please try again in a moment.')
  }
  const page = await visitor.request({ url: '/activities', headers: { accept: 'text/html' } })
  expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
    503,
    '5',
    'text/html; charset=utf-8'
  ])
  expect(page.body).toContain('<meta http-equiv="refresh" content="5">')
  expect((await visitor.request({ url: '/readyz' })).statusCode).toBe(503)
  await way.open()
  expect((await visitor.request({ url: '/readyz' })).statusCode).toBe(200)
  expect((await visitor.request({ url: '/api/activities' })).statusCode).toBe(200)
  expect((await visitor.request({ method: 'POST', url: '/register', payload: registration('ada') })).statusCode).toBe(
    200
  )
})

test('a wrong statement or a bug does not count as an outage', async () => {
  for (const statement of ['select nothing', 'select 1 / 0', 'select pg_sleep(-1) from nowhere']) {
    const error = await db.$client.query(statement).catch(failure => failure)
    expect([isUnreachable(error), isDiskFull(error)]).toEqual([false, false])
  }
  expect(isUnreachable(new TypeError('x is not a function'))).toBe(false)
})
