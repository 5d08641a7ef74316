import type { PaymentMethod } from '../../domain/billing/api.ts'
import { own } from '../../domain/lib/own.ts'

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa'
}

export function brandText(brand: string): string {
  return own(BRANDS, brand) ?? brand
}

/** "Visa ending in 4242, expires 12/30" (BIL-51, BIL-52). */
export function cardText({ card: { brand, last4 }, exp_month, exp_year }: PaymentMethod): string {
  return `${brandText(brand)} ending in ${last4}, expires ${String(exp_month).padStart(2, '0')}/${exp_year % 100}`
}
