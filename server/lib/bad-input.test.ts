/** Bad input to every contract: it is refused in the documented form and saves nothing. */
import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { storeGroup } from '../../domain/groups/api.ts'
import { type Endpoint, fillPath } from '../../domain/lib/endpoint.ts'
import { storeActivityList } from '../../domain/lists/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { storeSessionPost } from '../../domain/posts/api.ts'
import { spoiledBodies } from '../../testing/bad-input.ts'
import { allContracts } from '../../testing/contracts.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { openRoom } from '../../testing/room.ts'
import { countRows } from '../../testing/rows.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const { endpoints, pages } = await allContracts()
const named = endpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const withBody = named.filter(([, { body }]) => body !== undefined)

let world: World
let ada: Caller
let mallory: Caller
/** Things of ada's, by the names that paths use. */
let adas: Record<string, string>

beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  mallory = await world.as('mallory')
  const { goal } = await ada.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'A' }] } }
  })
  const { log } = await ada.call(storeQuickLog, { body: { goal_id: goal.id, duration: 600 } })
  const [task, part] = [taskOf(), partOf()]
  const plan = { tasks: [taskGroupOf([task])], parts: [partGroupOf([part])] }
  const { challenge } = await ada.call(storeActivity, { body: { challenge: { title: 'An activity', ...plan } } })
  const { id: room, event } = await openRoom(ada, [await world.as('grace')], { activity: challenge.slug })
  const { group } = await ada.call(storeGroup, { body: { title: 'A group' } })
  const list = await ada.call(storeActivityList, { body: { title: 'A list' } })
  const post = await ada.call(storeSessionPost, {
    params: { event },
    body: { item: { title: 'A post', content: 'Of ada' } }
  })
  const said = { content: 'Of ada', messageable_type: 'challenge_event', messageable_id: room } as const
  const { message } = await ada.call(sendMessage, { body: said })
  adas = {
    goal: String(goal.id),
    log: String(log.id),
    challenge: challenge.slug,
    activity: String(challenge.id),
    event,
    part: part.uuid,
    type: 'part',
    uuid: task.uuid,
    hut: group.slug,
    list: String(list.id),
    post: String(post.id),
    message: String(message.id),
    username: 'grace'
  }
})
afterAll(() => world.close())

const UNKNOWN = ['999999', '0', '-1', '1.5', '99999999999999999999999', 'nothing-of-that-name', "1' or 1=1", '💥', '%']

const pathsOf = (path: string, value: string) =>
  fillPath(path, Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, value])))
/** Of something that is there; a path with a name that `adas` does not know throws. */
const adasPath = (path: string) => fillPath(path, adas)

/** @param payload as it goes over the wire */
function send(caller: Caller, { method }: Endpoint, url: string, payload?: string, type = 'application/json') {
  return caller.request({
    method,
    url,
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } })
  })
}

/** 4xx, JSON, said in `message` and `error`, and nothing of our insides. */
function expectRefused(answer: LightMyRequestResponse, status?: number): void {
  const seen = `${answer.statusCode} ${answer.body.slice(0, 300)}`
  expect(answer.statusCode, seen).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode, seen).toBeLessThan(500)
  if (status !== undefined) expect(answer.statusCode, seen).toBe(status)
  const body = answer.json()
  expect(body, seen).toMatchObject({ message: expect.any(String), error: expect.any(String) })
  expect(answer.body).not.toMatch(/\bat \S+ \(|\.ts:\d|node_modules|select |insert into|stack/)
  if (answer.statusCode === 422 && body.errors !== undefined) {
    for (const text of Object.values(body.errors)) expect(text).toEqual(expect.any(String))
  }
}

test.each(withBody)(
  'API-48 D-18 %s refuses each wrong field under its name and saves nothing',
  async (_, endpoint) => {
    const { refused } = spoiledBodies(endpoint.body as never)
    const url = adasPath(endpoint.path)
    const before = await countRows(world.db)
    for (const { field, body } of refused) {
      const answer = await send(mallory, endpoint, url, JSON.stringify(body))
      expectRefused(answer, 422)
      const fields = Object.keys(answer.json().errors)
      const [root = 'body'] = field.split('.')
      expect(
        fields.some(name => name === 'body' || name.startsWith(root)),
        `${field} in ${fields}`
      ).toBe(true)
    }
    expect(await countRows(world.db)).toEqual(before)
  },
  60_000
)

test.each(withBody)(
  '%s never fails on odd values that its contract takes',
  async (_, endpoint) => {
    const { taken } = spoiledBodies(endpoint.body as never)
    for (const { field, body } of taken) {
      for (const url of new Set([adasPath(endpoint.path), pathsOf(endpoint.path, '999999')])) {
        // The check of the input may come after the check of permission.
        for (const caller of [mallory, ada]) {
          const answer = await send(caller, endpoint, url, JSON.stringify(body))
          expect(answer.statusCode, `${caller.username} ${field} ${answer.body.slice(0, 200)}`).toBeLessThan(500)
        }
      }
    }
  },
  60_000
)

describe('D-18 a body that is not an object is refused', () => {
  test.each(withBody)('%s', async (_, endpoint) => {
    const url = adasPath(endpoint.path)
    const before = await countRows(world.db)
    for (const broken of ['{', '{"a":', 'null]', '"', '{"__proto__":{"a":1}}', '\u0000', '[1]', '"text"', '7']) {
      for (const caller of [world.visitor, mallory]) expectRefused(await send(caller, endpoint, url, broken))
    }
    expectRefused(await send(mallory, endpoint, url, 'a=1', 'application/x-www-form-urlencoded'))
    expectRefused(await send(mallory, endpoint, url, '<a/>', 'application/xml'))
    expectRefused(await send(mallory, endpoint, url, '{}', 'text/plain'))
    expectRefused(await send(mallory, endpoint, url, '{}', 'nonsense'))
    expectRefused(await send(mallory, endpoint, url, `{"a":"${'x'.repeat(10_000_000)}"}`), 413)
    expect(await countRows(world.db)).toEqual(before)
  })
})

test('a missing body is refused where there must be one', async () => {
  const before = await countRows(world.db)
  for (const [, endpoint] of withBody) {
    // Joining and the like take nothing; those calls are not about the body.
    if (z.safeParse(endpoint.body as never, undefined).success) continue
    expectRefused(await send(mallory, endpoint, adasPath(endpoint.path)))
    expectRefused(await send(mallory, endpoint, adasPath(endpoint.path), ''))
  }
  expect(await countRows(world.db)).toEqual(before)
})

test('D-127 SEC-08 SEC-55 a visitor is refused by every call that needs a login, before its input is checked', async () => {
  const before = await countRows(world.db)
  for (const [name, endpoint] of named) {
    if (!endpoint.refusals?.includes('unauthenticated')) continue
    for (const body of ['{', '{}', '[]', undefined]) {
      const answer = await send(world.visitor, endpoint, adasPath(endpoint.path), body)
      expect(answer.statusCode, name).toBe(401)
      expectRefused(answer)
    }
  }
  expect(await countRows(world.db)).toEqual(before)
})

test.each(named.filter(([, { path }]) => path.includes(':')))(
  '%s refuses unknown, huge and unreadable ids',
  async (_, endpoint) => {
    const before = await countRows(world.db)
    const payload = endpoint.body ? '{}' : undefined
    for (const id of UNKNOWN) {
      for (const caller of [mallory, world.visitor]) {
        expectRefused(await send(caller, endpoint, pathsOf(endpoint.path, id), payload))
      }
    }
    for (const raw of ['%00', 'a%00b', '%zz', '%ff', '..%2f..%2fetc', 'x'.repeat(2000)]) {
      expectRefused(await send(mallory, endpoint, endpoint.path.replace(/:\w+/g, raw), payload))
    }
    expect(await countRows(world.db)).toEqual(before)
  }
)

test('odd queries are refused or ignored, never an internal error', async () => {
  for (const [, endpoint] of named) {
    const url = adasPath(endpoint.path)
    expectRefused(await send(mallory, endpoint, `${url}?a=%00`), 400)
    if (endpoint.method !== 'GET') continue
    for (const query of ODD_QUERIES)
      expect((await send(mallory, endpoint, `${url}?${query}`)).statusCode).toBeLessThan(500)
  }
})

const ODD_QUERIES = [
  'page=1&page=2',
  'page[]=1',
  'page[a]=1',
  'page=-1',
  'page=0',
  'page=abc',
  'page=1e99',
  'page=99999999999999999999',
  'page=1000000',
  'q=%25%27%22%5C',
  `q=${'x'.repeat(5000)}`,
  'q=%ff',
  'q=a&q=b',
  'category=nothing',
  'category=1&category=2',
  'category=99999999999999999999',
  'difficulty=x',
  'joined=2',
  'templates[]=1',
  '__proto__=1',
  '%zz',
  '&&&==='
]

test('API-07 API-08 API-13 the data of every page survives odd queries and ids', async () => {
  for (const page of pages) {
    const path = page.path === '/' ? '' : page.path
    for (const prefix of ['/api', '']) {
      for (const caller of [mallory, world.visitor]) {
        for (const query of ODD_QUERIES) {
          const answer = await caller.request({ url: `${prefix}${adasPath(path) || (prefix ? '' : '/')}?${query}` })
          expect(answer.statusCode, `${page.path} ${query} ${answer.body.slice(0, 200)}`).toBeLessThan(500)
        }
      }
    }
    if (!path.includes(':')) continue
    for (const id of UNKNOWN) expectRefused(await mallory.request({ url: `/api${pathsOf(path, id)}` }))
  }
}, 60_000)

test('a missing or wrong object of fields gets a message that says what to send', async () => {
  const [object, list] = ['Send an object with the documented fields.', 'Send a list.']
  const errorsOf = async (endpoint: Endpoint, body: object) =>
    (await mallory.refused(endpoint, { params: adas, body: body as never })).body.errors
  expect(await errorsOf(storeSessionPost, {})).toEqual({ item: object })
  expect(await errorsOf(storeSessionPost, { item: 5 })).toEqual({ item: object })
  expect(await errorsOf(storeGoal, { challenge: { tasks: 5 } })).toEqual({ 'challenge.tasks': list })
})
