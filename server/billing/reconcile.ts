/**
 * Compares every payment at the provider with the ledger, for `npm run audit -- payments` and each night. At night it
 * first checks each difference again at the provider, because a missing event may be the only cause.
 */

import type { FastifyBaseLogger } from 'fastify'
import {
  type Difference,
  differences,
  type ProviderPaid,
  reversalDifferences
} from '../../domain/billing/reconciliation.ts'
import type { Dependencies, Resources } from '../dependencies.ts'
import type { Provider } from './provider.ts'
import { ask, idOf } from './provider-calls.ts'
import { settleIntent } from './purchases/purchase.ts'
import { listPaid, listReversals } from './queries.ts'
import { listReversed, syncReversals } from './refunds.ts'
import { syncCustomer } from './sync.ts'

interface Comparison {
  payments: number
  findings: Difference[]
}

/** Compares the payments and returns the differences. */
export async function reconcile({ db, provider }: Pick<Resources, 'db' | 'provider'>): Promise<Comparison> {
  // Read our rows first. A payment that arrives in between is then on the provider's list too.
  const ours = await listPaid(db, provider.mode)
  const reversed = await listReversals(db, provider.mode)
  const theirs = await ask(listTheirs(provider))
  const gone = await listReversed(provider, {})
  const later = await listPaid(db, provider.mode)
  const fresh = added(ours, later).filter(({ provider: id }) => theirs.some(their => their.id === id))
  const known = new Set(later.map(({ intent }) => intent))
  const theirReversed = gone.flatMap(({ provider: id, payment, isGone }) =>
    isGone && payment !== null && known.has(payment) ? [{ id, payment }] : []
  )
  const freshReversed = added(reversed, await listReversals(db, provider.mode)).filter(({ id }) =>
    theirReversed.some(their => their.id === id)
  )
  return {
    payments: theirs.length,
    findings: [
      ...differences(theirs, [...ours, ...fresh]),
      ...reversalDifferences(theirReversed, [...reversed, ...freshReversed])
    ]
  }
}

function added<Row extends { id: unknown }>(before: Row[], after: Row[]): Row[] {
  const known = new Set(before.map(({ id }) => id))
  return after.filter(({ id }) => !known.has(id))
}

async function listTheirs({ stripe }: Provider): Promise<ProviderPaid[]> {
  const found: ProviderPaid[] = []
  for await (const { id, status, metadata, amount_received, currency } of stripe.paymentIntents.list({ limit: 100 })) {
    if (status === 'succeeded' && metadata.kind === 'tokens') {
      found.push({ id, owner: metadata.user_id ?? null, amount: amount_received, currency })
    }
  }
  const owners = new Map<string, string>()
  for await (const { id, metadata } of stripe.subscriptions.list({ status: 'all', limit: 100 })) {
    if (metadata.kind === 'plan' && metadata.user_id) owners.set(id, metadata.user_id)
  }
  for await (const invoice of stripe.invoices.list({ status: 'paid', limit: 100 })) {
    const subscription = idOf(invoice.parent?.subscription_details?.subscription)
    const owner = subscription === null ? undefined : owners.get(subscription)
    // The operator may use the same account for another shop. Skip its invoices.
    if (!invoice.id || owner === undefined) continue
    found.push({ id: invoice.id, owner, amount: invoice.amount_paid, currency: invoice.currency })
  }
  return found
}

/** Compares at night and logs the differences. @returns how many remain */
export async function compareAtNight(deps: Dependencies, log: FastifyBaseLogger): Promise<number> {
  const first = await reconcile(deps)
  const { findings: missed } = first
  for (const difference of missed) {
    await lookAgain(deps, difference).catch(error => log.warn({ err: error }, 'a payment could not be checked again'))
  }
  const { payments, findings } = missed.length > 0 ? await reconcile(deps) : first
  for (const { text } of findings) log.error({ finding: text }, 'a payment differs from the ledger')
  log.info({ payments, missed: missed.length, findings: findings.length }, 'payments were compared with the provider')
  return findings.length
}

async function lookAgain(deps: Dependencies, { id, owner }: Difference): Promise<void> {
  await settleIntent(deps, id)
  await syncReversals(deps, id)
  if (owner !== null && /^\d{1,15}$/.test(owner)) await syncCustomer(deps, Number(owner))
}
