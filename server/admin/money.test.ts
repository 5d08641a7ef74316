/** The admin's page of money: its lists, refunds, the pool, and mails about disputes. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPassword } from '../../domain/accounts/passwords/api.ts'
import { changePool, moneyPage, refundPayment } from '../../domain/admin/money-api.ts'
import { setPersonRole } from '../../domain/admin/people-api.ts'
import { IS_DISPUTED } from '../../domain/billing/api.ts'
import { tokensPage } from '../../domain/billing/tokens-api.ts'
import { ADMIN, PASSWORD } from '../../testing/names.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let shop: Shop
let admin: Caller
beforeAll(async () => {
  world = await openWorld()
  shop = await openShop(world)
  admin = await world.admin()
})
afterAll(() => world.close())

const MINUTE = 60_000
const DISPUTED = '4000000000000259'

const listed = async (query: Record<string, string> = {}) => (await admin.visit(moneyPage, {}, query)).list.rows
async function paymentOf({ username }: Caller): Promise<string> {
  const [row] = await listed({ q: username })
  return String(row?.id)
}
const purchased = async (person: Caller) => (await person.visit(tokensPage)).balance?.purchased
const logged = async (action: string) => {
  const { rows } = await world.db.$client.query(
    'select actor_id::int, subject_id::text, after from audit_entries where action = $1 order by number',
    [action]
  )
  return rows
}
const proven = (who: Caller, password: string) => who.call(confirmPassword, { body: { password } })

/** Another admin, with a fresh proof. */
async function otherAdmin(username: string): Promise<Caller> {
  const other = await world.as(username)
  await proven(admin, ADMIN.password)
  await admin.call(setPersonRole, { params: { username }, body: { role_id: 10 } })
  await proven(other, PASSWORD)
  return other
}

test('a payment is listed under its month, and people and months limit the list', async () => {
  const ada = await world.as('ada')
  await shop.buy(ada)
  const month = new Date(world.clock.now()).toISOString().slice(0, 7)
  const { months, is_live } = await admin.visit(moneyPage)
  expect([is_live, months]).toEqual([false, [{ month, payments: 1, paid: 1000, refunded: 0, disputed: 0 }]])
  expect(await listed({ month, q: 'ada' })).toMatchObject([{ username: 'ada', amount: 1000, left: 1000, plan: null }])
  expect(await listed({ month: '2020-01' })).toEqual([])
  expect(await listed({ q: 'nobody' })).toEqual([])
  // Unreadable values are ignored (API-08).
  expect(await listed({ month: '2020-13', show: 'everything' })).toHaveLength(1)
})

test('a refund takes back the tokens that are left, once for two presses and two admins', {
  tags: 'D-160'
}, async () => {
  const grace = await world.as('grace')
  await shop.buy(grace)
  const invoice = await paymentOf(grace)
  const second = await otherAdmin('vera')
  const refund = (who: Caller, reason: string) =>
    who.request({ method: 'POST', url: `/api/admin/invoices/${invoice}/refund`, payload: { reason } })
  const tried = await Promise.all([
    refund(admin, 'twice'),
    refund(admin, 'twice'),
    refund(second, 'twice'),
    refund(second, 'goodwill')
  ])
  expect(tried.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  await shop.settle()
  expect(await purchased(grace)).toBe(0)
  const { data } = await shop.stripe.refunds.list({ limit: 100 })
  expect(data.filter(({ amount }) => amount === 1000)).toHaveLength(1)
  expect(await listed({ show: 'returns', q: 'grace' })).toMatchObject([
    { kind: 'refund', amount: 1000, uses: 1000, returned_at: null }
  ])
  const entries = (await logged('refund')).filter(({ subject_id }) => subject_id === invoice)
  expect(entries).toMatchObject([{ after: { cents: 1000, uses: 1000 } }])
  expect([(await admin.user()).id, (await second.user()).id]).toContain(entries[0]?.actor_id)
  expect((await admin.visit(moneyPage)).months[0]).toMatchObject({ refunded: 1000 })
})

test('a refund takes no more tokens than are left', { tags: 'D-160' }, async () => {
  const mary = await world.as('mary')
  await shop.buy(mary)
  await world.db.$client.query(`update balances set purchased = 400 where user_id = $1`, [(await mary.user()).id])
  await world.db.$client.query(
    `insert into ledger (user_id, bucket, amount, action, created_at) values ($1, 'purchased', -600, 'correction', now())`,
    [(await mary.user()).id]
  )
  await admin.call(refundPayment, { params: { invoice: await paymentOf(mary) }, body: { reason: 'request' } })
  expect(await purchased(mary)).toBe(0)
  expect(await listed({ show: 'returns', q: 'mary' })).toMatchObject([{ uses: 400, reason: 'request' }])
})

test('a refund needs an admin, a fresh proof, a reason and a paid payment', { tags: 'D-160' }, async () => {
  const joan = await world.as('joan')
  await shop.buy(joan)
  const invoice = await paymentOf(joan)
  const body = { reason: 'request' }
  const refused = async (who: Caller, id: string, sent: object) =>
    (await who.refused(refundPayment, { params: { invoice: id }, body: sent })).status
  expect(await refused(world.visitor, invoice, body)).toBe(401)
  expect(await refused(joan, invoice, body)).toBe(403)
  expect(await refused(await world.moderator(), invoice, body)).toBe(403)
  expect(await refused(admin, invoice, { reason: 'a whim' })).toBe(422)
  expect(await refused(admin, '999999', body)).toBe(404)
  expect(await refused(admin, 'x', body)).toBe(404)
  await world.pass(16 * MINUTE)
  const late = await admin.refused(refundPayment, { params: { invoice }, body })
  expect([late.status, late.body.error_code]).toEqual([403, 'PROOF_NEEDED'])
  expect(await purchased(joan)).toBe(1000)
  await proven(admin, ADMIN.password)
})

test('a refund made at the provider is listed without a reason, and not logged as an action', async () => {
  const hedy = await world.as('hedy')
  const intent = await shop.buy(hedy)
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 300 })
  await shop.settle()
  const before = await logged('refund')
  expect(await listed({ show: 'returns', q: 'hedy' })).toMatchObject([{ amount: 300, reason: null }])
  // An admin refunds what is left.
  await admin.call(refundPayment, { params: { invoice: await paymentOf(hedy) }, body: { reason: 'goodwill' } })
  expect(await listed({ show: 'returns', q: 'hedy' })).toMatchObject([
    { amount: 700, reason: 'goodwill' },
    { amount: 300, reason: null }
  ])
  expect((await logged('refund')).length).toBe(before.length + 1)
  expect(await purchased(hedy)).toBe(0)
})

test('a dispute sends one mail to each admin and one to the payer, however often its event comes', async () => {
  const ida = await world.as('ida')
  const { client_secret } = (await ida.request({ url: '/tokens/get-payment-intent' })).json()
  const before = world.mails.length
  await shop.pay(client_secret, DISPUTED)
  await shop.settle()
  const { data } = await shop.stripe.disputes.list({})
  for (const id of ['evt_again_1', 'evt_again_2']) {
    await world.db.$client.query(
      `insert into provider_events (id, type, object, created_at, due_at)
       values ($1, 'charge.dispute.updated', $2, now(), to_timestamp($3))`,
      [id, data[0]?.id, world.clock.now() / 1000]
    )
  }
  await shop.settle()
  await world.pass(MINUTE)
  const mails = world.mails.slice(before).filter(({ subject }) => subject.includes('dispute'))
  const admins = (await world.db.$client.query('select email from users where role_id = 10')).rows
  expect(mails.map(({ to }) => to).sort()).toEqual([...admins.map(({ email }) => email), 'ida@example.org'].sort())
  const [row] = await listed({ show: 'returns', q: 'ida' })
  expect(row).toMatchObject({ kind: 'dispute', amount: 1000, reason: null })
  const refused = await admin.refused(refundPayment, {
    ...{ params: { invoice: await paymentOf(ida) }, body: { reason: 'request' } }
  })
  expect([refused.status, refused.body.message]).toEqual([409, IS_DISPUTED])
})

test('the lists are files that no spreadsheet runs, and a download is logged', async () => {
  const file = await admin.request({ url: '/api/admin/money.csv?show=returns' })
  const [head, ...lines] = file.body.trimEnd().split('\r\n')
  expect(head).toBe('\ufeffnumber,at,kind,username,amount,currency,uses,reason,returned_at')
  expect(lines.at(-1)).toMatch(/^TEST-\d{6},[^,]+,refund,grace,10,usd,1000,\w+,$/)
  await world.db.$client.query(`update payments set number = '=1+1' where number is not null and user_id = $1`, [
    (await (await world.as('ada')).user()).id
  ])
  const payments = await admin.request({ url: '/api/admin/money.csv?q=ada' })
  expect(payments.body).toContain(`\r\n'=1+1,`)
  expect(await logged('export_money')).toHaveLength(2)
  const member = await world.as('ada')
  expect((await member.request({ url: '/api/admin/money.csv' })).statusCode).toBe(403)
  expect((await world.visitor.request({ url: '/api/admin/money.csv' })).statusCode).toBe(401)
})

test('subscriptions are listed with their plan and end', async () => {
  const rosa = await world.as('rosa')
  await shop.subscribe(rosa, 'goals_sub')
  expect(await listed({ show: 'subscriptions' })).toMatchObject([
    { username: 'rosa', plan: 'goals_sub', end_date: null, ended_at: null }
  ])
  expect((await admin.visit(moneyPage)).running).toBe(1)
})

test('an admin takes tokens out of the pool once per key, and never more than it holds', { tags: 'D-08' }, async () => {
  const { pool } = await admin.visit(moneyPage)
  const key = randomUUID()
  for (const _ of [1, 2]) {
    const taken = await admin.call(changePool, { body: { tokens: -40, reason: 'mistake' }, key })
    expect(taken.pool).toBe(pool - 40)
  }
  expect(await logged('change_pool')).toMatchObject([{ after: { uses: (pool - 40) * 100, reason: 'mistake' } }])
  const refused = await admin.refused(changePool, { body: { tokens: -1_000_000, reason: 'limit' } })
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['tokens']])
  expect((await admin.call(changePool, { body: { tokens: 40, reason: 'refill' } })).pool).toBe(pool)
  // Two admins at once can't take the same tokens.
  const second = await otherAdmin('nell')
  const all = { tokens: -pool, reason: 'limit' }
  const tried = await Promise.all(
    [admin, second].map(who => who.request({ method: 'POST', url: '/api/admin/pool', payload: all }))
  )
  expect(tried.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  expect((await admin.visit(moneyPage)).pool).toBe(0)
  await admin.call(changePool, { body: { tokens: pool, reason: 'refill' } })
})

test.each([0, 1.5, '5', null, 1_000_001])('the pool changes by a whole number that is not 0: %s', async tokens => {
  const { status, body } = await admin.refused(changePool, { body: { tokens, reason: 'refill' } })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['tokens']])
})
