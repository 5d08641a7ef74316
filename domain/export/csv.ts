/**
 * A line of CSV (RFC 4180). Numbers have a dot. The rule that surprises: a text that a spreadsheet would run as a formula
 * gets an apostrophe before it, and so does one that looks like that already: an import takes one off again.
 */

type Cell = string | number | null

/** So that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Some programs skip space and what nobody sees before the sign, and take its wide form for the same. */
const FORMULA = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** Whether a spreadsheet could run it, or it looks as if it had been marked because of that. */
export function isLikeFormula(text: string): boolean {
  return FORMULA.test(text)
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = isLikeFormula(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
