/**
 * Parses and formats numbers. The product is in English: a comma groups thousands, a dot begins the decimals. The
 * keypad of some phones has only a comma, so a comma that cannot group thousands begins the decimals.
 */

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/
const PLAIN = /^-?(\d+\.?\d*|\.\d+)$/
const DECIMAL_COMMA = /^-?(\d+|\d{1,3}(\.\d{3})+),\d*$/

/** `number: null` means that the field is empty. */
export type ParsedNumber = { ok: true; number: number | null } | { ok: false; message: string }

/** Parses "10,000", "1,000.5", "12.5", and "1,5" as 1.5. Rounds to `decimals`. */
export function parseNumber(text: string, decimals = 3): ParsedNumber {
  const typed = text.replace(/\s/g, '')
  if (typed === '') return { ok: true, number: null }
  if (GROUPED.test(typed)) return read(typed.replaceAll(',', ''), decimals)
  if (PLAIN.test(typed)) return read(typed, decimals)
  if (DECIMAL_COMMA.test(typed)) return read(typed.replaceAll('.', '').replace(',', '.'), decimals)
  return { ok: false, message: 'Write a number such as 12.5 or 1,000.' }
}

/**
 * Returns for example "10,000" or "12.5", rounded to three decimals. It does not use `Intl.NumberFormat`, because
 * creating one would delay the first page on a slow phone by 40 ms.
 * @param value below 1e21
 */
export function numberText(value: number): string {
  const [whole = '', decimals = ''] = value
    .toFixed(3)
    .replace(/\.?0+$/, '')
    .split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals ? `${grouped}.${decimals}` : grouped
}

/** Removes all characters except digits, dots, commas and a leading minus, for number fields (BLD-41, BLD-42). */
export function numberCharacters(text: string): string {
  return text.replace(/[^\d.,-]/g, '').replace(/(?!^)-/g, '')
}

function read(text: string, decimals: number): ParsedNumber {
  const parts = 10 ** decimals
  return { ok: true, number: Math.round(Number(text) * parts) / parts }
}

/** The whole percent of a part: 20 for one of five kilometers, whose miles make it 19.999…. */
export function percentOf(part: number): number {
  return Math.floor(part * 100 + 1e-7)
}
