/** Pays in a world: the browser's calls to the provider with the publishable key, and the provider's events. */
import Stripe from 'stripe'
import { confirmSubscription, createSubscription } from '../domain/billing/subscription-api.ts'
import { getPaymentIntent, purchaseTokens } from '../domain/billing/tokens-api.ts'
import type { PlanKey } from '../domain/tokens/plan-keys.ts'
import type { Caller, World } from './world.ts'

const VISA = '4242424242424242'
const DAY = 86_400_000
/** In days. The provider waits at least as long before it tries a card again. */
const LONGEST_STEP = 3

export interface Shop {
  /** The provider as an operator or a bank sees it. */
  stripe: Stripe
  /** The provider as a page sees it. */
  page: Stripe
  card: (number?: string) => Promise<Stripe.PaymentMethod>
  /** Confirms a payment as the page does. Throws if the provider refuses it. */
  pay: (clientSecret: string | null, card?: string) => Promise<Stripe.PaymentIntent>
  /** Buys the pack, with all steps. */
  buy: (person: Caller, toPool?: 0 | 1) => Promise<string>
  /** Subscribes, with all steps. A smaller plan starts at once too. */
  subscribe: (person: Caller, plan: PlanKey, card?: string) => Promise<number>
  /** Holds the provider's events back until the returned function is called. */
  holdEvents: () => () => void
  /** Waits until the provider has finished due work and the app has handled all events. */
  settle: () => Promise<void>
  /** Moves the time in steps of at most three days. These people stay signed in. */
  later: (days: number, ...people: Caller[]) => Promise<void>
}

/** Connects the app of a world to the provider's events. */
export async function openShop(world: World): Promise<Shop> {
  const { app, workers, sandbox, clock } = world
  const connect = (key: string) =>
    new Stripe(key, {
      host: sandbox.host,
      port: sandbox.port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0
    })
  const [stripe, page] = [connect(sandbox.secretKey), connect(sandbox.publishableKey)]
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const sendEvents = () => sandbox.webhooksTo(`${address}/webhooks/stripe`)
  sendEvents()

  const card = (number = VISA) =>
    page.paymentMethods.create({ type: 'card', card: { number, exp_month: 12, exp_year: 2040, cvc: '123' } })

  const pay = async (clientSecret: string | null, number = VISA) => {
    const client_secret = clientSecret ?? ''
    const [id = ''] = client_secret.split('_secret_')
    const method = number.startsWith('pm_') ? number : (await card(number)).id
    return page.paymentIntents.confirm(id, {
      payment_method: method,
      client_secret
    } as Stripe.PaymentIntentConfirmParams)
  }

  const settle = async () => {
    for (let round = 0; round < 3; round++) {
      await sandbox.tick()
      workers.events.wake()
      await workers.events.done()
    }
  }

  return {
    stripe,
    page,
    card,
    pay,
    holdEvents() {
      sandbox.webhooksTo(null)
      return sendEvents
    },
    settle,
    async buy(person, toPool = 0) {
      const { client_secret } = await person.call(getPaymentIntent, { query: { token_pool: toPool } })
      const { id } = await pay(client_secret)
      await person.call(purchaseTokens, { body: { paymentIntent: id, token_pool: toPool } })
      return id
    },
    async subscribe(person, plan, number = VISA) {
      const { clientSecret, subscription } = await person.call(createSubscription, {
        params: { product: plan },
        body: { when: 'now' }
      })
      await pay(clientSecret, number)
      await person.call(confirmSubscription, { params: { subscription: String(subscription.id) } })
      return subscription.id
    },
    async later(days, ...people) {
      for (let left = days; left > 0; left -= LONGEST_STEP) {
        clock.jump(Math.min(left, LONGEST_STEP) * DAY)
        for (const person of people) await person.user()
        await settle()
      }
    }
  }
}
