/**
 * Lines of CSV (RFC 4180), with a dot in numbers. The rule that surprises: a text that a spreadsheet would run as a
 * formula gets an apostrophe in front. So does a text that already has such apostrophes, because an import removes one.
 */

type Cell = string | number | null

/** Starts a file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Some programs skip whitespace and invisible characters before the sign, and accept its full-width form. */
const FORMULA = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** Whether a spreadsheet could run the text as a formula, also after removing apostrophes at its beginning. */
export function isLikeFormula(text: string): boolean {
  return FORMULA.test(text)
}

/** Returns a line of CSV with its line break. A null cell is empty. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = isLikeFormula(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
