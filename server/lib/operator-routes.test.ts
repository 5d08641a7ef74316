import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allContracts } from '../../testing/contracts.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { openDatabase } from '../db/database.ts'

const TOKEN = 'a token for metrics'

let world: World
beforeAll(async () => {
  world = await openWorld({ METRICS_TOKEN: TOKEN })
})
afterAll(() => world.close())

test('/healthz and /readyz return 200 while all is well', async () => {
  expect((await world.visitor.request({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  const ready = await world.visitor.request({ url: '/readyz' })
  expect([ready.statusCode, ready.json()]).toEqual([200, { database: true, bus: true, disk: true }])
})

test('/readyz returns 503 when the database does not respond; /healthz and /metrics still return 200', async () => {
  const nowhere = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, console)
  const cut = await openWorld({}, { db: nowhere })
  try {
    const ready = await cut.visitor.request({ url: '/readyz' })
    expect([ready.statusCode, ready.json()]).toEqual([503, { database: false, bus: true, disk: true }])
    expect((await cut.visitor.request({ url: '/healthz' })).statusCode).toBe(200)
    const { body } = await cut.visitor.request({ url: '/metrics' })
    expect(body).toMatch(/^mails\{state="waiting"\} Nan$/m)
    expect(body).toContain('process_cpu_seconds_total')
  } finally {
    await cut.close()
  }
})

describe('/metrics', () => {
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url: '/metrics', remoteAddress, headers })

  test('can be read from this machine', async () => {
    await world.visitor.request({ url: '/api/get-user' })
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const response = await ask(address)
      expect(response.statusCode).toBe(200)
      expect(response.body).toContain('http_request_duration_seconds_bucket')
      expect(response.body).toMatch(/http_requests_total\{method="GET",route="\/api\/get-user",status="2xx"\} \d/)
      for (const name of ['process_cpu_seconds_total', 'realtime_sockets', 'database_connections']) {
        expect(response.body).toContain(name)
      }
    }
  })

  test('refuses others without the token, also behind a proxy on this machine', async () => {
    for (const [address, headers] of [
      ['10.0.0.1', {}],
      ['10.0.0.1', { authorization: 'Bearer wrong' }],
      ['10.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
      ['127.0.0.1', { 'x-forwarded-for': '10.0.0.1' }],
      ['127.0.0.1', { 'x-real-ip': '10.0.0.1' }],
      ['127.0.0.1', { forwarded: 'for=10.0.0.1' }],
      ['127.0.0.1', { host: 'hut.example.org' }]
    ] as const) {
      const response = await ask(address, headers)
      expect(response.statusCode).toBe(403)
      expect(response.body).not.toContain('http_request')
    }
    expect((await ask('10.0.0.1', { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200)
  })

  test('refuses a proxy on this machine that says nothing, by the settings that tell of it', async () => {
    for (const [name, value] of [
      ['APP_URL', 'https://hut.example.org'],
      ['TRUST_PROXY', '127.0.0.1']
    ] as const) {
      const behind = await openWorld({ [name]: value })
      try {
        expect((await behind.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(403)
      } finally {
        await behind.close()
      }
    }
  })

  test('stays small when every route has been asked for and every class of status has been returned', async () => {
    const { endpoints, pages } = await allContracts()
    for (const { method, path } of endpoints) {
      await world.visitor.request({
        method,
        url: path.replace(/:\w+/g, '1'),
        ...(method === 'GET' ? {} : { payload: {} })
      })
    }
    for (const { path } of pages) {
      await world.visitor.request({ url: path.replace(/:\w+/g, '1') })
      await world.visitor.request({ url: `/api${path.replace(/:\w+/g, '1')}` })
    }
    const { body } = await ask('127.0.0.1')
    expect(body.length).toBeLessThan(300_000)
  })

  test('counts an address by its route, so that made-up ones do not fill the memory', async () => {
    await world.visitor.request({ url: '/api/activities/made-up-1' })
    await world.visitor.request({ url: '/made/up/2' })
    const { body } = await ask('127.0.0.1')
    expect(body).toContain('route="/api/activities/:challenge",status="4xx"')
    expect(body).not.toContain('made')
  })
})
