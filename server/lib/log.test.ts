import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../domain/accounts/api.ts'
import { PASSWORD } from '../../testing/names.ts'
import { openWorld, registration, type World } from '../../testing/world.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'

let world: World
let written = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    written += chunk
    done()
  }
})

beforeAll(async () => {
  world = await openWorld({}, { log: createLog('trace', { destination: stream }) })
})
afterAll(() => world.close())

const lines = (): Record<string, never>[] =>
  written
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

test('each response has its own id, which its log line contains', async () => {
  const one = await world.visitor.request({ url: '/api/get-user' })
  const two = await world.visitor.request({ url: '/nothing-here' })
  const ids = [one, two].map(({ headers }) => headers['x-request-id'] as string)
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    const own = lines().filter(({ reqId }) => reqId === id)
    expect(own.map(({ msg }) => msg)).toEqual(['request completed'])
    expect(own[0]).toMatchObject({ req: { method: 'GET', path: expect.stringMatching(/^\/[\w/-]+$/) } })
    expect(JSON.stringify(own[0]).split(id)).toHaveLength(2)
  }
})

test('what a request contains cannot begin another line', async () => {
  const url = '/api/nobody%0a%7b%22level%22:60%7d/"\\{}'
  const { headers } = await world.app.inject({ url, headers: { 'user-agent': 'a\u2028{"level":60}' } })
  expect(lines().filter(({ level }) => level === 60)).toEqual([])
  const own = lines().filter(({ reqId }) => reqId === headers['x-request-id'])
  expect(own).toMatchObject([{ msg: 'request completed' }])
})

test('client addresses are logged only if a setting turns it on', async () => {
  const ask = (app: World['app']) =>
    app.inject({ url: '/nothing-here', remoteAddress: '203.0.113.7', headers: { 'x-forwarded-for': '198.51.100.9' } })
  await ask(world.app)
  expect(written).not.toMatch(/203\.0\.113\.7|198\.51\.100\.9|127\.0\.0\.1/)
  const { logAddresses } = readConfig({ LOG_ADDRESSES: 'on' })
  let own = ''
  const destination = {
    write(line: string) {
      own += line
    }
  }
  const asked = await openWorld({}, { log: createLog('info', { destination, addresses: logAddresses }) })
  await ask(asked.app)
  await asked.close()
  expect(own).toContain('"ip":"203.0.113.7"')
})

test('requests for files, health and metrics are logged only when they fail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-hut-files-'))
  await writeFile(join(folder, 'page.js'), 'export {}')
  let own = ''
  const destination = {
    write(line: string) {
      own += line
    }
  }
  const served = await openWorld({}, { assets: folder, log: createLog('info', { destination }) })
  for (const url of ['/page.js', '/healthz', '/readyz', '/metrics']) {
    expect([url, (await served.visitor.request({ url })).statusCode]).toEqual([url, 200])
  }
  expect(own).toBe('')
  await served.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })
  await served.visitor.request({ url: '/uploads/none.png' })
  await served.visitor.request({ url: '/api/get-user' })
  await served.close()
  await rm(folder, { recursive: true })
  const logged = own
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).req?.path)
  expect(logged).toEqual(['/metrics', '/uploads/none.png', '/api/get-user'])
})

test('no password, e-mail, cookie, token or join code is logged, not even with an error', async () => {
  const ada = await world.as('ada')
  await ada.request({ url: '/sanctum/csrf-cookie' })
  const { csrf_token } = (await ada.request({ url: '/sanctum/csrf-cookie' })).json()
  await ada.refused(login, { body: { email: 'ada@example.org', password: 'a wrong password' } })
  await ada.request({ url: '/password/reset/a-token-in-the-path' })
  await ada.request({ url: '/reset-password?token=a-token-in-the-query' })
  await ada.request({
    method: 'POST',
    url: '/challenge-events/10/join?join_code=sesame',
    payload: { join_code: 'sesame' },
    headers: { authorization: 'Bearer top-secret', 'x-csrf-token': csrf_token }
  })
  await ada.request({
    method: 'POST',
    url: '/login',
    payload: '{"password":"not json',
    headers: { 'content-type': 'application/json' }
  })
  const { rows } = await world.db.execute<{ password_hash: string }>(sql`select password_hash from users`)

  await world.db.execute(sql`alter table persons rename to persons_gone`)
  const fault = await world.visitor.request({ method: 'POST', url: '/register', payload: registration('grace') })
  const taken = await world.visitor.request({
    method: 'POST',
    url: '/login',
    payload: { email: 'ada@example.org', password: PASSWORD }
  })
  await world.db.execute(sql`alter table persons_gone rename to persons`)
  expect([fault.statusCode, taken.statusCode]).toEqual([500, 500])
  expect(fault.json()).toEqual({
    message: 'Something went wrong on our side. Please try again.',
    error: 'Something went wrong on our side. Please try again.'
  })
  const failed = lines().filter(({ msg }) => msg === 'request failed')
  expect(failed).toHaveLength(2)
  expect(failed[0]).toMatchObject({
    reqId: fault.headers['x-request-id'],
    err: {
      message: 'relation "persons" does not exist',
      code: '42P01',
      stack: expect.stringContaining('registration.ts')
    }
  })

  const secrets = [
    ...[PASSWORD, 'a wrong password', 'not json', 'example.org', 'argon2', 'sesame', 'top-secret', csrf_token],
    ...Object.values(ada.cookies()),
    ...rows.map(({ password_hash }) => password_hash)
  ]
  for (const secret of secrets) expect(written.includes(secret), secret).toBe(false)
})

test('a log that cannot be written to a full disk does not end the process', async () => {
  // Writing to this device fails like writing to a full disk.
  const full = await open('/dev/full', 'w')
  const program = `
    import { setImmediate } from 'node:timers/promises'
    import { createLog } from '${new URL('./log.ts', import.meta.url).href}'
    const log = createLog('info')
    for (let line = 0; line < 100; line++) {
      log.info('x'.repeat(20_000))
      await setImmediate()
    }
    process.stderr.write('alive')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', full.fd, 'pipe']
  })
  const [printed, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')])
  await full.close()
  expect([code, printed]).toEqual([0, 'alive'])
})
