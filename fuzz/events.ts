/** Events of the payment provider: with a good signature and any body, and with a bad signature. */
import Stripe from 'stripe'
import { type Dice, diceOf } from './lib/dice.ts'
import type { Ground } from './lib/ground.ts'
import { send } from './lib/http.ts'
import type { Finding, Limits, Outcome } from './lib/run.ts'
import { alike, anyText, anyValue } from './lib/values.ts'

const LANES = 8
const TYPES = [
  ...[
    'payment_intent.succeeded',
    'payment_intent.canceled',
    'charge.refunded',
    'charge.dispute.created',
    'refund.updated'
  ],
  ...['invoice.paid', 'invoice.payment_failed', 'customer.subscription.updated', 'customer.subscription.deleted'],
  ...[
    'customer.updated',
    'payment_method.detached',
    'payment_method.attached',
    'setup_intent.succeeded',
    'night',
    'a.b'
  ]
]
const { webhooks } = new Stripe('sk_test_of_the_fuzzer')

export interface EventCase {
  payload: string
  /** The header; `good` for a signature with the right secret. */
  signature: string
}

function makeEventCase(dice: Dice): EventCase {
  const type = dice.pick(TYPES)
  const event: Record<string, unknown> = {
    id: `evt_${dice.int(1e6)}`,
    object: 'event',
    type,
    created: 1_772_000_000,
    data: {
      object: {
        id: `pi_${dice.int(1000)}`,
        object: type.split('.')[0],
        customer: dice.pick([null, 'cus_1', { id: 'cus_2' }])
      },
      previous_attributes: dice.pick([undefined, {}, { customer: 'cus_1' }])
    }
  }
  for (let changes = dice.int(4); changes > 0; changes--) spoil(dice, event)
  const isRaw = dice.chance(0.15)
  return {
    payload: isRaw ? dice.pick([anyText(dice), JSON.stringify(anyValue(dice))]) : JSON.stringify(event),
    signature: dice.chance(0.8)
      ? 'good'
      : dice.pick(['', 't=1,v1=a', 't=,v1=', 'v1=a', anyText(dice)]).replace(/[^ -~]/g, '')
  }
}

function spoil(dice: Dice, value: object): void {
  const key = dice.pick(Object.keys(value))
  const inner: unknown = Reflect.get(value, key)
  if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && dice.chance(0.8))
    spoil(dice, inner)
  else if (dice.chance(0.2)) Reflect.deleteProperty(value, key)
  else Reflect.set(value, key, dice.chance(0.5) ? alike(dice, inner) : anyValue(dice, 2))
}

export function headerOf({ payload, signature }: EventCase, secret: string, now: number): string {
  const timestamp = Math.floor(now / 1000)
  return signature === 'good' ? webhooks.generateTestHeaderString({ payload, secret, timestamp }) : signature
}

export async function fuzzEvents(ground: Ground, { seed, seconds, cases }: Limits): Promise<Outcome> {
  const secret = await ground.webhookSecret()
  const findings: Finding[] = []
  const statuses = new Map<number, number>()
  const until = Date.now() + seconds * 1000
  let sent = 0
  const one = async (made: EventCase): Promise<void> => {
    const found = (problem: string): void => void findings.push({ target: 'events', problem, input: made })
    try {
      const headers = { 'content-type': 'application/json', 'stripe-signature': headerOf(made, secret, Date.now()) }
      const answer = await send(ground.address, {
        method: 'POST',
        url: '/webhooks/stripe',
        headers,
        body: made.payload
      })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status >= 500) found(`${answer.status} ${answer.body.slice(0, 200)}`)
    } catch (error) {
      found(String(error))
    }
  }
  const lane = async (): Promise<void> => {
    while (sent < cases && Date.now() < until) await one(makeEventCase(diceOf(seed, sent++)))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const notes = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  return { target: 'events', cases: sent, findings, notes }
}
