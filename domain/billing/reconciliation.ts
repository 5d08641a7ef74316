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

/** A refund or a dispute by which money is gone. */
export interface Reversed {
  id: string
  /** The intent that was paid. */
  payment: string
}

export interface Difference {
  /** One line with both ids. */
  text: string
  /** Intent or invoice of the provider. */
  id: string
  /** Id of the person, as far as it is known. */
  owner: string | null
}

/** The owner counts only while the person is there. */
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

/** Refunds and disputes of payments that are ours. */
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
