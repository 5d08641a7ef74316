import type { PurchaseReceipt } from '../domain/mail/purchase-receipt.ts'

export const RECEIPT: PurchaseReceipt = {
  kind: 'purchase receipt',
  tokens: 10,
  to_pool: false,
  amount: 1000,
  currency: 'usd',
  paid_at: '2026-03-02T09:00:00.000Z',
  card: { brand: 'visa', last4: '4242' },
  reference: 'pi_1',
  is_test: false
}
