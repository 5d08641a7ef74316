/** A log that is undone within 30 seconds gives its use back (D-131). The audit at the end checks each balance. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokensPage } from '../../domain/billing/tokens-api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { deleteLog, restoreLog, storeQuickLog } from '../../domain/logs/api.ts'
import { resetLog } from '../../domain/logs/timer-api.ts'
import { storeSessionLog } from '../../domain/sessions/api.ts'
import type { Bucket } from '../../domain/tokens/tokens.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { setUses } from '../../testing/token-balance.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import type { Transaction } from '../db/database.ts'
import { audit } from '../tokens/audit.ts'
import { changeBalance } from '../tokens/balance-rows.ts'
import { chargeRestored, giveBack } from '../tokens/undo-rows.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function goalOf(person: Caller) {
  const { goal } = await person.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Walk', amount: 100 }] } }
  })
  return goal
}

async function logOf(person: Caller, fields: Record<string, unknown> = {}) {
  const { id } = await goalOf(person)
  const { log } = await person.call(storeQuickLog, { body: { goal_id: id, amount: 1, ...fields } })
  return { goalId: id, id: log.id, params: { log: String(log.id) } }
}

const usesOf = async (person: Caller) => (await person.user()).all_remaining_tokens

/** The uses left by bucket: monthly, free, purchased. */
async function bucketsOf(person: Caller) {
  const { balance } = await person.visit(tokensPage)
  return [balance?.monthly, balance?.free, balance?.purchased]
}

/** Rolls back the work, so that the audit at the end does not see it. */
async function rolledBack(work: (tx: Transaction) => Promise<void>): Promise<void> {
  const done = new Error('done')
  const transaction = world.db.transaction(async tx => {
    await work(tx)
    throw done
  })
  await expect(transaction).rejects.toBe(done)
}

test('a log that is undone within 30 seconds gives its use back and shows the balance', {
  tags: ['D-131', 'TOK-05']
}, async () => {
  const ada = await world.as('ada')
  const { params } = await logOf(ada)
  expect(await usesOf(ada)).toBe(998)
  world.clock.jump(30_000)
  const response = await ada.request({ method: 'DELETE', url: `/challenge-logs/${params.log}` })
  expect([response.statusCode, response.headers['x-tokens-left']]).toEqual([200, '999'])
  expect(await usesOf(ada)).toBe(999)
  const { ledger } = await ada.visit(tokensPage)
  expect(ledger.slice(0, 2)).toMatchObject([
    { action: 'undone', amount: 1, bucket: 'free', subject: 'Walk' },
    { action: 'log', amount: -1, bucket: 'free', subject: 'Walk' }
  ])
  expect((await ada.visit(tokensPage, {}, { reason: 'undone' })).ledger).toHaveLength(1)
})

test('a later undo returns nothing', { tags: 'D-131' }, async () => {
  const grace = await world.as('grace')
  const { params } = await logOf(grace)
  world.clock.jump(30_001)
  const response = await grace.request({ method: 'DELETE', url: `/challenge-logs/${params.log}` })
  expect([response.statusCode, response.headers['x-tokens-left']]).toEqual([200, undefined])
  expect(await usesOf(grace)).toBe(998)
})

test('a press that was made offline is undone within 30 seconds of its charge', { tags: 'D-131' }, async () => {
  const joan = await world.as('joan')
  const { id } = await goalOf(joan)
  const response = await joan.request({
    method: 'POST',
    url: '/logs/store-quick-log',
    payload: { goal_id: id, amount: 1 },
    headers: { 'x-done-at': new Date(world.clock.now() - 3_600_000).toISOString() }
  })
  const { log } = response.json()
  expect(Date.parse(log.created_at)).toBeLessThan(world.clock.now() - 60_000)
  world.clock.jump(10_000)
  await joan.call(deleteLog, { params: { log: String(log.id) } })
  expect(await usesOf(joan)).toBe(999)
})

test('a timer gives its use back after it is reset', { tags: 'D-131' }, async () => {
  const hedy = await world.as('hedy')
  const { params } = await logOf(hedy, { duration: 600 })
  expect((await hedy.refused(deleteLog, { params })).status).toBe(409)
  expect(await usesOf(hedy)).toBe(998)
  await hedy.call(resetLog, { params })
  await hedy.call(deleteLog, { params })
  expect(await usesOf(hedy)).toBe(999)
})

test('two tabs, a retry and a second node return a use once', { tags: 'D-131' }, async () => {
  const mary = await world.as('mary')
  const { app: node } = await world.secondNode()
  for (let round = 0; round < 5; round++) {
    const { id } = await goalOf(mary)
    const before = await usesOf(mary)
    const key = randomUUID()
    const press = () => ({
      method: 'POST' as const,
      url: '/logs/store-quick-log',
      payload: { goal_id: id, amount: 1 },
      headers: { 'idempotency-key': key }
    })
    const made = await mary.request(press())
    const url = `/challenge-logs/${made.json().log.id}`
    const outcomes = await Promise.all([
      mary.request({ method: 'DELETE', url }),
      mary.request(press()),
      node.inject({ method: 'DELETE', url: `/api${url}`, cookies: mary.cookies() }),
      mary.request({ method: 'DELETE', url })
    ])
    expect(outcomes.filter(({ headers }) => headers['x-tokens-left'] !== undefined)).toHaveLength(1)
    expect(await usesOf(mary)).toBe(before)
    expect((await mary.request({ method: 'DELETE', url })).statusCode).toBe(404)
    expect((await mary.request(press())).statusCode).toBe(404)
    expect(await usesOf(mary)).toBe(before)
  }
})

test('many undos and presses at once leave a balance that the ledger explains', { tags: 'D-131' }, async () => {
  const nora = await world.as('nora')
  const { id } = await goalOf(nora)
  const press = async () => {
    const { log } = await nora.call(storeQuickLog, { body: { goal_id: id, amount: 1 } })
    return { params: { log: String(log.id) } }
  }
  const pressed = await Promise.all(Array.from({ length: 10 }, press))
  await Promise.all(pressed.flatMap(one => [nora.call(deleteLog, one), press()]))
  expect(await usesOf(nora)).toBe(1000 - 1 - 10)
})

test('a restored log is charged again, and its use is not returned a second time', { tags: 'D-131' }, async () => {
  const rosa = await world.as('rosa')
  const { id, params } = await logOf(rosa)
  await rosa.call(deleteLog, { params })
  expect(await usesOf(rosa)).toBe(999)
  const restored = () => rosa.request({ method: 'POST', url: `/challenge-logs/${id}/restore` })
  const outcomes = await Promise.all([restored(), restored()])
  expect(outcomes.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(outcomes.flatMap(({ headers }) => headers['x-tokens-left'] ?? [])).toEqual(['998'])
  expect(await usesOf(rosa)).toBe(998)
  for (let time = 0; time < 2; time++) {
    await rosa.call(deleteLog, { params })
    expect(await usesOf(rosa)).toBe(998)
    await rosa.call(restoreLog, { params })
    expect(await usesOf(rosa)).toBe(998)
  }
  // A log whose use was not returned is restored free of charge.
  const late = await logOf(rosa)
  world.clock.jump(31_000)
  await rosa.call(deleteLog, late)
  await rosa.call(restoreLog, late)
  expect(await usesOf(rosa)).toBe(996)
})

test('without tokens a log whose use was returned stays deleted', { tags: 'D-131' }, async () => {
  const alan = await world.as('alan')
  const { goalId, params } = await logOf(alan)
  await alan.call(deleteLog, { params })
  await setUses(world, alan, 0)
  expect((await alan.refused(restoreLog, { params })).status).toBe(402)
  await setUses(world, alan, 1)
  const { goal } = await alan.call(restoreLog, { params })
  expect([goal?.id, goal?.amount_elapsed, await usesOf(alan)]).toEqual([goalId, 1, 0])
})

test('the use returns to the bucket that paid', { tags: ['D-131', 'D-03'] }, async () => {
  const edsger = await world.as('edsger')
  const buckets: Bucket[] = ['free', 'purchased']
  for (const [index, bucket] of buckets.entries()) {
    const { id } = await goalOf(edsger)
    await setUses(world, edsger, bucket === 'free' ? 1 : 0)
    await setUses(world, edsger, 5, 'purchased')
    const { log } = await edsger.call(storeQuickLog, { body: { goal_id: id, amount: 1 } })
    // The other bucket fills up meanwhile.
    await setUses(world, edsger, 3)
    await edsger.call(deleteLog, { params: { log: String(log.id) } })
    expect(await bucketsOf(edsger)).toEqual([0, [4, 3][index], 5])
  }
})

test('a use of an allowance that has ended since is not returned', { tags: ['D-131', 'D-03'] }, async () => {
  const barbara = await world.as('barbara')
  const { id } = await goalOf(barbara)
  await setUses(world, barbara, 5, 'monthly')
  const { log } = await barbara.call(storeQuickLog, { body: { goal_id: id, amount: 1 } })
  const user = await barbara.user()
  const now = new Date(world.clock.now())
  await rolledBack(async tx => {
    await changeBalance(tx, user.id, { bucket: 'monthly', amount: -4, action: 'ended', subjectId: 1 }, now)
    expect(await giveBack(tx, world, user.id, log.id, now)).toBeNull()
  })
  await barbara.call(deleteLog, { params: { log: String(log.id) } })
  expect((await bucketsOf(barbara))[0]).toBe(5)
})

test('undoing a log in a room returns its use, and the room no longer counts it', {
  tags: ['D-131', 'SGL-25']
}, async () => {
  const [grace, ada] = [await world.as('katherine'), await world.as('ada')]
  const room = await openRoom(grace, [ada])
  const before = await usesOf(ada)
  const { log } = await ada.call(storeSessionLog, { params: { event: room.event }, body: { amount: 2, action: 'Run' } })
  expect(await usesOf(ada)).toBe(before - 1)
  const told = (await eventsOf(world, room.id)).length
  await ada.call(deleteLog, { params: { log: String(log.id) } })
  expect(await usesOf(ada)).toBe(before)
  expect((await eventsOf(world, room.id)).length).toBe(told + 1)
})

test('restoring a log in a hut that has become free costs nothing', { tags: ['D-131', 'D-147'] }, async () => {
  const ida = await world.as('ida')
  const { id, params } = await logOf(ida)
  await ida.call(deleteLog, { params })
  const user = await ida.user()
  const now = new Date(world.clock.now())
  await rolledBack(async tx => {
    const free = { config: { hut: { payments: 'off' } } } as const
    await tx.$client.query('update logs set deleted_at = null where id = $1', [id])
    expect((await audit(tx)).findings.join('\n')).toContain(`log ${id} is there, its use was given back`)
    expect(await chargeRestored(tx, free, user.id, id, now)).toBe(1000)
    expect(await chargeRestored(tx, free, user.id, id, now)).toBeNull()
    expect((await audit(tx)).findings.join('\n')).not.toContain(`log ${id} `)
  })
})
