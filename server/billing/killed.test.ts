/**
 * Kills the whole app while a person pays, and restarts it. The provider and the ledger must agree, and nobody may pay
 * twice.
 */
import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KilledApp, registerAt, startKilledApp } from '../../testing/crash/killed-app.ts'
import { type TestDatabase, testDatabase } from '../../testing/database/database.ts'
import { seededRandom } from '../../testing/random.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { audit } from '../tokens/audit.ts'
import { reconcile } from './reconcile.ts'

const SEED = 20_261_122
/** Longer than the claims of the killed process last. */
const CLAIMED_MS = 130_000

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a payment interrupted by a kill at any statement is charged once and credited once', {
  tags: ['BIL-40', 'D-09'],
  timeout: 240_000
}, async () => {
  const random = seededRandom(SEED)
  const folder = await temporaryFolder()
  let app = await startKilledApp(folder, database.connection)
  const cookie = await registerAt(app.address, 'ada')
  let kills = 0

  const post = (path: string, body: object = {}) =>
    fetch(app.address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body)
    })
  const read = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.url} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const pay = async (secret: string | null) => {
    if (secret === null) return
    const [id = ''] = secret.split('_secret_')
    const page = at(app, app.sandbox.publishableKey)
    const { id: payment_method } = await page.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }
    })
    await page.paymentIntents.confirm(id, {
      payment_method,
      client_secret: secret
    } as Stripe.PaymentIntentConfirmParams)
  }
  const provider = () => at(app, app.sandbox.secretKey)
  const packs = async () => {
    const { data } = await provider().paymentIntents.list({ limit: 100 })
    return data.filter(({ status, metadata }) => status === 'succeeded' && metadata.kind === 'tokens')
  }
  const plans = async () =>
    (await provider().subscriptions.list({ status: 'active' })).data.map(({ metadata }) => metadata.plan)

  const buy = async () => {
    const { client_secret } = await read(
      await fetch(`${app.address}/tokens/get-payment-intent`, { headers: { cookie } })
    )
    await pay(client_secret)
    const [paymentIntent] = client_secret.split('_secret_')
    await read(await post('/api/tokens/purchase', { paymentIntent, token_pool: 0 }))
  }
  const subscribe = async (plan: string) => {
    const { clientSecret, subscription } = await read(await post(`/api/subscriptions/create/${plan}`))
    await pay(clientSecret)
    await read(await post(`/api/subscriptions/${subscription.id}/confirm`))
  }
  const refund = async () => {
    const [last] = await packs()
    await provider().refunds.create({ payment_intent: last?.id ?? '' }, { idempotencyKey: 'the refund of an operator' })
  }
  const refunded = async () => (await provider().refunds.list()).data.length

  /**
   * Performs a step and kills the app at a seeded statement. After the restart it repeats the step unless the provider
   * has it.
   */
  const deed = async (work: () => Promise<unknown>, isDone: () => Promise<boolean>, statements: number) => {
    app.killAfter(Math.floor(random() * statements))
    const failure = await work().then(
      () => null,
      error => error
    )
    // The first sign of the kill is a broken connection. Wait for the exit.
    if (failure) await Promise.race([app.exited, setTimeout(5000)])
    if ((await app.settle()) !== null) {
      if (failure) throw failure
      return
    }
    kills++
    app = await startKilledApp(folder, database.connection)
    // A restarted process starts at the present time. The killed one had moved its clock forward.
    await app.settle(kills * CLAIMED_MS)
    if (await isDone()) return
    await work()
    await app.settle()
  }

  await deed(
    () => buy(),
    async () => (await packs()).length === 1,
    60
  )
  await deed(
    () => subscribe('goals_sub'),
    async () => (await plans()).includes('goals_sub'),
    120
  )
  await deed(
    () => subscribe('goals_sessions_sub'),
    async () => (await plans()).includes('goals_sessions_sub'),
    120
  )
  await deed(refund, async () => (await refunded()) === 1, 25)
  expect(kills).toBeGreaterThanOrEqual(3)

  const { rows } = await database.db.$client.query(
    `select action, bucket, amount from ledger l join users u on u.id = user_id where username = 'ada' order by l.id`
  )
  expect(rows.map(({ action, amount }) => [action, amount])).toEqual([
    ['welcome', 1000],
    ['purchase', 1000],
    ['renewal', 3000],
    ['ended', -3000],
    ['renewal', 6000],
    ['refund', -1000]
  ])
  expect(await packs()).toHaveLength(1)
  expect(await plans()).toEqual(['goals_sessions_sub'])
  const { data: invoices } = await provider().invoices.list()
  expect(invoices.map(({ status, amount_paid }) => [status, amount_paid])).toEqual([
    ['paid', 800],
    ['paid', 400]
  ])
  expect((await audit(database.db)).findings).toEqual([])
  const ours = { stripe: provider(), mode: 'sandbox' as const, publishableKey: '', webhookSecret: '' }
  expect((await reconcile({ db: database.db, provider: ours })).findings).toEqual([])
})

function at({ sandbox: { host, port } }: KilledApp, key: string): Stripe {
  return new Stripe(key, { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}
