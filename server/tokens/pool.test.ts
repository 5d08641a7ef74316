/** The shared pool, and the page that shows it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tokensPage } from '../../domain/billing/tokens-api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { addFreeTokens, REDEEMED_TODAY, redeemAvailable } from '../../domain/tokens/api.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const poolNow = async () => (await world.visitor.visit(tokensPage)).pool

test('redeeming moves 500 tokens from the pool to a person, with a ledger entry', {
  tags: ['SEC-16', 'TOK-36', 'TOK-37', 'D-06', 'D-07']
}, async () => {
  const ada = await world.as('ada')
  const before = await ada.visit(tokensPage)
  expect(before).toMatchObject({ redeemed: false, balance: { free: 1000 } })
  expect(await ada.call(redeemAvailable)).toEqual({
    message: '500 tokens have been added to your account',
    balance: { monthly: 0, free: 51_000, purchased: 0 },
    pool: before.pool - 500,
    error: null,
    error_code: null
  })
  const after = await ada.visit(tokensPage)
  expect(after).toMatchObject({ redeemed: true, pool: before.pool - 500, balance: { free: 51_000 } })
  expect(after.ledger[0]).toMatchObject({ action: 'redeem', bucket: 'free', amount: 50_000, subject: null })
  expect((await ada.user()).all_remaining_tokens).toBe(51_000)
})

test('an account redeems once, at each of the two addresses, however many presses arrive at once', {
  tags: ['TOK-35', 'TOK-38', 'D-07', 'D-08']
}, async () => {
  const grace = await world.as('grace')
  const pool = await poolNow()
  const addresses = ['/tokens/tokens/redeem-available', '/tokens/redeem-available', '/api/tokens/redeem-available']
  const responses = await Promise.all(
    [...addresses, ...addresses].map(url => grace.request({ method: 'POST', url, payload: {} }))
  )
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409])
  const [won] = responses.filter(({ statusCode }) => statusCode === 200)
  expect(won?.headers['x-tokens-left']).toBe('51000')
  expect(await grace.refused(redeemAvailable)).toMatchObject({
    status: 409,
    body: { message: 'You have already redeemed your free tokens.' }
  })
  expect(await poolNow()).toBe(pool - 500)
})

test('a visitor cannot redeem', { tags: 'TOK-34' }, async () => {
  expect((await world.visitor.refused(redeemAvailable)).status).toBe(401)
})

test('with less than 500 tokens in the pool redeeming is refused, until an admin adds more', {
  tags: 'D-07'
}, async () => {
  const admin = await world.admin()
  const hedy = await world.as('hedy')
  const rest = await poolNow()
  // Takes everything but 499 tokens.
  const taken = (rest - 499) * 100
  const take = async (uses: number) => {
    await world.db.execute(sql`update pool set uses = uses - ${uses}`)
    await world.db.execute(sql`update pool_entries set amount = amount - ${uses} where action = 'stock'`)
  }
  await take(taken)
  onTestFinished(() => take(-taken))
  expect(await hedy.refused(redeemAvailable)).toMatchObject({
    status: 409,
    body: { message: 'There are no free tokens available right now.' }
  })
  expect(await hedy.visit(tokensPage)).toMatchObject({ redeemed: false, balance: { free: 1000 }, pool: 499 })
  expect(await admin.call(addFreeTokens, { body: { amount: 1 } })).toMatchObject({
    message: 'Tokens successfully added',
    pool: 500
  })
  expect(await hedy.call(redeemAvailable)).toMatchObject({ pool: 0 })
})

describe('adding free tokens', { tags: ['TOK-42', 'D-08'] }, () => {
  test('is for site admins, at both of its addresses', { tags: 'SEC-40' }, async () => {
    const admin = await world.admin()
    const pool = await poolNow()
    expect((await world.visitor.refused(addFreeTokens, { body: { amount: 5 } })).status).toBe(401)
    expect((await (await world.as('ada')).refused(addFreeTokens, { body: { amount: 5 } })).status).toBe(403)
    for (const url of ['/tokens/tokens/add-free', '/tokens/add-free']) {
      expect((await admin.request({ method: 'POST', url, payload: { amount: 5 } })).statusCode).toBe(200)
    }
    expect(await poolNow()).toBe(pool + 10)
  })

  test.each([0, -1, 1.5, '5', null, 1_000_001, undefined])(
    'needs a whole number from 1 on: %s',
    { tags: 'TOK-44' },
    async amount => {
      const pool = await poolNow()
      const { status, body } = await (await world.admin()).refused(addFreeTokens, { body: { amount } })
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['amount']])
      expect(await poolNow()).toBe(pool)
    }
  )

  test('happens once for each key', async () => {
    const admin = await world.admin()
    const pool = await poolNow()
    const key = randomUUID()
    for (const _ of [1, 2, 3]) await admin.call(addFreeTokens, { body: { amount: 7 }, key })
    expect(await poolNow()).toBe(pool + 7)
  })
})

test('the ledger lists the newest entries first, and filters by reason', { tags: 'TOK-21' }, async () => {
  const mary = await world.as('mary')
  for (const title of ['Read', 'Walk']) {
    await mary.call(storeGoal, { body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title }] } } })
  }
  const reasons = async (reason?: string) =>
    (await mary.visit(tokensPage, {}, reason === undefined ? {} : { reason })).ledger.map(({ action }) => action)
  expect(await reasons()).toEqual(['goal', 'goal', 'welcome'])
  expect(await reasons('goal')).toEqual(['goal', 'goal'])
  expect(await reasons('redeem')).toEqual([])
  // An unreadable value of an old link is ignored (API-08).
  expect(await reasons('nonsense')).toEqual(['goal', 'goal', 'welcome'])
})

test('no more accounts than the setting allows redeem within 24 hours, even at the same moment', {
  tags: 'D-147'
}, async () => {
  const hut = await openWorld({ REDEEM_LIMIT: '2' })
  onTestFinished(() => hut.close())
  const people = await Promise.all(['ada', 'grace', 'mary', 'joan'].map(name => hut.as(name)))
  const tried = await Promise.all(
    people.map(person => person.request({ method: 'POST', url: '/api/tokens/redeem-available', payload: {} }))
  )
  expect(tried.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409])
  const late = people[tried.findIndex(({ statusCode }) => statusCode === 409)]
  expect((await late?.refused(redeemAvailable))?.body.message).toBe(REDEEMED_TODAY)
  hut.clock.jump(86_400_001)
  expect(await late?.call(redeemAvailable)).toMatchObject({ balance: { free: 51_000 } })
})
