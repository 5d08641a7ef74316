/** The stored values of payments. */

/** Where a payment was made: in the sandbox, or at the provider with test or live keys. */
export const MODES = ['sandbox', 'test', 'live'] as const
export type Mode = (typeof MODES)[number]

/** The prefixes of invoice numbers: CH for real payments, TEST for payments in which no money moved. */
export const INVOICE_SERIES = ['CH', 'TEST'] as const
export type InvoiceSeries = (typeof INVOICE_SERIES)[number]

/** Returns the prefix of invoice numbers for a mode. */
export function seriesOf(mode: Mode): InvoiceSeries {
  return mode === 'live' ? 'CH' : 'TEST'
}

/** Returns for example "CH-000012". */
export function invoiceNumber(series: InvoiceSeries, number: number): string {
  return `${series}-${String(number).padStart(6, '0')}`
}

/** A pack of tokens, or a period of a subscription. */
export const PAYMENT_KINDS = ['tokens', 'plan'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** `void`: it was cancelled before anyone paid. */
export const PAYMENT_STATES = ['open', 'paid', 'void'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const REVERSAL_KINDS = ['refund', 'dispute'] as const
export type ReversalKind = (typeof REVERSAL_KINDS)[number]

/** Why an admin refunds a payment (D-160). The words are fixed, because they stay in the log. */
export const REFUND_REASONS = ['request', 'twice', 'fault', 'goodwill'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]
