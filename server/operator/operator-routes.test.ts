import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

test('/healthz and /readyz return 200 while everything works', async () => {
  const health = await world.visitor.request({ url: '/healthz' })
  expect(health.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  const ready = await world.visitor.request({ url: '/readyz' })
  expect([ready.statusCode, ready.json()]).toEqual([200, { database: true, bus: true, disk: true }])
})

test('without the database /readyz returns 503, and /healthz and /metrics return 200', async () => {
  const nowhere = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, console)
  const cut = await openWorld({}, { db: nowhere })
  try {
    const ready = await cut.visitor.request({ url: '/readyz' })
    expect([ready.statusCode, ready.json()]).toEqual([503, { database: false, bus: true, disk: true }])
    expect((await cut.visitor.request({ url: '/healthz' })).statusCode).toBe(200)
    const { body } = await cut.visitor.request({ url: '/metrics' })
    expect(body).toMatch(/^hut_mails\{state="waiting"\} Nan$/m)
    expect(body).toContain('process_cpu_seconds_total')
  } finally {
    await cut.close()
  }
})

describe('/metrics', () => {
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    world.app.inject({ url: '/metrics', remoteAddress, headers })

  test('local programs can read the metrics', async () => {
    await world.visitor.request({ url: '/api/get-user' })
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const response = await ask(address)
      expect(response.statusCode).toBe(200)
      expect(response.body).toContain('hut_http_request_duration_seconds_bucket')
      expect(response.body).toMatch(/^hut_http_requests_total\{method="GET",route="\/api\/get-user",status="2xx"\} \d/m)
      for (const name of ['process_cpu_seconds_total', 'hut_sockets', 'hut_database_connections']) {
        expect(response.body).toContain(name)
      }
    }
  })

  test('our own metrics have one prefix, next to those of the process', async () => {
    const { body } = await ask('127.0.0.1')
    const names = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    expect(names.filter(name => !/^(hut|process|nodejs)_/.test(name ?? ''))).toEqual([])
  })

  test('the metrics contain the version, disk space, age of the backup and number of people', async () => {
    const figures = async () => {
      const { body } = await ask('127.0.0.1')
      return (name: string) => Number(new RegExp(`^hut_${name} (.+)$`, 'm').exec(body)?.[1])
    }
    await mkdir(join(world.config.dataDir, 'backups'), { recursive: true })
    await writeFile(join(world.config.dataDir, 'notes.txt'), '')
    const first = await figures()
    expect([first('backup_age_seconds'), first('disk_free_bytes') > 0]).toEqual([Number.NaN, true])
    expect(first('database_size_bytes')).toBeGreaterThan(1_000_000)
    expect(first('disk_size_bytes')).toBeGreaterThan(first('disk_free_bytes'))
    await world.as('ada')
    const file = join(world.config.dataDir, 'backups', 'one.backup')
    await writeFile(file, '')
    await utimes(file, 0, (world.clock.now() - 3_600_000) / 1000)
    const second = await figures()
    expect([second('people') - first('people'), second('people_active'), second('backup_age_seconds')]).toEqual([
      1, 1, 3600
    ])
    world.clock.jump(86_400_001)
    const third = await figures()
    expect([third('people_active'), third('people')]).toEqual([0, second('people')])
    const { body } = await ask('127.0.0.1')
    expect(body).toMatch(/^hut_build_info\{version="\d+\.\d+\.\d+[^"]*",node="\d+\.[^"]+"\} 1$/m)
  })

  test('other machines need the token, also through a proxy on this machine', async () => {
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

  test('a silent proxy on this machine is detected by the settings', async () => {
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

  test('the metrics stay small after requests to every route with every class of status', async () => {
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

  test('a request is counted by its route, so made-up addresses do not fill the memory', async () => {
    await world.visitor.request({ url: '/api/activities/made-up-1' })
    await world.visitor.request({ url: '/made/up/2' })
    const { body } = await ask('127.0.0.1')
    expect(body).toContain('route="/api/activities/:challenge",status="4xx"')
    expect(body).not.toMatch(/made.up/)
  })
})
