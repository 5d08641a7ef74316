/** Press addresses: secret addresses that press one button of a goal (D-156). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteGoal, newGoal, restoreGoal, storeGoal, updateGoal } from '../../domain/goals/api.ts'
import { PRESSES } from '../../domain/lib/limits.ts'
import { myLogsPage } from '../../domain/logs/my-logs-api.ts'
import {
  createPressAddress,
  endPressAddress,
  getPressAddresses,
  MOST_PRESS_ADDRESSES,
  NO_SUCH_PRESS,
  PRESSED_TWICE_MS,
  TOO_MANY_PRESS_ADDRESSES
} from '../../domain/presses/api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const BUTTON = 'b'.repeat(32)
const ADDRESS = '10.1.2.3'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** A goal of eight glasses with one button for two. */
async function goalOf(person: Caller): Promise<number> {
  const task = {
    ...{ ...newGoal('a'.repeat(32)), title: 'Drink <water>', amount: 8, unit: 'glasses' },
    quick_log_buttons: [
      { uuid: BUTTON, title: '', content: '', amount: 2, distance: null, duration: null, status: 2 as const }
    ]
  }
  return (await person.call(storeGoal, { body: { challenge: { tasks: [task] } } })).goal.id
}

async function addressOf(person: Caller, goal_id: number): Promise<string> {
  return (await person.call(createPressAddress, { body: { goal_id, ql_button_uuid: BUTTON } })).path
}

interface Sent {
  headers?: Record<string, string>
  payload?: string
}
const send = (url: string, sent: Sent = {}, { app }: Pick<World, 'app'> = world) =>
  app.inject({ method: 'POST', url, remoteAddress: ADDRESS, ...sent })
const open = (url: string, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({ method, url, headers: { accept: 'text/html' } })
const countLogs = async (person: Caller) => (await person.visit(myLogsPage)).logs.length

test('a press without a login logs what the button says, and tells where the goal stands', {
  tags: 'D-156'
}, async () => {
  const ada = await world.as('ada')
  const path = await addressOf(ada, await goalOf(ada))
  const response = await send(path)
  expect(response.json()).toMatchObject({ message: '2 glasses logged. Drink <water>: 2 of 8 glasses.', error: null })
  expect(response.cookies).toEqual([])
  expect((await ada.visit(myLogsPage)).logs).toMatchObject([{ amount: 2, ql_button_uuid: BUTTON }])
  const { press_addresses } = await ada.call(getPressAddresses)
  const used_at = new Date(world.clock.now()).toISOString()
  expect(press_addresses).toMatchObject([{ goal_title: 'Drink <water>', logs: '2 glasses', used_at }])
})

test('without a key, presses within two seconds count once; later ones count again', { tags: 'D-156' }, async () => {
  const bob = await world.as('bob')
  const path = await addressOf(bob, await goalOf(bob))
  const responses = await Promise.all([send(path), send(path), send(path)])
  expect(new Set(responses.map(response => response.json().log_id)).size).toBe(1)
  await world.pass(PRESSED_TWICE_MS - 1)
  await send(path)
  expect(await countLogs(bob)).toBe(1)
  await world.pass(1)
  await send(path)
  expect(await countLogs(bob)).toBe(2)
})

test('a key of a header, a form or JSON makes a repeat harmless', { tags: 'D-156' }, async () => {
  const cid = await world.as('cid')
  const path = await addressOf(cid, await goalOf(cid))
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }
  for (const sent of [
    { headers: { 'idempotency-key': 'press-0001' } },
    { headers: form, payload: 'key=press-0001' },
    { headers: json, payload: '{"key":"press-0001"}' },
    { headers: json, payload: '{"key":"press-0002"}' }
  ]) {
    expect((await send(path, sent)).statusCode).toBe(200)
    await world.pass(PRESSED_TWICE_MS)
  }
  expect(await countLogs(cid)).toBe(2)
  for (const payload of ['{"key":"short"}', '{"key":7}', '{"key', '[]'])
    expect([payload, (await send(path, { headers: json, payload })).statusCode]).toEqual([payload, 422])
})

test('any kind of body and any origin may press, since only the secret counts', { tags: 'D-156' }, async () => {
  const dan = await world.as('dan')
  const path = await addressOf(dan, await goalOf(dan))
  for (const type of ['application/json', 'text/plain', 'application/octet-stream', 'nonsense/x']) {
    const headers = { 'content-type': type, origin: 'null', 'sec-fetch-site': 'cross-site' }
    expect((await send(path, { headers, payload: '' })).statusCode).toBe(200)
  }
  const { headers } = await send(path, { headers: { 'idempotency-key': 'of-a-program' } })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('opening an address shows its button and never logs', { tags: 'D-156' }, async () => {
  const eve = await world.as('eve')
  const path = await addressOf(eve, await goalOf(eve))
  const page = await open(path)
  expect(page.headers['x-robots-tag']).toBe('noindex')
  expect(page.headers['cache-control']).toBe('private, no-store')
  expect(page.body).toContain('<h1>Drink &lt;water&gt;</h1>')
  expect(page.body).toContain('<button>Log 2 glasses</button>')
  expect(page.body).not.toContain('<script')
  expect(page.cookies).toEqual([])
  expect((await open(path, 'HEAD')).statusCode).toBe(200)
  expect(await countLogs(eve)).toBe(0)
  const [, key = ''] = /name="key" value="([^"]+)"/.exec(page.body) ?? []
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  for (const _ of [1, 2]) {
    const pressed = await send(path, { headers, payload: `key=${key}` })
    expect(pressed.body).toContain('2 glasses logged. Drink &lt;water&gt;: 2 of 8 glasses.')
    await world.pass(PRESSED_TWICE_MS)
  }
  expect(await countLogs(eve)).toBe(1)
})

test('a wrong or ended secret, and one whose goal or button is gone, get the same 404', { tags: 'D-156' }, async () => {
  const fay = await world.as('fay')
  const [gone, changed, kept] = [await goalOf(fay), await goalOf(fay), await goalOf(fay)]
  const paths = [await addressOf(fay, gone), await addressOf(fay, changed), await addressOf(fay, kept)]
  await fay.call(deleteGoal, { params: { goal: String(gone) } })
  await fay.call(updateGoal, {
    params: { goal: String(changed) },
    body: { challenge: { tasks: [{ quick_log_buttons: [] }] } }
  })
  const { press_addresses } = await fay.call(getPressAddresses)
  expect(press_addresses.map(({ logs }) => logs)).toEqual(['2 glasses', null])
  await fay.call(endPressAddress, { params: { press: String(press_addresses[0]?.id) } })
  const missing = ['/press/nothing', '/press/constructor', ...paths]
  const responses = await Promise.all(missing.flatMap(path => [send(path), open(path)]))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  expect(new Set(responses.filter((_, at) => at % 2 === 0).map(response => response.json().message))).toEqual(
    new Set([NO_SUCH_PRESS])
  )
  expect(new Set(responses.filter((_, at) => at % 2 === 1).map(({ body }) => body)).size).toBe(1)
  await fay.call(restoreGoal, { params: { goal: String(gone) } })
  expect((await send(paths[0] ?? '')).statusCode).toBe(200)
})

test('an address belongs to its person, and only its hash is stored', { tags: 'D-156' }, async () => {
  const gus = await world.as('gus')
  const hal = await world.as('hal')
  const goal = await goalOf(gus)
  expect((await hal.refused(createPressAddress, { body: { goal_id: goal, ql_button_uuid: BUTTON } })).status).toBe(404)
  const other = { goal_id: goal, ql_button_uuid: null }
  expect((await gus.refused(createPressAddress, { body: other })).status).toBe(404)
  const path = await addressOf(gus, goal)
  const [{ id } = { id: 0 }] = (await gus.call(getPressAddresses)).press_addresses
  expect((await hal.refused(endPressAddress, { params: { press: String(id) } })).status).toBe(404)
  const { rows } = await world.db.$client.query('select * from press_addresses')
  expect(JSON.stringify(rows)).not.toContain(path.split('/').at(-1))
})

test('a goal without buttons has its usual press', { tags: 'D-156' }, async () => {
  const ida = await world.as('ida')
  const task = { ...newGoal('c'.repeat(32)), title: 'Run', amount: null, distance: 5, quick_log_buttons: [] }
  const { goal } = await ida.call(storeGoal, { body: { challenge: { tasks: [task] } } })
  const { path } = await ida.call(createPressAddress, { body: { goal_id: goal.id } })
  expect((await send(path)).json().message).toBe('1 mile logged. Run: 1 of 5 miles.')
})

test('a suspended person’s address logs nothing', { tags: ['D-148', 'D-156'] }, async () => {
  const jan = await world.as('jan')
  const path = await addressOf(jan, await goalOf(jan))
  await world.db.$client.query(
    `update users set suspended_until = '2100-01-01', suspended_reason = 'Spam' where username = 'jan'`
  )
  expect((await send(path)).statusCode).toBe(403)
  expect(await countLogs(jan)).toBe(0)
})

test('two presses at the limit create one address', { tags: 'D-156' }, async () => {
  const kim = await world.as('kim')
  const goal_id = await goalOf(kim)
  for (let nth = 1; nth < MOST_PRESS_ADDRESSES; nth++) await addressOf(kim, goal_id)
  const payload = { goal_id, ql_button_uuid: BUTTON }
  const create = () => kim.request({ method: 'POST', url: createPressAddress.path, payload })
  const responses = await Promise.all([create(), create()])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(responses.map(response => response.json().message)).toContain(TOO_MANY_PRESS_ADDRESSES)
})

test('an address has a limit of presses, and works in a hut for members only', {
  tags: ['D-156', 'D-146']
}, async () => {
  const busy = await openWorld({ RATE_LIMITS: 'on' })
  busy.deps.config.hut.members_only = 1
  const lea = await busy.as('lea')
  const path = await addressOf(lea, await goalOf(lea))
  const headers = { 'idempotency-key': 'the-same' }
  for (let nth = 0; nth < PRESSES.most; nth++) expect((await send(path, { headers }, busy)).statusCode).toBe(200)
  const full = await send(path, { headers }, busy)
  expect([full.statusCode, full.headers['retry-after']]).toEqual([429, String(PRESSES.within)])
  await busy.close()
})
