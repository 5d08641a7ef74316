/** With keys set as an operator sets them: the same code, and a content policy that lets the provider's fields in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokensPage } from '../../domain/tokens/api.ts'
import { openShop } from '../../testing/shop.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { readConfig } from '../lib/config.ts'
import { keyedProvider } from './provider.ts'

let plain: World
let keyed: World
beforeAll(async () => {
  plain = await openWorld()
  const { host, port, secretKey, publishableKey, webhookSecret } = plain.sandbox
  const settings = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API: `http://${host}:${port}`
  }
  const { stripe } = readConfig(settings)
  if (!stripe) throw new Error('the keys were not read')
  keyed = await openWorld(settings, { provider: keyedProvider(stripe), sandbox: plain.sandbox })
})
afterAll(async () => {
  await keyed.close()
  await plain.close()
})

test('D-10 with keys people buy and subscribe as without them, and no page is told of a sandbox', async () => {
  const shop = await openShop(keyed)
  const ada = await keyed.as('ada')
  await shop.buy(ada)
  await shop.subscribe(ada, 'goals_sub')
  expect(await ada.visit(tokensPage)).toMatchObject({
    balance: { monthly: 3000, free: 1000, purchased: 1000 },
    checkout: { publishable_key: plain.sandbox.publishableKey, sandbox: false }
  })
})

test('the content policy lets the provider in with keys alone, and on the pages alone that take cards', async () => {
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
