import type { RefundReason } from '../../../domain/billing/payment.ts'

export const REFUND_WORDS: Record<RefundReason, string> = {
  request: 'They asked for it',
  twice: 'Paid twice',
  fault: 'A fault of ours',
  goodwill: 'Goodwill'
}
