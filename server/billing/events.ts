/**
 * Events of the payment provider (BIL-40). The app stores an event before it responds and handles it right afterwards.
 * A failed event is retried for three days. An event only names the object to check. The app reads the current state
 * from the provider, so events may arrive in any order, repeatedly or late.
 */
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { BAD_EVENT, BAD_SIGNATURE } from '../../domain/billing/api.ts'
import { text } from '../../domain/lib/fields.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { OPEN } from '../lib/security/members-only.ts'
import { EVERY_MS, type RunningWorker, startWorker } from '../lib/worker.ts'
import { isFreeHut } from '../tokens/balance-rows.ts'
import { chooseFirst } from './cards.ts'
import { findCard, findCustomerAt, listDueCustomers, postponeLook } from './customer-rows.ts'
import {
  claimEvents,
  countEvents,
  deleteEventsBefore,
  type EventRow,
  markFailed,
  markHandled,
  storeEvent
} from './event-rows.ts'
import { endOrphaned } from './orphaned.ts'
import { findByIntent } from './payment-rows.ts'
import { needPayments } from './provider.ts'
import { askFor, idOf, reasonOf } from './provider-calls.ts'
import { settleIntent } from './purchases/purchase.ts'
import { compareAtNight } from './reconcile.ts'
import { syncReversals } from './refunds.ts'
import { syncCustomer } from './sync.ts'

/** How old a signature may be, in seconds. */
const WINDOW = 300
/** The provider's largest events have some tens of kilobytes. */
const LARGEST_EVENT = 262_144
/** Longer than the claimed events take. Handling an event twice has no effect. */
const CLAIM_MS = 120_000
/** Leaves enough database connections for requests. */
const EVENTS_AT_ONCE = 6
const FIRST_DELAY_MS = 10_000
const LONGEST_DELAY_MS = 4 * 3_600_000
/** About three days, together with the delays between the attempts. */
const MOST_ATTEMPTS = 28
const KEPT_MS = 30 * 86_400_000
const CUSTOMERS_AT_ONCE = 20
const LATER_MS = 3_600_000

/** The delay after a failed attempt; null when the event is given up. @param attempts the number of attempts so far */
function eventDelay(attempts: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS)
}

/** `POST webhooks/stripe`. The signature covers the exact bytes of the body, so the body is not parsed. */
export async function eventRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, provider } = deps
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.post('/api/webhooks/stripe', { bodyLimit: LARGEST_EVENT, ...OPEN }, async request => {
    needPayments(deps)
    const event = verify(
      provider.stripe,
      request.body,
      request.headers['stripe-signature'],
      provider.webhookSecret,
      clock.now()
    )
    await storeEvent(db, noted(event), dateAt(clock))
    deps.handleEvents()
    return { received: true }
  })
}

function verify(stripe: Stripe, body: unknown, header: unknown, secret: string, now: number): unknown {
  if (!Buffer.isBuffer(body) || typeof header !== 'string') return refuse(BAD_SIGNATURE)
  try {
    // A signature from the future is refused too. Otherwise someone could keep it for later.
    const sent = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1])
    if (sent * 1000 > now + WINDOW * 1000) return refuse(BAD_SIGNATURE)
    return stripe.webhooks.constructEvent(body, header, secret, WINDOW, undefined, now)
  } catch {
    // The library throws many kinds of errors at a header or a body that is none of the provider's.
    return refuse(BAD_SIGNATURE)
  }
}

const name = text(255)
const customerOf = z.nullish(z.union([name, z.object({ id: name })]))

/** What the app reads of an event. */
const readEvent = z.object({
  id: name.check(z.minLength(1)),
  type: name,
  data: z.object({
    object: z.object({ id: z.nullish(name), object: z.nullish(name), customer: customerOf }),
    previous_attributes: z.nullish(z.object({ customer: customerOf }))
  })
})

/** The stored part of an event: its type and the object that it is about. @throws Refused 422 */
function noted(event: unknown): Pick<EventRow, 'id' | 'type' | 'object' | 'customer'> {
  const { data: read } = z.safeParse(readEvent, event)
  if (!read) return refuse(BAD_EVENT)
  const { object, previous_attributes: before } = read.data
  const customer = object.object === 'customer' ? (object.id ?? null) : idOf(object.customer)
  return {
    id: read.id,
    type: read.type,
    object: object.id ?? '',
    // The event of a detached card names the customer in the previous values.
    customer: customer ?? idOf(before?.customer)
  }
}

/**
 * Our own event type: the nightly comparison of payments. It is stored once, so one node handles it, and it is retried
 * when the provider does not respond.
 */
const NIGHT = 'night'
const DAY_MS = 86_400_000
/** 3 o'clock UTC. */
const NIGHT_MS = 3 * 3_600_000

const isOfPayment = (type: string): boolean => /^(payment_intent|charge|refund)\./.test(type)

/** The key of the object that an event asks to check. Some of the provider's events name no object. */
function subjectOf({ type, object, customer }: EventRow): string {
  if (type === NIGHT) return NIGHT
  return isOfPayment(type) ? object : (customer ?? object)
}

/** Handles events about the same object with one look at the provider. */
async function handle(deps: Dependencies, events: EventRow[]): Promise<void> {
  const [event] = events
  if (!event) return
  const { type, object, customer } = event
  if (type.startsWith('payment_intent.')) return settleIntent(deps, object)
  if (isOfPayment(type)) return handleCharge(deps, type, object)
  const person = customer === null ? await findCard(deps.db, object) : await findCustomerAt(deps.db, customer)
  if (person?.mode !== deps.provider.mode) return
  await syncCustomer(deps, person.user_id)
  // The bank accepted the card. The page that added it may be closed, so choose the card here.
  if (events.some(each => each.type === 'setup_intent.succeeded')) await chooseFirst(deps, person.user_id)
}

/** Handles a refunded charge or a dispute. Both name the payment. */
async function handleCharge(deps: Dependencies, type: string, id: string): Promise<void> {
  const { stripe } = deps.provider
  const about = type.startsWith('charge.dispute.')
    ? await askFor(stripe.disputes.retrieve(id))
    : type.includes('refund.')
      ? await askFor(stripe.refunds.retrieve(id))
      : await askFor(stripe.charges.retrieve(id))
  const intent = idOf(about?.payment_intent)
  if (!intent) return
  if (!(await findByIntent(deps.db, intent))) await learn(deps, intent)
  await settleIntent(deps, intent)
  await syncReversals(deps, intent)
}

/** Loads the invoice of an unknown payment, whose own event may arrive later. */
async function learn(deps: Dependencies, intent: string): Promise<void> {
  const found = await askFor(deps.provider.stripe.paymentIntents.retrieve(intent))
  const customer = idOf(found?.customer)
  const person = customer === null ? null : await findCustomerAt(deps.db, customer)
  if (person) await syncCustomer(deps, person.user_id)
}

/** Starts the worker that handles stored events, and checks customers when a change is due without an event. */
export function startEventWorker(app: FastifyInstance, deps: Dependencies): RunningWorker {
  const { db, clock, provider } = deps
  const nightNow = (): string =>
    new Date(Math.floor((clock.now() - NIGHT_MS) / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
  let night: string | null = null
  const differences = addMetrics(deps)

  /**
   * Stores the event of the current night. It also runs at the start, because the app may have been down at that hour.
   * Stored nights stay unchanged.
   */
  const noteNight = async (): Promise<void> => {
    const now = nightNow()
    if (now === night) return
    await storeEvent(db, { id: `${NIGHT}-${now}`, type: NIGHT, object: '', customer: null }, dateAt(clock))
    night = now
  }

  const compare = async (): Promise<void> => {
    differences.set(Number.NaN)
    differences.set(await compareAtNight(deps, app.log))
  }

  const fail = async ({ id, type, attempts }: EventRow, error: unknown): Promise<void> => {
    const delay = eventDelay(attempts)
    app.log.warn({ err: error, event: id, type, attempts }, 'an event of the payment provider failed')
    await markFailed(
      db,
      id,
      reasonOf(error).slice(0, 500),
      delay === null ? null : new Date(clock.now() + delay),
      dateAt(clock)
    )
  }

  const handleTogether = async (events: EventRow[]): Promise<void> => {
    try {
      await (events[0]?.type === NIGHT ? compare() : handle(deps, events))
      await markHandled(
        db,
        events.map(({ id }) => id),
        dateAt(clock)
      )
    } catch (error) {
      for (const event of events) await fail(event, error)
    }
  }

  /**
   * Handles the next events: those of different customers at once, those of one customer in turn. Events about the same
   * object share one look.
   * @returns whether there may be more
   */
  const handleNext = async (): Promise<boolean> => {
    const events = await claimEvents(db, dateAt(clock), new Date(clock.now() + CLAIM_MS), EVENTS_AT_ONCE)
    const byCustomer = Map.groupBy(events, ({ customer, object }) => customer ?? object)
    const done = await Promise.allSettled(
      [...byCustomer.values()].map(async own => {
        for (const together of Map.groupBy(own, subjectOf).values()) await handleTogether(together)
      })
    )
    for (const each of done) if (each.status === 'rejected') throw each.reason
    return events.length === EVENTS_AT_ONCE
  }

  const lookAtDue = async (): Promise<void> => {
    for (const user of await listDueCustomers(db, provider.mode, dateAt(clock), CUSTOMERS_AT_ONCE)) {
      if (worker.isStopped()) return
      // Postpone first, so that a customer who cannot be checked does not block the others.
      await postponeLook(db, user, provider.mode, new Date(clock.now() + LATER_MS))
      await syncCustomer(deps, user).catch(error =>
        app.log.warn({ err: error }, 'a customer could not be checked at the payment provider')
      )
    }
    await endOrphaned(deps)
  }

  const work = async (): Promise<number> => {
    // When payments are turned off, stored events wait until payments are turned on again.
    if (isFreeHut(deps)) return EVERY_MS
    await noteNight()
    while (!worker.isStopped() && (await handleNext()));
    if (!worker.isStopped()) await lookAtDue()
    return EVERY_MS
  }

  const worker = startWorker(app, clock, work, 'events of the payment provider could not be read or written')
  return worker
}

/** When the database does not respond, these figures are NaN and the other figures still appear. */
function addMetrics({ db, metrics }: Dependencies): Gauge {
  new Gauge({
    name: 'hut_provider_events',
    help: 'Events of the payment provider that wait to be handled, and that were given up',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      const known = await countEvents(db).catch(() => null)
      this.set({ state: 'waiting' }, known?.waiting ?? Number.NaN)
      this.set({ state: 'failed' }, known?.failed ?? Number.NaN)
    }
  })
  return new Gauge({
    name: 'hut_payment_differences',
    help: 'Differences between the payment provider and the ledger, when they were last compared',
    registers: [metrics]
  })
}

/** Deletes handled events after 30 days. */
export async function forgetOldEvents({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now() - KEPT_MS))
}
