/** Tests a real streaming replica. A test can pause its replay, stop it or freeze it. */
import { tmpdir } from 'node:os'
import type { ClientConfig } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { logout } from '../../domain/accounts/api.ts'
import { groupPage, groupsPage, patchGroup, storeGroup } from '../../domain/groups/api.ts'
import { run } from '../../testing/database/first-release.ts'
import { fillDatabase } from '../../testing/database/postgres.ts'
import { runProgram, urlOf } from '../../testing/servers/program.ts'
import { openWithStandby } from '../../testing/servers/standby.ts'
import { type Caller, createCaller, openWorld, type World } from '../../testing/world.ts'
import { openDatabase } from './database.ts'
import { openReplica, type Replica } from './replica.ts'

const SECOND = 1000
/** For a busy machine. */
const PATIENCE = { timeout: 20_000 }
const WROTE = 'hut_wrote'

let servers: Awaited<ReturnType<typeof openWithStandby>>
let world: World
let replica: Replica
const told: string[] = []
const log = { info: (_: object, text: string) => told.push(text), warn: (_: object, text: string) => told.push(text) }

beforeAll(async () => {
  servers = await openWithStandby(fillDatabase)
  world = await openWorld(
    {},
    {
      // This test stops the server while connections are idle, too.
      openDb: () => openDatabase(servers.primary, { error() {} }),
      async openReplica(needs) {
        replica = await openReplica({ connection: servers.standby, log, ...needs })
        return replica
      },
      render: async ({ serverData }) => `<h1>${JSON.stringify(serverData)}</h1>`
    }
  )
})
/** A test has split the servers, so they must be joined again before the next test. */
let isSplit = false
beforeEach(async () => {
  if (!isSplit) return
  await servers.rejoin()
  await vi.waitFor(caughtUp, PATIENCE)
  isSplit = false
})
afterAll(async () => {
  await world.close()
  await servers.end()
})

/** Pauses the replica until the test is over. */
async function holdUp(): Promise<void> {
  await caughtUp()
  await run(servers.standby, 'select pg_wal_replay_pause()')
  await vi.waitFor(async () => {
    const [state] = await run(servers.standby, 'select pg_get_wal_replay_pause_state() as is')
    expect(state?.is).toBe('paused')
  }, PATIENCE)
  onTestFinished(resume)
}

async function resume(): Promise<void> {
  await run(servers.standby, 'select pg_wal_replay_resume()')
  await caughtUp()
}

async function caughtUp(): Promise<void> {
  const [now] = await run(servers.primary, 'select pg_current_wal_lsn()::text as lsn')
  await vi.waitFor(async () => {
    const [has] = await run(servers.standby, `select pg_last_wal_replay_lsn() >= '${now?.lsn}' as it`)
    expect(has?.it).toBe(true)
  }, PATIENCE)
  // The first check may only show that the replica has an earlier moment. The next one compares with the present.
  await replica.look()
  await vi.waitFor(async () => {
    await replica.look()
    expect(replica.db() === null).toBe(false)
  }, PATIENCE)
}

async function secondsPass(seconds: number): Promise<void> {
  for (let nth = 0; nth < seconds; nth++) {
    world.clock.advance(SECOND)
    await replica.look()
  }
}

/** The same person in a browser whose mark of a write has expired, as it does after ten seconds. */
function later(caller: Caller): Caller {
  const { [WROTE]: _, ...cookies } = caller.cookies()
  return createCaller(world, caller.username, cookies)
}

const make = async (who: Caller, title: string) => (await who.call(storeGroup, { body: { title, content: '' } })).group
const rename = (who: Caller, hut: string, title: string) =>
  who.call(patchGroup, { params: { hut }, body: { title, content: '' } })
const titleOf = async (who: Caller, hut: string) => (await who.visit(groupPage, { hut })).group.title
const metric = async () => /^hut_database_replica_used (\d)$/m.exec(await world.deps.metrics.metrics())?.[1]
const visitor = () => createCaller(world, 'visitor')

test('visitors and people who wrote nothing read from the replica, and a writer sees changes at once', async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { slug } = await make(ada, 'Early runners')
  await holdUp()
  await rename(ada, slug, 'Late runners')
  expect(await titleOf(ada, slug)).toBe('Late runners')
  expect((await ada.request({ url: `/group/${slug}` })).body).toContain('Late runners')
  expect(await titleOf(visitor(), slug)).toBe('Early runners')
  expect((await visitor().request({ url: `/group/${slug}` })).body).toContain('Early runners')
  expect(await titleOf(later(grace), slug)).toBe('Early runners')
  await resume()
  expect(await titleOf(visitor(), slug)).toBe('Late runners')
})

test('a person who writes and signs out sees the change, despite pages shared with visitors', async () => {
  const alan = await world.as('alan')
  const { slug } = await make(alan, 'Night swimmers')
  await holdUp()
  expect((await visitor().request({ url: `/group/${slug}` })).body).toContain('Night swimmers')
  await rename(alan, slug, 'Day swimmers')
  await alan.call(logout)
  const signedOut = await alan.request({ url: `/group/${slug}` })
  expect(signedOut.body).toContain('Day swimmers')
  expect(signedOut.body).not.toContain('Night swimmers')
})

test('a row that the replica does not have yet is read from the primary database', async () => {
  const ada = await world.as('ada')
  await holdUp()
  const { slug } = await make(ada, 'Brand new')
  expect(await titleOf(visitor(), slug)).toBe('Brand new')
  const { groups } = await visitor().visit(groupsPage, {}, { q: 'brand' })
  expect(groups).toEqual([])
})

test('a replica more than five seconds behind is not used until it has caught up', async () => {
  const ada = await world.as('ada')
  const { slug } = await make(ada, 'Slow walkers')
  await holdUp()
  await rename(ada, slug, 'Quick walkers')
  await secondsPass(5)
  expect(await titleOf(visitor(), slug)).toBe('Slow walkers')
  expect(await metric()).toBe('1')
  told.length = 0
  await secondsPass(1)
  expect(await titleOf(visitor(), slug)).toBe('Quick walkers')
  expect(await metric()).toBe('0')
  await secondsPass(3)
  await resume()
  expect(told).toEqual(['the replica is not used', 'the replica is used'])
})

test('the cookie of a write lasts longer than the replica may be behind', async () => {
  const ada = await world.as('ada')
  const { cookies } = await ada.request({ method: 'POST', url: '/api/store-group', payload: {} })
  expect(cookies.find(({ name }) => name === WROTE)).toMatchObject({ maxAge: 10, httpOnly: true, sameSite: 'Lax' })
  expect((await visitor().request({ url: '/groups' })).cookies.map(({ name }) => name)).not.toContain(WROTE)
})

test('the primary database serves while the replica is stopped, and the replica serves again later', async () => {
  await world.as('ada')
  await caughtUp()
  await servers.stop()
  for (const url of ['/', '/groups', '/activities', '/api/groups', '/ada']) {
    expect((await visitor().request({ url })).statusCode, url).toBe(200)
  }
  await secondsPass(1)
  expect(replica.db() === null).toBe(true)
  expect((await visitor().request({ url: '/api/activities' })).statusCode).toBe(200)
  await servers.start()
  await vi.waitFor(caughtUp, PATIENCE)
})

test('nobody waits longer than two seconds for a frozen replica', async () => {
  await caughtUp()
  await servers.freeze()
  onTestFinished(async () => {
    servers.thaw()
    await vi.waitFor(caughtUp, PATIENCE)
  })
  const page = visitor().request({ url: '/api/groups' })
  await vi.waitFor(() => {
    world.clock.advance(SECOND)
    return expect(Promise.race([page, Promise.reject(new Error('it waits'))])).resolves.toMatchObject({
      statusCode: 200
    })
  }, PATIENCE)
  await vi.waitFor(() => {
    world.clock.advance(SECOND)
    expect(replica.db() === null).toBe(true)
  }, PATIENCE)
})

test('a replica of another database is refused', async () => {
  const needs = { primary: world.db, clock: world.clock, log }
  const env = { DATABASE_URL: urlOf(servers.primary), DATABASE_REPLICA_URL: urlOf(inject('postgres')), PORT: '0' }
  const { code, printed } = await runProgram('server/main.ts', { ...env, LOG_LEVEL: 'error', DATA_DIR: tmpdir() })
  expect({ code, printed }).toEqual({
    code: 1,
    printed:
      'Wrong setting: DATABASE_REPLICA_URL: the replica cannot be used: it is of another database than DATABASE_URL\n'
  })
  await expect(openReplica({ connection: { ...servers.standby, database: 'none' }, ...needs })).rejects.toThrow(
    'Wrong setting: DATABASE_REPLICA_URL: the replica cannot be used: database "none" does not exist'
  )
})

test.each([
  ['is unreachable', () => ({ host: '127.0.0.1', port: 1 })],
  ['is the primary itself, as after a failover', () => servers.primary]
])('a replica that %s is not used and does not stop the start', async (_, connection: () => ClientConfig) => {
  const { db, close } = await openReplica({ connection: connection(), primary: world.db, clock: world.clock, log })
  onTestFinished(close)
  expect(db()).toBeNull()
})

test('while the primary is stopped visitors still read from the replica', async () => {
  await caughtUp()
  await servers.stopPrimary()
  onTestFinished(servers.startPrimary)
  await secondsPass(10)
  expect((await visitor().request({ url: '/api/activities' })).statusCode).toBe(200)
  expect((await visitor().request({ url: '/api/goals' })).statusCode).toBe(503)
})

test('a replica on another timeline is not used, even if its position is ahead of the primary', async () => {
  await caughtUp()
  // Move the replica two log files ahead. The primary does not reach that position during the test.
  const further = 'select pg_switch_wal(); checkpoint;'
  isSplit = true
  await servers.split(own => run(own, further.repeat(2)))
  const reasons: string[] = []
  const { db, close } = await openReplica({
    connection: servers.standby,
    primary: world.db,
    clock: world.clock,
    log: { info() {}, warn: ({ err }: { err?: Error }) => reasons.push(err?.message ?? '') }
  })
  onTestFinished(close)
  const [now] = await run(servers.primary, 'select pg_current_wal_lsn()::text as lsn')
  const [ahead] = await run(
    servers.standby,
    `select pg_is_in_recovery() and pg_last_wal_replay_lsn() > '${now?.lsn}' as it`
  )
  expect(ahead?.it).toBe(true)
  expect(db()).toBeNull()
  expect(reasons).toEqual(['it follows another database: its timeline is another one'])
})
