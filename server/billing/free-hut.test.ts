/** Tests an installation without payments (D-147): every use is free and nothing is for sale. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { changePool, refundPayment } from '../../domain/admin/money-api.ts'
import * as billing from '../../domain/billing/api.ts'
import * as subscriptionApi from '../../domain/billing/subscription-api.ts'
import { getPaymentIntent, purchaseTokens, tokensPage } from '../../domain/billing/tokens-api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { newGoal, storeGoal } from '../../domain/goals/api.ts'
import { deleteLog, restoreLog, storeQuickLog } from '../../domain/logs/api.ts'
import { storeNote } from '../../domain/notes/api.ts'
import { storeSessionPost } from '../../domain/posts/api.ts'
import { redeemAvailable } from '../../domain/tokens/api.ts'
import { openRoom } from '../../testing/room.ts'
import { setUses } from '../../testing/token-balance.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ PAYMENTS: 'off' })
})
afterAll(() => world.close())

test('every kind of use is free, and the balance stays full', { tags: 'D-147' }, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  await setUses(world, ada, 0)
  expect((await ada.user()).all_remaining_tokens).toBe(1000)
  const room = await openRoom(grace, [ada])
  const { goal } = await ada.call(storeGoal, {
    body: { challenge: { tasks: [{ ...newGoal(randomUUID()), title: 'Read' }] } }
  })
  const { log } = await ada.call(storeQuickLog, { body: { goal_id: goal.id, amount: 1 } })
  // The log was free, so undoing it gives no use back (D-131).
  await ada.call(deleteLog, { params: { log: String(log.id) } })
  await ada.call(restoreLog, { params: { log: String(log.id) } })
  await ada.call(storeNote, { body: { title: 'A note', goal_id: goal.id } })
  await ada.call(sendMessage, {
    body: { content: 'Hello', messageable_type: 'challenge_event', messageable_id: room.id }
  })
  await ada.call(storeSessionPost, { params: { event: room.event }, body: { item: { title: '', content: 'Hello' } } })
  expect((await ada.user()).all_remaining_tokens).toBe(1000)
  expect((await ada.visit(tokensPage)).balance).toEqual({ monthly: 0, free: 1000, purchased: 0 })
  const { rows } = await world.db.$client.query('select action from free_uses order by action')
  expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['goal', 'join', 'log', 'message', 'note', 'post']))
  // Nothing was charged, so the balances are unchanged if payments are turned on later.
  const charged = await world.db.$client.query(
    `select count(*)::int as count from ledger l join users u on u.id = l.user_id where username = 'ada' and action not in ('welcome', 'correction')`
  )
  expect(charged.rows[0].count).toBe(0)
})

test('each payment call returns 409 with the message that the hut is free', { tags: 'D-147' }, async () => {
  const ada = await world.as('ada')
  const card = { body: { payment_method: 'pm_1' } }
  const calls = [
    [getPaymentIntent, { query: {} }],
    [purchaseTokens, { body: { paymentIntent: 'pi_1' } }],
    [redeemAvailable, {}],
    [subscriptionApi.createSubscription, { params: { product: 'goals_sub' }, body: {} }],
    [subscriptionApi.confirmSubscription, { params: { subscription: '1' } }],
    [subscriptionApi.payRenewal, { params: { subscription: '1' } }],
    [subscriptionApi.cancelSubscription, { params: { subscription: '1' } }],
    [subscriptionApi.cancelOwnSubscription, { query: {} }],
    [billing.addPaymentMethod, card],
    [billing.choosePaymentMethod, card],
    [billing.removePaymentMethod, card]
  ] as const
  for (const [call, input] of calls) {
    expect(await ada.refused(call, input), call.path).toMatchObject({
      status: 409,
      body: { message: billing.FREE_HUT }
    })
  }
  const event = { method: 'POST', url: '/api/webhooks/stripe', payload: '{}' } as const
  expect((await ada.request({ ...event, headers: { 'stripe-signature': 't=1,v1=0' } })).statusCode).toBe(409)
})

test('the pages that sell something offer nothing, and so does the site map', { tags: 'D-147' }, async () => {
  const hut = await openWorld({ PAYMENTS: 'off', APP_URL: 'https://hut.example.org' })
  onTestFinished(() => hut.close())
  expect((await hut.visitor.visit(billing.pricingPage)).products).toEqual([])
  expect((await hut.visitor.visit(billing.subscribePage)).products).toEqual([])
  for (const url of ['/tokens', '/pricing', '/subscribe']) {
    expect((await hut.visitor.request({ url })).body).toContain(`name="description" content="${billing.FREE_HUT}"`)
  }
  expect((await hut.visitor.request({ url: '/sitemap-pages.xml' })).body).not.toContain('pricing')
})

test('an admin gets no money to see or to move', { tags: 'D-147' }, async () => {
  const admin = await world.admin()
  for (const [call, input] of [
    [refundPayment, { params: { invoice: '1' }, body: { reason: 'request' } }],
    [changePool, { body: { tokens: 5, reason: 'refill' } }]
  ] as const) {
    expect((await admin.refused(call, input)).status, call.path).toBe(409)
  }
  expect((await admin.request({ url: '/api/admin/money.csv' })).statusCode).toBe(409)
})
