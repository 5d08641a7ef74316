/** Invoices and their pages. Amounts are cents. */
import * as z from 'zod/mini'
import { responseDate, responseFlag } from '../lib/fields.ts'
import { page } from '../lib/page.ts'

const INVOICE_STATES = ['paid', 'open', 'void', 'refunded', 'partly_refunded', 'disputed'] as const

/** A payment, also an unpaid one. */
export const invoice = z.object({
  id: z.int(),
  /** Set when it is paid, without gaps; null until then. */
  number: z.nullable(z.string()),
  title: z.string(),
  /** Cents, like `refunded`. */
  amount: z.int(),
  refunded: z.int(),
  currency: z.string(),
  state: z.literal(INVOICE_STATES),
  created_at: responseDate,
  paid_at: z.nullable(responseDate),
  /** 1: it was paid in the sandbox or with test keys, so no money moved. */
  is_test: responseFlag
})
export type Invoice = z.output<typeof invoice>

export const invoicesPage = page('/account/invoices', {
  query: ['page'],
  personal: 'Invoices',
  /** One more than `per_page` when there is a next page (D-22). */
  data: z.object({ invoices: z.array(invoice) }),
  head: () => ({ title: 'Invoices' })
})

export const invoicePage = page('/account/invoices/:invoice', {
  personal: 'Invoice',
  data: z.object({
    invoice,
    /** The payer's name, for the printed invoice. */
    name: z.string(),
    email: z.string(),
    tokens: z.int(),
    period_start: z.nullable(responseDate),
    period_end: z.nullable(responseDate),
    card: z.nullable(z.object({ brand: z.string(), last4: z.string() }))
  }),
  head: ({ invoice }) => ({ title: invoice.number ? `Invoice ${invoice.number}` : 'Unpaid invoice' })
})
