/** Compares the payments at the payment provider with ours and with the ledger. */

/** A paid payment at the provider: an intent for tokens, or a subscription's invoice. */
export interface ProviderPaid {
  id: string
  owner: string | null
  amount: number
  currency: string
}

/** A paid payment in our database. */
export interface OurPaid {
  id: number
  provider: string
  owner: string | null
  amount: number
  currency: string
  /** Uses that it should credit. */
  uses: number
  /** Uses that its ledger entries credited, to the person or to the shared pool. */
  credited: number
}

/** A refund, or a dispute that took money back. */
export interface Reversed {
  id: string
  /** The provider's id of the payment. */
  payment: string
}

export interface Difference {
  /** One line with both ids. */
  text: string
  /** The provider's id of the intent or invoice. */
  id: string
  /** The user's id; null when it is unknown. */
  owner: string | null
}

/**
 * Lists the differences between the provider's payments and ours. The owner of a deleted user's payment is not
 * compared.
 */
export function differences(theirs: readonly ProviderPaid[], ours: readonly OurPaid[]): Difference[] {
  const known = new Map(ours.map(payment => [payment.provider, payment]))
  const paid = new Map(theirs.map(payment => [payment.id, payment]))
  const money = ({ amount, currency }: { amount: number; currency: string }) => `${amount} ${currency}`
  const found: Difference[] = []
  for (const their of theirs) {
    const our = known.get(their.id)
    if (!our) {
      const text = `${their.id} is paid at the provider (${money(their)}, user ${their.owner ?? 'unknown'}) and has no payment here`
      found.push({ text, id: their.id, owner: their.owner })
      continue
    }
    const differ = (text: string) => found.push({ text, id: our.provider, owner: our.owner })
    const both = `payment ${our.id} (${their.id})`
    if (money(our) !== money(their)) differ(`${both} is of ${money(our)} here and of ${money(their)} at the provider`)
    if (our.owner !== null && their.owner !== our.owner) {
      differ(`${both} is of user ${our.owner} here and of user ${their.owner ?? 'unknown'} at the provider`)
    }
  }
  for (const our of ours) {
    const differ = (text: string) =>
      found.push({ text: `payment ${our.id} (${our.provider}) ${text}`, id: our.provider, owner: our.owner })
    if (!paid.has(our.provider)) differ('is paid here and not at the provider')
    if (our.credited !== our.uses) differ(`stands for ${our.uses} uses and its entries come to ${our.credited}`)
  }
  return found
}

/** Lists refunds and disputes that only one side knows. */
export function reversalDifferences(theirs: readonly Reversed[], ours: readonly Reversed[]): Difference[] {
  const missing = (some: readonly Reversed[], others: readonly Reversed[], text: (reversed: Reversed) => string) => {
    const known = new Set(others.map(({ id }) => id))
    return some
      .filter(({ id }) => !known.has(id))
      .map(reversed => ({ text: text(reversed), id: reversed.payment, owner: null }))
  }
  return [
    ...missing(theirs, ours, ({ id, payment }) => `${id} took money of ${payment} back, which is not known here`),
    ...missing(ours, theirs, ({ id, payment }) => `${id} of ${payment} took tokens here and no money at the provider`)
  ]
}
