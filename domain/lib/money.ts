/** Amounts of money are always whole numbers of the currency's smallest unit, such as cents. */

/** Formats an amount for people: `formatMoney(400, 'usd')` returns "$4.00". */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
