/** Tests buying tokens through the sandbox, with its interface and its events. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPaymentIntent, purchaseTokens, tokensPage } from '../../../domain/billing/tokens-api.ts'
import { untilSomebodyWaits } from '../../../testing/database/locks.ts'
import { countRows } from '../../../testing/database/rows.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'
import { audit } from '../../tokens/audit.ts'
import { reconcile } from '../reconcile.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld()
  shop = await openShop(world)
})
afterAll(() => world.close())

const balanceOf = async (person: Caller) => (await person.visit(tokensPage)).balance
const prepare = async (person: Caller, toPool: 0 | 1 = 0) => {
  const { client_secret } = await person.call(getPaymentIntent, { query: { token_pool: toPool } })
  return { client_secret, id: client_secret.split('_secret_')[0] ?? '' }
}
const claim = (person: Caller, id: string, token_pool: 0 | 1 = 0) =>
  person.call(purchaseTokens, { body: { paymentIntent: id, token_pool } })
const provider = () => ({
  db: world.db,
  provider: { stripe: shop.stripe, mode: 'sandbox' as const, publishableKey: '', webhookSecret: '' }
})

test('a payment of ten dollars buys ten tokens once, even when it is claimed repeatedly', {
  tags: ['SEC-14', 'TOK-09', 'TOK-19', 'TOK-28', 'TOK-29', 'TOK-30', 'TOK-31']
}, async () => {
  const ada = await world.as('ada')
  expect(await ada.call(getPaymentIntent, { query: {} })).toMatchObject({ amount: 1000, currency: 'usd' })
  const { client_secret, id } = await prepare(ada)
  expect((await shop.pay(client_secret)).status).toBe('succeeded')
  const first = await claim(ada, id)
  expect(first).toMatchObject({
    message: 'Purchase successful!',
    tokens: 10,
    token_pool: 0,
    balance: { purchased: 1000 }
  })
  const again = await Promise.all([1, 2, 3, 4].map(() => claim(ada, id)))
  for (const response of again) expect(response).toEqual(first)
  await shop.settle()
  expect(await balanceOf(ada)).toEqual({ monthly: 0, free: 1000, purchased: 1000 })
  const { ledger } = await ada.visit(tokensPage)
  expect(ledger.map(({ action, amount }) => [action, amount])).toEqual([
    ['purchase', 1000],
    ['welcome', 1000]
  ])
})

test('claims and events at the same time credit a payment once', { tags: 'D-09' }, async () => {
  const grace = await world.as('grace')
  const { client_secret, id } = await prepare(grace)
  await shop.pay(client_secret)
  await Promise.all([shop.settle(), ...[1, 2, 3, 4, 5, 6].map(() => claim(grace, id))])
  expect((await balanceOf(grace))?.purchased).toBe(1000)
})

test('an unclaimed payment is credited by its event, to the pool if the person chose it', {
  tags: ['TOK-33', 'D-14']
}, async () => {
  const hedy = await world.as('hedy')
  const own = await prepare(hedy)
  await shop.pay(own.client_secret)
  await shop.settle()
  expect((await balanceOf(hedy))?.purchased).toBe(1000)
  const { pool } = await hedy.visit(tokensPage)
  const shared = await prepare(hedy, 1)
  await shop.pay(shared.client_secret)
  await shop.settle()
  expect(await hedy.visit(tokensPage)).toMatchObject({ pool: pool + 10, balance: { purchased: 1000 } })
  // A late claim returns the first result, even with another choice.
  expect(await claim(hedy, shared.id, 0)).toMatchObject({ token_pool: 1, pool: pool + 10 })
})

test('an unpaid intent is reused, and its choice of the pool can change', async () => {
  const mary = await world.as('mary')
  const [one, two] = [await prepare(mary), await prepare(mary, 1)]
  expect(two.id).toBe(one.id)
  const { pool } = await mary.visit(tokensPage)
  await shop.pay(two.client_secret)
  expect(await claim(mary, two.id, 1)).toMatchObject({ token_pool: 1, pool: pool + 10 })
  expect((await prepare(mary)).id).not.toBe(one.id)
})

test('a claim with another choice returns the result that the event already credited', { tags: 'D-09' }, async () => {
  const katie = await world.as('katie')
  const { client_secret, id } = await prepare(katie)
  const { pool } = await katie.visit(tokensPage)
  const { event, claimed } = await world.db.transaction(async tx => {
    await tx.execute(sql`select from payments where intent = ${id} for update`)
    await shop.pay(client_secret)
    const event = shop.settle()
    await untilSomebodyWaits(world.db)
    const claimed = claim(katie, id, 1)
    await untilSomebodyWaits(world.db, 2)
    return { event: { done: event }, claimed: { done: claimed } }
  })
  await event.done
  expect(await claimed.done).toMatchObject({ token_pool: 0, pool, balance: { purchased: 1000 } })
  // A refund takes the tokens from the place where they were credited.
  await shop.stripe.refunds.create({ payment_intent: id })
  await shop.settle()
  expect(await katie.visit(tokensPage)).toMatchObject({ pool, balance: { purchased: 0 } })
})

test('two presses at once prepare one payment', async () => {
  const joan = await world.as('joan')
  const made = await Promise.all([1, 2, 3, 4].map(() => prepare(joan)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
})

describe('a refused purchase changes nothing', () => {
  test('a declined or missing payment cannot be claimed', { tags: 'TOK-32' }, async () => {
    const ada = await world.as('ada')
    const { client_secret, id } = await prepare(ada)
    const before = await balanceOf(ada)
    await expect(shop.pay(client_secret, '4000000000000002')).rejects.toMatchObject({ code: 'card_declined' })
    expect(await ada.refused(purchaseTokens, { body: { paymentIntent: id, token_pool: 0 } })).toMatchObject({
      status: 409,
      body: { message: 'The payment has not gone through yet.' }
    })
    await shop.settle()
    expect(await balanceOf(ada)).toEqual(before)
  })

  test.each(['another’s', 'unknown', 'made by hand'])(
    'an intent that is %s cannot be claimed',
    { tags: 'D-09' },
    async which => {
      const [ada, mallory] = [await world.as('ada'), await world.as('mallory')]
      const foreign = {
        'another’s': async () => (await prepare(ada)).id,
        unknown: async () => 'pi_nothing',
        'made by hand': async () => (await shop.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })).id
      }[which]
      const paymentIntent = (await foreign?.()) ?? ''
      await shop.settle()
      const before = await countRows(world.db)
      expect((await mallory.refused(purchaseTokens, { body: { paymentIntent, token_pool: 0 } })).status).toBe(404)
      expect(await countRows(world.db)).toEqual(before)
    }
  )

  test.each<[string, object]>([
    ['amount', { amount: 100 }],
    ['owner', { metadata: { user_id: '1' } }]
  ])('a payment with a different %s is never credited', async (_, change) => {
    const mallory = await world.as('mallory')
    const { client_secret, id } = await prepare(mallory)
    await shop.stripe.paymentIntents.update(id, change)
    await shop.pay(client_secret)
    expect(await mallory.refused(purchaseTokens, { body: { paymentIntent: id, token_pool: 0 } })).toMatchObject({
      status: 409,
      body: { message: 'This payment does not match the purchase.' }
    })
    expect((await balanceOf(mallory))?.purchased).toBe(0)
    const { findings } = await reconcile(provider())
    if ('metadata' in change)
      expect(findings.map(({ text }) => text).join()).toContain(`${id} is paid at the provider (1000 usd, user 1)`)
    await world.db.$client.query('delete from payments where intent = $1', [id])
    await world.db.$client.query('delete from provider_events')
  })

  test('a visitor cannot buy tokens', async () => {
    expect((await world.visitor.refused(getPaymentIntent)).status).toBe(401)
    expect((await world.visitor.refused(purchaseTokens, { body: { paymentIntent: 'pi_1' } })).status).toBe(401)
  })
})

describe('refunds and disputes of tokens', { tags: 'BIL-18' }, () => {
  test('each refund takes its part of the tokens once, as far as they are still there', async () => {
    const rosa = await world.as('rosa')
    const id = await shop.buy(rosa)
    await shop.stripe.refunds.create({ payment_intent: id, amount: 250 })
    await shop.settle()
    await shop.settle()
    expect((await balanceOf(rosa))?.purchased).toBe(750)
    await world.db.$client.query(
      `with spent as (update balances set purchased = 100 where user_id = $1)
       insert into ledger (user_id, bucket, amount, action, created_at) values ($1, 'purchased', -650, 'correction', now())`,
      [(await rosa.user()).id]
    )
    await shop.stripe.refunds.create({ payment_intent: id })
    await shop.settle()
    expect((await balanceOf(rosa))?.purchased).toBe(0)
    const { ledger } = await rosa.visit(tokensPage)
    expect(ledger.filter(({ action }) => action === 'refund').map(({ amount }) => amount)).toEqual([-100, -250])
  })

  test('a refund takes tokens from the pool if they were credited there', async () => {
    const olga = await world.as('olga')
    const { pool } = await olga.visit(tokensPage)
    const id = await shop.buy(olga, 1)
    await shop.stripe.refunds.create({ payment_intent: id })
    await shop.settle()
    expect((await olga.visit(tokensPage)).pool).toBe(pool)
  })

  test('a dispute takes the tokens', async () => {
    const lise = await world.as('lise')
    const { client_secret, id } = await prepare(lise)
    await shop.pay(client_secret, '4000000000000259')
    await claim(lise, id)
    await shop.settle()
    expect((await balanceOf(lise))?.purchased).toBe(0)
    const { ledger } = await lise.visit(tokensPage)
    expect(ledger[0]).toMatchObject({ action: 'dispute', amount: -1000 })
  })
})

test('afterwards the provider and the ledger agree', async () => {
  await shop.settle()
  expect((await audit(world.db)).findings).toEqual([])
})
