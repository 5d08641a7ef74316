/** Amounts are whole numbers of the currency's smallest unit, such as cents; nobody computes with anything else. */

/** As people read it: `formatMoney(400, 'usd')` is "$4.00". */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
