/** Compares what the payment provider was paid with what the ledger has for it. Pure: both lists come in as values. */

/** A payment at the provider that is for us: an intent for tokens, or a subscription's invoice. */
export interface ProviderPaid {
  id: string
  owner: string | null
  amount: number
  currency: string
}

/** A payment of ours that is paid, and the uses of its entries in the ledgers. */
export interface OurPaid {
  id: number
  provider: string
  owner: string | null
  amount: number
  currency: string
  uses: number
  /** What its entries give: those of the person or of the pool. */
  credited: number
}

/** One line for each difference, with both ids. The owner counts only while the person is there. */
export function differences(theirs: readonly ProviderPaid[], ours: readonly OurPaid[]): string[] {
  const known = new Map(ours.map(payment => [payment.provider, payment]))
  const paid = new Map(theirs.map(payment => [payment.id, payment]))
  const money = ({ amount, currency }: { amount: number; currency: string }) => `${amount} ${currency}`
  const found: string[] = []
  for (const their of theirs) {
    const our = known.get(their.id)
    if (!our) {
      found.push(
        `${their.id} is paid at the provider (${money(their)}, user ${their.owner ?? 'unknown'}) and has no payment here`
      )
      continue
    }
    const both = `payment ${our.id} (${their.id})`
    if (money(our) !== money(their))
      found.push(`${both} is of ${money(our)} here and of ${money(their)} at the provider`)
    if (our.owner !== null && their.owner !== our.owner) {
      found.push(`${both} is of user ${our.owner} here and of user ${their.owner ?? 'unknown'} at the provider`)
    }
  }
  for (const our of ours) {
    if (!paid.has(our.provider)) found.push(`payment ${our.id} (${our.provider}) is paid here and not at the provider`)
    if (our.credited !== our.uses) {
      found.push(
        `payment ${our.id} (${our.provider}) stands for ${our.uses} uses and its entries come to ${our.credited}`
      )
    }
  }
  return found
}
