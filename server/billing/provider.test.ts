/** Tests an installation with keys: payments work the same way, and the content policy allows the provider's fields. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../domain/accounts/api.ts'
import { accountPage } from '../../domain/billing/api.ts'
import { cancelOwnSubscription } from '../../domain/billing/subscription-api.ts'
import { getPaymentIntent, purchaseTokens, tokensPage } from '../../domain/billing/tokens-api.ts'
import { PASSWORD } from '../../testing/names.ts'
import { openShop, type Shop } from '../../testing/shop.ts'
import { setUses } from '../../testing/token-balance.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { readConfig } from '../lib/config.ts'
import { keyedProvider, sandboxProvider } from './provider.ts'
import { reconcile } from './reconcile.ts'

const DAY = 86_400_000

let plain: World
let keyed: World
let shop: Shop
beforeAll(async () => {
  plain = await openWorld()
  const { stripe } = readConfig(settings())
  if (!stripe) throw new Error('the keys were not read')
  keyed = await openWorld(settings(), { provider: keyedProvider(stripe), sandbox: plain.sandbox })
  shop = await openShop(keyed)
})
afterAll(async () => {
  await keyed.close()
  await plain.close()
})

/** The keys of the plain world's sandbox, which plays the provider here. */
function settings() {
  const { host, port, secretKey, publishableKey, webhookSecret } = plain.sandbox
  return {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API: `http://${host}:${port}`
  }
}

test('with keys people buy and subscribe in the same way, and no page mentions a sandbox', {
  tags: 'D-10'
}, async () => {
  const ada = await keyed.as('ada')
  await shop.buy(ada)
  await shop.subscribe(ada, 'goals_sub')
  expect(await ada.visit(tokensPage)).toMatchObject({
    balance: { monthly: 3000, free: 1000, purchased: 1000 },
    checkout: { publishable_key: plain.sandbox.publishableKey, sandbox: false }
  })
})

test('with keys a subscription renews and ends through signed events over HTTP', {
  tags: 'D-10'
}, async () => {
  const grace = await keyed.as('grace')
  await shop.subscribe(grace, 'goals_sub')
  const later = async (days: number) => {
    for (let day = 0; day < days; day += 3) {
      for (const { clock } of [plain, keyed]) clock.jump(3 * DAY)
      await grace.user()
      await shop.settle()
    }
  }
  await setUses(keyed, grace, 100, 'monthly')
  await later(33)
  expect((await grace.visit(tokensPage)).balance?.monthly).toBe(3000)
  expect((await grace.call(cancelOwnSubscription, { query: {} })).message).toMatch(/^Your subscription will end on /)
  await later(30)
  expect((await grace.visit(tokensPage)).balance?.monthly).toBe(0)
  expect((await grace.user()).subscription).toBeNull()
  const { rows } = await keyed.db.$client.query('select distinct mode from payments')
  expect(rows).toEqual([{ mode: 'test' }])
})

test('after a switch from the sandbox to keys, tokens stay and the old subscription ends uncharged', {
  tags: 'D-10'
}, async () => {
  const old = await openWorld()
  const earlier = await openShop(old)
  const hedy = await old.as('hedy')
  await earlier.buy(hedy)
  await earlier.subscribe(hedy, 'goals_sub')
  const { client_secret } = await hedy.call(getPaymentIntent, { query: {} })
  const { stripe } = readConfig(settings())
  if (!stripe) throw new Error('the keys were not read')
  const provider = keyedProvider(stripe)
  const now = await openWorld(settings(), { provider, sandbox: plain.sandbox, db: old.db, clock: old.clock })
  await now.visitor.call(login, { body: { email: 'hedy@example.org', password: PASSWORD } })
  const page = await now.visitor.visit(accountPage)
  expect(page).toMatchObject({ subscription: { product_key: 'goals_sub' }, payment_methods: [] })
  expect((await now.visitor.call(getPaymentIntent, { query: {} })).client_secret).not.toBe(client_secret)
  const lost = { paymentIntent: client_secret.split('_secret_')[0] ?? '', token_pool: 0 as const }
  expect((await now.visitor.refused(purchaseTokens, { body: lost })).status).toBe(404)
  for (let day = 0; day < 32; day += 4) {
    old.clock.jump(4 * DAY)
    await now.visitor.user()
    now.workers.events.wake()
    await now.workers.events.done()
  }
  expect((await now.visitor.user()).subscription).toBeNull()
  expect((await now.visitor.visit(tokensPage)).balance).toEqual({ monthly: 0, free: 1000, purchased: 1000 })
  const invoices = await provider.stripe.invoices.list({ limit: 100 })
  expect(invoices.data.filter(({ customer_email }) => customer_email === 'hedy@example.org')).toEqual([])
  // The sandbox's payments still agree with the ledger.
  expect((await reconcile({ db: old.db, provider: sandboxProvider(old.sandbox) })).findings).toEqual([])
  await now.app.close()
  await old.close()
})

test('the content policy allows the provider only with keys, and only on pages that take cards', async () => {
  const policyOf = async (world: World, url: string) =>
    String((await world.visitor.request({ url })).headers['content-security-policy'])
  for (const url of ['/tokens', '/account/tokens', '/account', '/subscribe?product=goals_sub']) {
    expect(await policyOf(keyed, url)).toMatch(
      /script-src 'self' https:\/\/js\.stripe\.com .*frame-src .*hooks\.stripe/
    )
    expect(await policyOf(plain, url)).not.toContain('stripe')
  }
  for (const url of ['/', '/pricing', '/account/invoices', '/api/tokens']) {
    expect(await policyOf(keyed, url)).not.toContain('stripe')
  }
})
