/** Tests each allowance at the call that uses it: the last use that fits and the first that does not. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../../domain/activities/builder-api.ts'
import { storeGroup } from '../../../domain/groups/api.ts'
import { importLogs } from '../../../domain/import/api.ts'
import { moveIn } from '../../../domain/import/moving.ts'
import { fillPath } from '../../../domain/lib/endpoint.ts'
import { ALLOWANCES } from '../../../domain/lib/limits.ts'
import { storeActivityList } from '../../../domain/lists/api.ts'
import { storeItem } from '../../../domain/publishing/item-api.ts'
import { storePerson } from '../../../domain/publishing/person-api.ts'
import { testPush } from '../../../domain/reminders/api.ts'
import { storeReport } from '../../../domain/reports/api.ts'
import { comeEveryTime, followDate, makeSeries } from '../../../domain/series/api.ts'
import { sessionPage } from '../../../domain/sessions/api.ts'
import { storeSession } from '../../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'on', PUSH: 'off' })
})
afterAll(() => world.close())

const later = () => new Date(world.clock.now() + 3_600_000).toISOString()
const post = (url: string, payload: () => object) => (person: Caller) =>
  person.request({ method: 'POST', url, payload: payload() })

/** Makes a series, and returns its first date. */
async function datesOf(host: Caller): Promise<string> {
  const body = { challenge: { title: 'A class', duration: 600, started_at: later() } }
  const { slug: event } = (await host.call(storeSession, { body })).event
  await host.call(makeSeries, { params: { event }, body: { repeats: 'weekly' } })
  return event
}

/** Accounts that are older than a day. */
const known = async (person: Caller) => ({ ...KNOWN, id: (await person.user()).id })
const KNOWN = { role_id: 1, registered: new Date(0), is_unconfirmed: false }

const CALLS: [keyof typeof ALLOWANCES, (person: Caller) => ReturnType<Caller['request']>][] = [
  ['activities', post(storeActivity.path, () => ({ challenge: { title: 'Walk', duration: 600 } }))],
  ['sessions', post(storeSession.path, () => ({ challenge: { title: 'Focus', duration: 600, started_at: later() } }))],
  ['items', post(storeItem.path, () => ({ title: 'A note' }))],
  ['persons', post(storePerson.path, () => ({ username: `p-${randomUUID().slice(0, 8)}` }))],
  [
    'follows',
    async person => {
      await world.as('an-author')
      return person.request({ method: 'PUT', url: '/api/users/an-author/follow', payload: { is_on: 1 } })
    }
  ],
  ['groups', post(storeGroup.path, () => ({ title: 'Walkers' }))],
  [
    'reports',
    async person => {
      const { id } = (await person.call(storeGroup, { body: { title: 'Reported' } })).group
      return person.request({
        method: 'POST',
        url: storeReport.path,
        payload: { kind: 'group', subject_id: id, reason: 'spam' }
      })
    }
  ],
  [
    'seriesChanges',
    async person => {
      const event = await datesOf(person)
      return person.request({ method: 'POST', url: fillPath(followDate.path, { event }), payload: {} })
    }
  ],
  [
    'regularPlaces',
    async person => {
      const event = await datesOf(await world.as(`host-${randomUUID().slice(0, 8)}`))
      const { challengeEvent } = await person.visit(sessionPage, { event })
      const series = challengeEvent.series?.slug ?? ''
      return person.request({ method: 'POST', url: fillPath(comeEveryTime.path, { series }), payload: {} })
    }
  ],
  ['testPushes', post(testPush.path, () => ({}))],
  ['exports', person => person.request({ url: '/api/account/export/logs.csv' })],
  [
    'imported',
    post(importLogs.path, () => ({
      uuid: randomUUID(),
      file_name: 'tracker.csv',
      logs: [{ day: '2026-01-05', amount: 1 }]
    }))
  ],
  [
    'moved',
    post(moveIn.path, () => ({
      ...{ uuid: randomUUID(), file_name: 'everything.json', account: 'moved.1.mb3k9zzz', section: 'notes' },
      rows: [{ id: 1, title: 'Plan', created_at: '2026-01-05T08:00:00Z' }]
    }))
  ],
  ['writes', post(storeActivityList.path, () => ({ title: 'Mornings' }))]
]

test.each(CALLS)(
  '%s: the last use that fits succeeds, and the next is refused until the time is over',
  async (name, call) => {
    const [person, other] = [await world.as(`of-${name.toLowerCase()}`), await world.as('someone-else')]
    const { most, within, message } = ALLOWANCES[name]
    world.clock.jump(DAY)
    await world.deps.take(await known(person), { [name]: most - 1 })
    expect((await call(person)).statusCode).toBe(200)
    const refused = await call(person)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, within])
    expect(refused.json().message).toMatch(message)
    expect((await call(other)).statusCode).toBe(200)
    world.clock.jump(within * 1000)
    expect((await call(person)).statusCode).toBe(200)
  }
)

test('a refused call changes nothing and uses no other allowance', async () => {
  const person = await world.as('refused')
  world.clock.jump(DAY)
  await world.deps.take(await known(person), { groups: ALLOWANCES.groups.most })
  const before = await world.db.$client.query('select count(*)::int as n from groups')
  const refused = await person.request({ method: 'POST', url: storeGroup.path, payload: { title: 'Too many' } })
  expect(refused.statusCode).toBe(429)
  expect((await world.db.$client.query('select count(*)::int as n from groups')).rows).toEqual(before.rows)
  expect((await person.request({ method: 'POST', url: storeItem.path, payload: { title: 'Fine' } })).statusCode).toBe(
    200
  )
  world.clock.jump(DAY - 1)
  const late = await person.request({ method: 'POST', url: storeGroup.path, payload: { title: 'Still' } })
  expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '1'])
})

test('every allowance is tested here or with pictures, bodies and guests', () => {
  const here = CALLS.map(([name]) => name)
  const elsewhere: (keyof typeof ALLOWANCES)[] = ['bytes', 'pictures', 'pictureBytes', 'guestWrites']
  expect([...here, ...elsewhere].sort()).toEqual(Object.keys(ALLOWANCES).sort())
})
