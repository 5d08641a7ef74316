/** Creates and forgets customers at the provider (D-10, BIL-37). */
import type { Dependencies } from '../dependencies.ts'
import { findCustomer, getContact, getCustomer, listCards, setProvider } from './customer-rows.ts'
import { hasProvider } from './provider.ts'
import { ask, askFor, detachCard } from './provider-calls.ts'
import { syncCustomer } from './sync.ts'

/**
 * Returns the person's id at the provider. Creates the customer at the first call, and again after an operator deleted
 * it.
 */
export async function customerOf(deps: Dependencies, userId: number): Promise<string> {
  const {
    db,
    provider: { stripe, mode }
  } = deps
  const known = await getCustomer(db, userId, mode)
  if (known.provider) {
    if (await isThere(deps, known.provider)) return known.provider
    await syncCustomer(deps, userId)
  }
  const row = await getCustomer(db, userId, mode)
  if (row.provider) return row.provider
  const { name, email } = await getContact(db, userId)
  const { id } = await ask(
    stripe.customers.create(
      { name, email, metadata: { user_id: String(userId), kind: 'customer' } },
      { idempotencyKey: `customer-${row.request_key}` }
    )
  )
  await setProvider(db, row, id)
  return id
}

async function isThere({ provider: { stripe } }: Dependencies, customer: string): Promise<boolean> {
  const found = await askFor(stripe.customers.retrieve(customer))
  return found !== null && !found.deleted
}

/**
 * Deletes a person's name, email and cards at the provider. A cancelled subscription ends there by itself. Does nothing
 * for a customer whom an operator already deleted.
 */
export async function forgetContact(deps: Dependencies, userId: number): Promise<void> {
  if (!hasProvider(deps)) return
  const { stripe, mode } = deps.provider
  const customer = await findCustomer(deps.db, userId, mode)
  if (!customer?.provider) return
  for (const card of await listCards(deps.db, userId, mode)) {
    await detachCard(stripe, card.provider)
  }
  const forgotten = await askFor(stripe.customers.update(customer.provider, { name: '', email: '' }))
  if (forgotten) await syncCustomer(deps, userId)
}
