/** Runs invoices and subscriptions that are due by the app's clock, and moves test clocks. */
import type Stripe from 'stripe'
import * as z from 'zod'
import { list, nothing, type Route, retrieve, route } from './call.ts'
import { invalid } from './faults.ts'
import { whole, word } from './form.ts'
import { invoiceDue } from './invoices.ts'
import { makeId, type Row, type Store } from './object-rows.ts'
import { shortestInterval, subscriptionDue } from './subscriptions.ts'

const PATH = '/v1/test_helpers/test_clocks'
const CLOCK = 'test_helpers.test_clock'
const YEAR = 366 * 86_400
const KEPT_SECONDS = 30 * 86_400

/** Runs the first due item by the app's clock. @returns whether there was one */
export async function runNextDue(store: Store): Promise<boolean> {
  const row = await store.nextDue(null, store.now)
  if (row) await runDue(store, row)
  return row !== null
}

const LATER_SECONDS = 3600

/** Postpones the first due item by an hour. The caller uses it after that item failed. */
export async function postponeNextDue(store: Store): Promise<void> {
  const row = await store.nextDue(null, store.now)
  if (row) await store.save({ ...row, due: store.now + LATER_SECONDS })
}

async function runDue(store: Store, row: Row<'invoice' | 'subscription'>): Promise<void> {
  if (row.kind === 'invoice') await invoiceDue(store, row as Row<'invoice'>)
  else await subscriptionDue(store, row as Row<'subscription'>)
}

async function advance(store: Store, clock: Row<typeof CLOCK>, until: number): Promise<Stripe.TestHelpers.TestClock> {
  const { data } = clock
  if (until <= data.frozen_time) {
    throw invalid('The frozen time must be after the current frozen time of the test clock.', 'frozen_time')
  }
  const shortest = await shortestInterval(store, data.id)
  if (until > data.frozen_time + 2 * (shortest ?? YEAR)) {
    throw invalid(
      shortest === null
        ? 'Without subscriptions a test clock advances by at most two years.'
        : 'A test clock advances by at most two intervals of its shortest subscription.',
      'frozen_time'
    )
  }
  for (;;) {
    const row = await store.nextDue(data.id, until)
    if (!row) break
    // Each item runs at its own due time.
    store.setTime(data.id, Math.max(data.frozen_time, row.due ?? 0))
    await runDue(store, row)
  }
  store.setTime(data.id, until)
  data.frozen_time = until
  await store.save(clock)
  await store.emit('test_helpers.test_clock.ready', clock)
  // The work is finished. The provider still returns `advancing` here, and `ready` on the next read.
  return { ...data, status: 'advancing', status_details: { advancing: { target_frozen_time: until } } }
}

export const clockRoutes: Route[] = [
  route('POST', PATH, z.strictObject({ frozen_time: whole, name: word.optional() }), async ({ store, input }) => {
    const id = makeId('clock')
    const clock: Stripe.TestHelpers.TestClock = {
      id,
      object: CLOCK,
      created: store.now,
      deletes_after: store.now + KEPT_SECONDS,
      frozen_time: input.frozen_time,
      livemode: false,
      name: input.name ?? null,
      status: 'ready',
      status_details: {}
    }
    const row = await store.add(CLOCK, clock)
    await store.emit('test_helpers.test_clock.created', row)
    return row.data
  }),
  route('POST', `${PATH}/:id/advance`, z.strictObject({ frozen_time: whole }), async ({ store, input, id }) =>
    advance(store, await store.get(CLOCK, id), input.frozen_time)
  ),
  route('DELETE', `${PATH}/:id`, nothing, async ({ store, id }) => {
    await store.get(CLOCK, id)
    await store.remove(id)
    return { id, object: CLOCK, deleted: true }
  }),
  retrieve(CLOCK, PATH),
  list(CLOCK, PATH)
]
