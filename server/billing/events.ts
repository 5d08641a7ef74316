/**
 * Events of the payment provider (BIL-40). They are stored before they are answered, and handled right afterwards; one
 * that fails is tried again, for three days. An event only says what to look at: what is true is asked of the provider.
 * So events may come in any order, twice, or long after what they tell.
 */
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import Stripe from 'stripe'
import { BAD_SIGNATURE } from '../../domain/billing/api.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isFreeHut } from '../tokens/ledger-rows.ts'
import { findCard, findCustomerAt, listDueCustomers, postponeLook } from './customer-rows.ts'
import { chooseFirst } from './customers.ts'
import {
  claimEvents,
  countEvents,
  deleteEventsBefore,
  type EventRow,
  markFailed,
  markHandled,
  storeEvent
} from './event-rows.ts'
import { endForsaken } from './forsaken.ts'
import { findByIntent } from './payment-rows.ts'
import { askFor, idOf, needPayments, reasonOf } from './provider.ts'
import { settleIntent } from './purchase.ts'
import { compareAtNight } from './reconcile.ts'
import { syncReversals } from './refunds.ts'
import { syncCustomer } from './sync.ts'

/** How old a signature may be, in seconds. */
const WINDOW = 300
/** The largest that the provider sends is some tens of kilobytes. */
const LARGEST_EVENT = 262_144
/** Longer than handling what was claimed takes; an event that is handled twice does nothing the second time. */
const CLAIM_MS = 120_000
/** Few enough to leave connections to people. */
const EVENTS_AT_ONCE = 6
const EVERY_MS = 5000
const FIRST_DELAY_MS = 10_000
const LONGEST_DELAY_MS = 4 * 3_600_000
/** With the delays between them three days. */
const MOST_ATTEMPTS = 28
const KEPT_MS = 30 * 86_400_000
const CUSTOMERS_AT_ONCE = 20
const LATER_MS = 3_600_000

/** How long to wait after the `attempts`-th failure; null when the event is given up. */
function eventDelay(attempts: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS)
}

/** `POST webhooks/stripe`: the body is signed as it came over the wire, so it is read as bytes here. */
export async function eventRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { db, clock, provider } = deps
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.post('/api/webhooks/stripe', { bodyLimit: LARGEST_EVENT }, async request => {
    needPayments(deps)
    const event = verify(
      provider.stripe,
      request.body,
      request.headers['stripe-signature'],
      provider.webhookSecret,
      clock.now()
    )
    await storeEvent(db, noted(event), dateAt(clock))
    app.handleEvents()
    return { received: true }
  })
}

function verify(stripe: Stripe, body: unknown, header: unknown, secret: string, now: number): Stripe.Event {
  if (!Buffer.isBuffer(body) || typeof header !== 'string') return refuse(BAD_SIGNATURE)
  try {
    // Also one from the future is refused: with it a signature could be kept for later.
    const sent = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1])
    if (sent * 1000 > now + WINDOW * 1000) return refuse(BAD_SIGNATURE)
    return stripe.webhooks.constructEvent(body, header, secret, WINDOW, undefined, now)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) {
      return refuse(BAD_SIGNATURE)
    }
    throw error
  }
}

/** What is kept of an event: what it is about. */
function noted(event: Stripe.Event): Pick<EventRow, 'id' | 'type' | 'object' | 'customer'> {
  const object = event.data.object as { id?: string; object?: string; customer?: string | { id: string } | null }
  const before = event.data.previous_attributes as { customer?: string | null } | undefined
  const customer = object.object === 'customer' ? (object.id ?? null) : idOf(object.customer)
  return {
    id: event.id,
    type: event.type,
    object: object.id ?? '',
    // A card that was removed says whose it was.
    customer: customer ?? before?.customer ?? null
  }
}

/**
 * An event of our own: each night's comparison of payments. Stored once, it is handled by one node, and tried again
 * where the provider does not respond.
 */
const NIGHT = 'night'
const DAY_MS = 86_400_000
/** After 3 o'clock UTC. */
const NIGHT_MS = 3 * 3_600_000

const isOfPayment = (type: string): boolean => /^(payment_intent|charge|refund)\./.test(type)

/** What an event says to look at. Some of the provider's name nothing. */
function subjectOf({ type, object, customer }: EventRow): string {
  if (type === NIGHT) return NIGHT
  return isOfPayment(type) ? object : (customer ?? object)
}

/** Looks once for events that say to look at the same. */
async function handle(deps: Dependencies, events: EventRow[]): Promise<void> {
  const [event] = events
  if (!event) return
  const { type, object, customer } = event
  if (type.startsWith('payment_intent.')) return settleIntent(deps, object)
  if (isOfPayment(type)) return handleCharge(deps, type, object)
  const person = customer === null ? await findCard(deps.db, object) : await findCustomerAt(deps.db, customer)
  if (person?.mode !== deps.provider.mode) return
  await syncCustomer(deps, person.user_id)
  // Their bank has agreed, and the page that added the card may be gone.
  if (events.some(each => each.type === 'setup_intent.succeeded')) await chooseFirst(deps, person.user_id)
}

/** A charge that was refunded, and a dispute of one, which has the payment in it. */
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

/** The invoice of a payment that is not known yet: its own event may come later. */
async function learn(deps: Dependencies, intent: string): Promise<void> {
  const found = await askFor(deps.provider.stripe.paymentIntents.retrieve(intent))
  const customer = idOf(found?.customer)
  const person = customer === null ? null : await findCustomerAt(deps.db, customer)
  if (person) await syncCustomer(deps, person.user_id)
}

/** Handles stored events, and looks at the provider when something is due that no event has told. */
export function startEventWorker(app: FastifyInstance, deps: Dependencies): void {
  const { db, clock, provider } = deps
  // In a hut that is free, what waits stays until payments are on again.
  let stopped = isFreeHut(deps)
  let cancel = (): void => {}
  let atWork: Promise<void> | null = null
  let again = false
  const nightNow = (): string =>
    new Date(Math.floor((clock.now() - NIGHT_MS) / DAY_MS) * DAY_MS).toISOString().slice(0, 10)
  let night: string | null = null
  const differences = addMetrics(app, deps)

  /** Also at the start: the app may have been down at that hour. Nights that are stored stay as they are. */
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
   * Those of different customers at once. Those of one take turns, and one look is enough for the same subject.
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
      if (stopped) return
      // Put off first: one that cannot be looked at does not keep the others waiting.
      await postponeLook(db, user, provider.mode, new Date(clock.now() + LATER_MS))
      await syncCustomer(deps, user).catch(error => app.log.warn({ err: error }, 'a customer could not be looked at'))
    }
    await endForsaken(deps)
  }

  const work = async (): Promise<void> => {
    try {
      await noteNight()
      do {
        again = false
        while (!stopped && (await handleNext()));
      } while (again && !stopped)
      if (!stopped) await lookAtDue()
    } catch (error) {
      app.log.error({ err: error }, 'events of the payment provider could not be read or written')
    }
  }

  const run = (): void => {
    if (stopped) return
    if (atWork) {
      again = true
      return
    }
    atWork = work().finally(() => {
      atWork = null
      if (again) run()
    })
  }

  const wait = (): void => {
    if (stopped) return
    cancel = clock.after(EVERY_MS, () => {
      run()
      wait()
    })
  }

  app.decorate('handleEvents', run)
  app.decorate('eventsHandled', async () => {
    while (atWork) await atWork
  })
  app.addHook('onReady', async () => wait())
  app.addHook('preClose', async () => {
    stopped = true
    cancel()
    await atWork
  })
}

/** Of a database that does not respond nothing is known; the other figures are returned all the same. */
function addMetrics({ metrics }: FastifyInstance, { db }: Dependencies): Gauge {
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

/** Deletes events that were handled 30 days ago. */
export async function forgetOldEvents({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now() - KEPT_MS))
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Begins to handle what waits. */
    handleEvents: () => void
    /** Resolves when the events that were due have been handled; for tests. */
    eventsHandled: () => Promise<void>
  }
}
