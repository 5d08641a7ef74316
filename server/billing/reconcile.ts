/** Compares every payment at the provider with the ledger, each night and with `npm run audit -- payments`. */

import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { differences, type ProviderPaid } from '../../domain/billing/reconciliation.ts'
import type { Resources } from '../dependencies.ts'
import { ask, idOf, type Provider } from './provider.ts'
import { alone, listPaid } from './queries.ts'

/** One line for each difference, with the ids of both sides. */
export async function reconcile({
  db,
  provider
}: Pick<Resources, 'db' | 'provider'>): Promise<{ payments: number; findings: string[] }> {
  // Ours first: what is paid in between is on the provider's list too.
  const ours = await listPaid(db, provider.mode)
  const theirs = await ask(listTheirs(provider))
  const later = await listPaid(db, provider.mode)
  const known = new Set(ours.map(({ id }) => id))
  const fresh = later.filter(({ id }) => !known.has(id))
  const findings = differences(theirs, [
    ...ours,
    ...fresh.filter(({ provider: id }) => theirs.some(their => their.id === id))
  ])
  return { payments: theirs.length, findings }
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
    // Others are of a shop of the operator's that has the same account.
    if (!invoice.id || owner === undefined) continue
    found.push({ id: invoice.id, owner, amount: invoice.amount_paid, currency: invoice.currency })
  }
  return found
}

const DAY_MS = 86_400_000
/** After 3 o'clock UTC. */
const NIGHT_MS = 3 * 3_600_000

/** Reconciles once a night, on one node; what is found goes into the log and the metrics. */
export function createNightly(
  { db, provider, clock }: Pick<Resources, 'db' | 'provider' | 'clock'>,
  { metrics, log }: FastifyInstance
) {
  const nightOf = (): number => Math.floor((clock.now() - NIGHT_MS) / DAY_MS)
  let night = nightOf()
  const found = new Gauge({
    name: 'payment_differences',
    help: 'Differences between the payment provider and the ledger, when they were last compared',
    registers: [metrics]
  })
  return async (): Promise<void> => {
    if (nightOf() === night) return
    night = nightOf()
    await alone(db, async () => {
      const { payments, findings } = await reconcile({ db, provider })
      found.set(findings.length)
      for (const finding of findings) log.error({ finding }, 'a payment differs from the ledger')
      log.info({ payments, findings: findings.length }, 'payments were compared with the provider')
    })
  }
}
