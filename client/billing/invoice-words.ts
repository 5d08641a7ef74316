import type { Invoice } from '../../domain/billing/invoice-api.ts'

export const INVOICE_WORDS: Record<Invoice['state'], string> = {
  paid: 'paid',
  open: 'not paid yet',
  void: 'not paid',
  refunded: 'refunded',
  partly_refunded: 'partly refunded',
  disputed: 'disputed'
}
