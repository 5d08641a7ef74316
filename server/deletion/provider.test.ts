/** Deleting accounts of people who have paid: the payment provider erases them too, and may be unreachable. */
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { addPaymentMethod } from '../../domain/billing/api.ts'
import { createSubscription } from '../../domain/billing/subscription-api.ts'
import { deleteAccount, keepAccount } from '../../domain/deletion/api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { PASSWORD } from '../../testing/names.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { noProvider, sandboxProvider } from '../billing/provider.ts'

const HOUR = 3_600_000
const WEEKS = 14 * 24 * HOUR

let world: World
let shop: Shop
let isAway = false
const nobody = new Stripe('sk_test_0123456789', { host: '127.0.0.1', port: 9, protocol: 'http', maxNetworkRetries: 0 })
beforeAll(async () => {
  let stripe = nobody
  const provider = {
    ...{ mode: 'sandbox' as const, publishableKey: '', webhookSecret: '' },
    get stripe() {
      return isAway ? nobody : stripe
    }
  }
  world = await openWorld({}, { provider })
  const own = sandboxProvider(world.sandbox)
  stripe = own.stripe
  Object.assign(provider, { publishableKey: own.publishableKey, webhookSecret: own.webhookSecret })
  shop = await openShop(world)
})
beforeEach(() => {
  isAway = false
})
afterAll(() => world.close())

let count = 0
/** A person whom no other test uses. */
async function someone(): Promise<{ person: Caller; id: number }> {
  const person = await world.as(`someone-${++count}`)
  return { person, id: (await person.user()).id }
}
const remove = (person: Caller) => person.call(deleteAccount, { body: { password: PASSWORD } })
const rowOf = async (id: number) =>
  (await world.db.$client.query('select username, delete_at, erased_at from users where id = $1', [id])).rows[0]
const customerOf = async (id: number): Promise<string> =>
  (await world.db.$client.query('select provider from customers where user_id = $1', [id])).rows[0].provider
/** Passes an hour, so that the hourly sweep runs. */
async function passHour(): Promise<void> {
  world.clock.jump(HOUR)
  await world.pass(30_000)
}
async function passTwoWeeks(): Promise<void> {
  world.clock.jump(WEEKS)
  await passHour()
}

test('a subscription that cannot be cancelled keeps the account, and the call fails', {
  tags: 'D-131'
}, async () => {
  const { person, id } = await someone()
  await shop.subscribe(person, 'goals_sub')
  isAway = true
  const refused = await person.request({ method: 'DELETE', url: '/api/account', payload: { password: PASSWORD } })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10'])
  expect(await rowOf(id)).toMatchObject({ delete_at: null })
  expect((await person.user()).subscription?.end_date).toBeNull()
  isAway = false
  expect((await remove(person)).user.subscription?.end_date).not.toBeNull()
})

test('deleting a person who has never paid needs no provider', { tags: 'D-131' }, async () => {
  const { person, id } = await someone()
  isAway = true
  expect((await remove(person)).user.delete_at).not.toBeNull()
  await passTwoWeeks()
  expect(await rowOf(id)).toEqual({ username: `deleted-${id}`, delete_at: null, erased_at: expect.any(Date) })
})

test('while the provider is down a customer is kept, and is deleted an hour after it is back', {
  tags: 'D-131'
}, async () => {
  const [payer, other] = [await someone(), await someone()]
  await payer.person.call(addPaymentMethod, { body: { payment_method: (await shop.card()).id } })
  const customer = await customerOf(payer.id)
  for (const { person } of [payer, other]) await remove(person)
  isAway = true
  await passTwoWeeks()
  expect(await rowOf(payer.id)).toMatchObject({ username: payer.person.username, erased_at: null })
  expect(await rowOf(other.id)).toMatchObject({ username: `deleted-${other.id}`, delete_at: null })
  isAway = false
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({
    email: `${payer.person.username}@example.org`
  })
  await passHour()
  expect(await rowOf(payer.id)).toMatchObject({ username: `deleted-${payer.id}`, delete_at: null })
  expect(await shop.stripe.customers.retrieve(customer)).not.toMatchObject({ email: expect.stringMatching(/@/) })
})

test('turned off payments leave no contact and no card at the provider', { tags: ['D-131', 'D-147'] }, async () => {
  const { person, id } = await someone()
  await person.call(addPaymentMethod, { body: { payment_method: (await shop.card()).id } })
  const customer = await customerOf(id)
  world.config.hut.payments = 'off'
  onTestFinished(() => {
    world.config.hut.payments = 'on'
  })
  await remove(person)
  await passTwoWeeks()
  expect(await rowOf(id)).toMatchObject({ username: `deleted-${id}`, delete_at: null })
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ email: null })
  expect((await shop.stripe.paymentMethods.list({ customer })).data).toEqual([])
})

test('a hut without a provider deletes a person who subscribed when it had one', {
  tags: ['D-131', 'D-147']
}, async () => {
  const { person, id } = await someone()
  await shop.subscribe(person, 'goals_sub')
  const { provider, config } = world.deps
  const own = provider.publishableKey
  Object.assign(provider, { publishableKey: noProvider().publishableKey })
  config.hut.payments = 'off'
  isAway = true
  onTestFinished(() => {
    Object.assign(provider, { publishableKey: own })
    config.hut.payments = 'on'
  })
  await remove(person)
  await passTwoWeeks()
  expect(await rowOf(id)).toMatchObject({ username: `deleted-${id}`, delete_at: null })
})

test('a card that is already gone at the provider does not block the deletion', {
  tags: ['D-131', 'BIL-37']
}, async () => {
  const { person, id } = await someone()
  const cards = [await shop.card(), await shop.card('5555555555554444')]
  for (const { id: payment_method } of cards) await person.call(addPaymentMethod, { body: { payment_method } })
  const customer = await customerOf(id)
  await remove(person)
  // As after an interrupted run whose events have not arrived.
  const sendEvents = shop.holdEvents()
  await shop.stripe.paymentMethods.detach(cards[0]?.id ?? '')
  await passTwoWeeks()
  expect(await rowOf(id)).toMatchObject({ username: `deleted-${id}`, delete_at: null })
  expect((await shop.stripe.paymentMethods.list({ customer })).data).toEqual([])
  sendEvents()
  await shop.settle()
  const { rows } = await world.db.$client.query('select provider from cards where user_id = $1', [id])
  expect(rows).toEqual([])
})

test('a customer that an operator deleted at the provider is deleted here without a call', {
  tags: 'D-131'
}, async () => {
  const { person, id } = await someone()
  await person.call(addPaymentMethod, { body: { payment_method: (await shop.card()).id } })
  await world.db.$client.query(`update customers set provider = 'cus_gone' where user_id = $1`, [id])
  await remove(person)
  await passTwoWeeks()
  expect(await rowOf(id)).toMatchObject({ username: `deleted-${id}`, delete_at: null })
})

test('an unpaid attempt to subscribe does not block the deletion, and cannot be paid any more', {
  tags: 'D-131'
}, async () => {
  const { person, id } = await someone()
  await person.call(createSubscription, { params: { product: 'goals_sub' }, body: {} })
  await remove(person)
  await passTwoWeeks()
  await shop.settle()
  expect(await rowOf(id)).toMatchObject({ username: `deleted-${id}`, delete_at: null })
  const { data } = await shop.stripe.subscriptions.list({ customer: await customerOf(id), status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['incomplete_expired'])
})

test('pressing "Keep" during the deletion is too late, and the rest is still deleted', {
  tags: 'D-131'
}, async () => {
  const { person, id } = await someone()
  await remove(person)
  const kept = await world.db.transaction(async tx => {
    // The account is deleted, but its pieces still exist.
    await tx.$client.query('select from users where id = $1 for update', [id])
    const kept = person.request({ method: keepAccount.method, url: keepAccount.path, payload: {} })
    await untilSomebodyWaits(world.db)
    await tx.$client.query('update users set erased_at = now() where id = $1', [id])
    return { done: kept }
  })
  expect((await kept.done).statusCode).toBe(401)
  expect(await rowOf(id)).toMatchObject({ delete_at: expect.any(Date), erased_at: expect.any(Date) })
  await passTwoWeeks()
  expect(await rowOf(id)).toMatchObject({ delete_at: null })
})
