/**
 * Numbers as people type and read them. The product's language is English: a comma groups thousands, a dot begins the
 * decimals. Phones of other languages offer a comma only, so a comma that cannot group thousands begins the decimals.
 */

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/
const PLAIN = /^-?(\d+\.?\d*|\.\d+)$/
const DECIMAL_COMMA = /^-?(\d+|\d{1,3}(\.\d{3})+),\d*$/

/** `number: null` means that nothing was typed. */
export type ParsedNumber = { ok: true; number: number | null } | { ok: false; message: string }

/** "10,000", "1,000.5" and "12.5", and "1,5" as 1.5; three decimals are kept unless told. */
export function parseNumber(text: string, decimals = 3): ParsedNumber {
  const typed = text.replace(/\s/g, '')
  if (typed === '') return { ok: true, number: null }
  if (GROUPED.test(typed)) return read(typed.replaceAll(',', ''), decimals)
  if (PLAIN.test(typed)) return read(typed, decimals)
  if (DECIMAL_COMMA.test(typed)) return read(typed.replaceAll('.', '').replace(',', '.'), decimals)
  return { ok: false, message: 'Write a number such as 12.5 or 1,000.' }
}

/**
 * "10,000", "12.5"; rounded to three decimals. `Intl.NumberFormat` writes the same, and takes a slow phone 40 ms to make
 * before it shows its first page.
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

/** Of what is typed into a field of a number: digits, dot and minus (BLD-41, BLD-42), and the comma between them. */
export function numberCharacters(text: string): string {
  return text.replace(/[^\d.,-]/g, '').replace(/(?!^)-/g, '')
}

function read(text: string, decimals: number): ParsedNumber {
  const parts = 10 ** decimals
  return { ok: true, number: Math.round(Number(text) * parts) / parts }
}
