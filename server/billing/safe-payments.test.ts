/** Tests declined renewals, smaller plans, required cards, invoice numbers and customers deleted at the provider. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateProfile } from '../../domain/accounts/api.ts'
import { accountPage, choosePaymentMethod, removePaymentMethod, subscribePage } from '../../domain/billing/api.ts'
import { invoicePage } from '../../domain/billing/invoice-api.ts'
import { cancelSubscription, createSubscription, payRenewal } from '../../domain/billing/subscription-api.ts'
import { getPaymentIntent, purchaseTokens, tokensPage } from '../../domain/billing/tokens-api.ts'
import type { Mail } from '../../domain/mail/mail.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let shop: Shop
beforeAll(async () => {
  world = await openWorld()
  shop = await openShop(world)
})
afterAll(() => world.close())

const monthly = async (person: Caller) => (await person.visit(tokensPage)).balance?.monthly
const customerOf = async (person: Caller): Promise<string> => {
  const { rows } = await world.db.$client.query(
    'select c.provider from customers c join users u on u.id = c.user_id where username = $1',
    [person.username]
  )
  return rows[0].provider
}
const mailsOf = async (person: Caller, kind: Mail['kind']): Promise<Mail[]> => {
  const { rows } = await world.db.$client.query(
    `select content from mails m join users u on u.id = m.user_id
     where username = $1 and content ->> 'kind' = $2 order by m.id`,
    [person.username, kind]
  )
  return rows.map(({ content }) => content)
}
/** Makes a renewal fail and returns the id of the subscription. */
const declined = async (person: Caller): Promise<number> => {
  const id = await shop.subscribe(person, 'goals_sub')
  const card = await shop.card('4000000000000341')
  await shop.stripe.paymentMethods.attach(card.id, { customer: await customerOf(person) })
  await shop.settle()
  await person.call(choosePaymentMethod, { body: { payment_method: card.id } })
  await shop.later(31, person)
  expect((await person.visit(accountPage)).subscription?.stripe_sub_status).toBe('past_due')
  return id
}
const chooseGood = async (person: Caller): Promise<void> => {
  const { payment_methods } = await person.visit(accountPage)
  const good = payment_methods.find(({ card }) => card.last4 === '4242')
  await person.call(choosePaymentMethod, { body: { payment_method: good?.id ?? '' } })
}

test('a declined renewal is paid once after the person chooses a good card, even with two presses', {
  tags: 'BIL-16'
}, async () => {
  const ada = await world.as('ada')
  const id = await declined(ada)
  const pay = { params: { subscription: String(id) } }
  expect(await ada.refused(payRenewal, pay)).toMatchObject({
    status: 422,
    body: { errors: { payment_method: expect.any(String) } }
  })
  await chooseGood(ada)
  const paid = await Promise.all([ada.call(payRenewal, pay), ada.call(payRenewal, pay)])
  expect(paid).toMatchObject(Array(2).fill({ clientSecret: null, subscription: { stripe_sub_status: 'active' } }))
  expect(await ada.call(payRenewal, pay)).toMatchObject({ subscription: { stripe_sub_status: 'active' } })
  const { renewal, invoices } = await ada.visit(accountPage)
  expect([renewal?.failed, invoices.map(({ state }) => state)]).toEqual([null, ['paid', 'paid']])
  expect(await monthly(ada)).toBe(3000)
  const grace = await world.as('grace')
  expect(await grace.refused(payRenewal, pay)).toMatchObject({ status: 404 })
})

test('a subscription cancelled after a declined renewal is charged nothing more', {
  tags: ['BIL-30', 'D-12']
}, async () => {
  const mary = await world.as('mary')
  const id = await declined(mary)
  await mary.call(cancelSubscription, { params: { subscription: String(id) } })
  await shop.settle()
  expect(await mary.refused(payRenewal, { params: { subscription: String(id) } })).toMatchObject({ status: 409 })
  await chooseGood(mary)
  await shop.later(12, mary)
  expect((await mary.visit(accountPage)).invoices.map(({ state }) => state)).toEqual(['void', 'paid'])
})

test('each declined attempt sends one mail', async () => {
  const joan = await world.as('joan')
  await declined(joan)
  const count = async () => (await mailsOf(joan, 'renewal failed')).length
  expect(await count()).toBe(1)
  await shop.later(4, joan)
  await shop.settle()
  expect(await count()).toBe(2)
})

test('a cancelled subscription continues only with a saved card', { tags: 'D-11' }, async () => {
  const lise = await world.as('lise')
  const id = await shop.subscribe(lise, 'goals_sub')
  await shop.settle()
  await lise.call(cancelSubscription, { params: { subscription: String(id) } })
  for (const { id: payment_method } of (await lise.visit(accountPage)).payment_methods) {
    await lise.call(removePaymentMethod, { body: { payment_method } })
  }
  const wish = { params: { product: 'goals_sub' }, body: {} }
  expect(await lise.refused(createSubscription, wish)).toMatchObject({
    status: 422,
    body: { message: 'Add a card first: it pays the next renewal.' }
  })
  expect((await lise.visit(accountPage)).subscription?.end_date).not.toBeNull()
})

test('a smaller plan starts when the period ends, and can be undone until then', { tags: 'D-161' }, async () => {
  const hedy = await world.as('hedy')
  const id = await shop.subscribe(hedy, 'goals_sessions_sub')
  await shop.settle()
  const smaller = { params: { product: 'goals_sub' }, body: {} }
  for (let press = 0; press < 2; press++) {
    expect(await hedy.call(createSubscription, smaller)).toMatchObject({
      type: 'setup',
      clientSecret: null,
      subscription: { id, product_key: 'goals_sessions_sub', end_date: null }
    })
  }
  expect((await hedy.visit(subscribePage)).renewal).toMatchObject({
    next_plan: 'goals_sub',
    amount: 400,
    monthly: 6000
  })
  // Undo the change, then choose it again.
  await hedy.call(createSubscription, { params: { product: 'goals_sessions_sub' }, body: {} })
  expect((await hedy.visit(subscribePage)).renewal).toMatchObject({ next_plan: null, amount: 800 })
  await hedy.call(createSubscription, smaller)
  await shop.later(31, hedy)
  const { subscription, renewal, invoices } = await hedy.visit(accountPage)
  expect(subscription).toMatchObject({ id, product_key: 'goals_sub' })
  expect(renewal).toMatchObject({ next_plan: null, amount: 400 })
  expect(invoices.map(({ title, amount }) => [title, amount])).toEqual([
    ['Goal Basics', 400],
    ['Goals and Sessions', 800]
  ])
  expect(await monthly(hedy)).toBe(3000)
  await shop.later(31, hedy)
  expect(await monthly(hedy)).toBe(3000)
})

test('a smaller plan that starts now replaces the larger one, and a larger plan always starts now', {
  tags: 'D-161'
}, async () => {
  const emmy = await world.as('emmy')
  const first = await shop.subscribe(emmy, 'goals_sessions_sub')
  const second = await shop.subscribe(emmy, 'goals_sub')
  await shop.settle()
  expect([second === first, await monthly(emmy)]).toEqual([false, 3000])
  const { type } = await emmy.call(createSubscription, { params: { product: 'goals_sessions_sub' }, body: {} })
  expect(type).toBe('payment')
})

test('a smaller plan chosen after cancelling is charged when the paid period ends', { tags: 'D-161' }, async () => {
  const rosa = await world.as('rosa')
  const id = await shop.subscribe(rosa, 'goals_sessions_sub')
  await shop.settle()
  await rosa.call(cancelSubscription, { params: { subscription: String(id) } })
  await rosa.call(createSubscription, { params: { product: 'goals_sub' }, body: {} })
  expect(await monthly(rosa)).toBe(6000)
  expect((await rosa.visit(accountPage)).subscription).toMatchObject({
    end_date: null,
    product_key: 'goals_sessions_sub'
  })
  await shop.later(31, rosa)
  expect([await monthly(rosa), (await rosa.visit(accountPage)).invoices.length]).toEqual([3000, 2])
})

test('invoices get numbers without gaps when they are paid, and keep the payer’s name of that day', async () => {
  const [tim, ida] = [await world.as('tim'), await world.as('ida')]
  const { rows } = await world.db.$client.query(`select last from invoice_series where series = 'TEST'`)
  const before = rows[0].last
  // Both open a payment without paying it.
  await tim.call(getPaymentIntent, { query: {} })
  await ida.call(getPaymentIntent, { query: {} })
  await Promise.all([shop.buy(tim), shop.buy(ida)])
  await shop.buy(tim)
  const numbers = await world.db.$client.query(
    `select number from payments p join users u on u.id = p.user_id where username in ('tim', 'ida') and state = 'paid'
     order by number`
  )
  const numberOf = (next: number) => `TEST-${String(before + next).padStart(6, '0')}`
  expect(numbers.rows.map(({ number }) => number)).toEqual([numberOf(1), numberOf(2), numberOf(3)])
  const [newest] = (await tim.visit(accountPage)).invoices
  expect(newest).toMatchObject({ number: numberOf(3), is_test: 1 })
  await tim.call(updateProfile, { body: { userData: { first_name: 'Tim', last_name: 'Berners-Lee' } } })
  const shown = await tim.visit(invoicePage, { invoice: String(newest?.id) })
  expect([shown.name, shown.invoice.number]).toEqual(['tim', numberOf(3)])
  await shop.buy(tim)
  const [later] = (await tim.visit(accountPage)).invoices
  expect((await tim.visit(invoicePage, { invoice: String(later?.id) })).name).toBe('Tim Berners-Lee')
})

test('a person whose customer was deleted at the provider can buy and subscribe again', async () => {
  const vera = await world.as('vera')
  await shop.subscribe(vera, 'goals_sub')
  await shop.buy(vera)
  await world.db.execute(
    sql`update customers set provider = 'cus_gone' where user_id = (select id from users where username = 'vera')`
  )
  const { client_secret } = await vera.call(getPaymentIntent, { query: {} })
  const { id } = await shop.pay(client_secret)
  expect(await vera.call(purchaseTokens, { body: { paymentIntent: id } })).toMatchObject({ tokens: 10 })
  const { subscription, payment_methods } = await vera.visit(accountPage)
  expect([subscription, payment_methods]).toEqual([null, []])
  expect(await mailsOf(vera, 'subscription ended')).toMatchObject([{ reason: 'deleted' }])
  await shop.subscribe(vera, 'goals_sub')
  await shop.settle()
  expect(await monthly(vera)).toBe(3000)
  expect((await vera.visit(accountPage)).subscription).toMatchObject({ product_key: 'goals_sub' })
})

test('a paid invoice without a payment time causes no refund of an earlier payment', async () => {
  const dora = await world.as('dora')
  await shop.subscribe(dora, 'goals_sub')
  await shop.settle()
  world.clock.jump(60_000)
  await shop.subscribe(dora, 'goals_sessions_sub')
  await world.db.execute(
    sql`update sandbox_objects set data = jsonb_set(data, '{status_transitions,paid_at}', 'null')
      where data ->> 'object' = 'invoice' and data ->> 'customer' = ${await customerOf(dora)}
        and (data ->> 'amount_paid')::int = 800`
  )
  await shop.settle()
  const { invoices } = await dora.visit(accountPage)
  expect(invoices.map(({ state, refunded }) => [state, refunded])).toEqual([
    ['paid', 0],
    ['paid', 0]
  ])
  expect(await monthly(dora)).toBe(6000)
})
