/** Values that careless code would store, compute with, or fail on. */
import type { Dice } from './dice.ts'

const TEXTS = [
  ...['', ' ', '0', '-1', '1.5', '1e999', 'NaN', 'null', 'true', '[]', '{}', '[object Object]'],
  ...['a\u0000b', '\u0000', 'half \ud800', '\udc00', '\u202eabc', '\ufeff', 'e\u0301'.repeat(40), '👩‍👩‍👧‍👦', 'ﷺ', 'ß'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '..',
    '../../etc/passwd',
    '.',
    '/',
    '//',
    '\\',
    '%',
    '%00'
  ],
  ...[
    '%e0%a4',
    '%2f..%2f',
    '?',
    '#',
    '&a=b',
    ';',
    "' or 1=1 --",
    '"',
    '$1',
    '$\u007b7*7}',
    '{{7*7}}',
    '%s%n',
    '(?:a+)+$',
    '*'
  ],
  ...['2026-02-30', '2026-13-01', '0000-00-00', '9999-12-31', '10000-01-01', '-000001-01-01', '275760-09-13'],
  ...['2026-03-02T10:00:00Z', '2026-03-02T24:00:00Z', '2026-03-02T10:00:00+99:99', '+275760-09-13T00:00:00Z', '24:00'],
  ...['2147483648', '9223372036854775807', '9223372036854775808', '99999999999999999999', '1_000', '0x10', '１２'],
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'http://[',
    'https://a.invalid'
  ],
  ...['UTC', 'Europe/Berlin', 'Mars/Base', 'a@b', 'nobody@example.invalid', '@ada', '@'.repeat(200)],
  ...['0f8fad5b-d9cb-469f-a165-70867728950e', '00000000-0000-0000-0000-000000000000', 'A'.repeat(32), 'a'.repeat(255)],
  ...['a'.repeat(256), 'x '.repeat(5_000), 'ä'.repeat(70_000)]
]
const NUMBERS = [
  ...[0, -0, 1, 2, -1, 0.5, 0.1 + 0.2, 1.005, 100, 255, 256, 999, 32_767, 32_768, 86_400, 2_678_400, 2_678_401],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 5e-324, -(2 ** 31), 1e15 + 0.3]
]
const LETTERS = [...'aZ0 ._-@#%<>"\'\\/\u0000\n\t\u00a0\u2028äß中🏃\ud83d']

export const anyText = (dice: Dice): string =>
  dice.chance(0.7) ? dice.pick(TEXTS) : dice.some(40, () => dice.pick(LETTERS)).join('')

export const anyNumber = (dice: Dice): number =>
  dice.chance(0.7) ? dice.pick(NUMBERS) : (dice.int(2_000_001) - 1_000_000) / dice.pick([1, 10, 1000])

/** Any JSON. */
export function anyValue(dice: Dice, depth = 3): unknown {
  switch (dice.int(depth > 0 ? 9 : 6)) {
    case 0:
      return null
    case 1:
      return dice.chance(0.5)
    case 2:
    case 3:
      return anyNumber(dice)
    case 6:
      return dice.some(4, () => anyValue(dice, depth - 1))
    case 7:
      return Object.fromEntries(dice.some(4, () => [anyText(dice).slice(0, 50), anyValue(dice, depth - 1)]))
    case 8:
      return nested(dice)
    default:
      return anyText(dice)
  }
}

/** Another value of the same type, so that the schema often accepts it. */
export function alike(dice: Dice, value: unknown): unknown {
  if (typeof value === 'string') return anyText(dice)
  if (typeof value === 'number') return anyNumber(dice)
  if (typeof value === 'boolean') return dice.pick([true, false, 0, 1])
  if (Array.isArray(value)) return repeated(dice, value[0] ?? null)
  return anyValue(dice, 2)
}

/** Small things up to 501 times, large ones twice: a list of lists of lists would not fit into memory. */
function repeated(dice: Dice, item: unknown): unknown[] {
  const isSmall = JSON.stringify(item).length < 1000
  return Array.from({ length: dice.pick(isSmall ? [0, 2, 3, 501] : [0, 2]) }, () => structuredClone(item))
}

function nested(dice: Dice): unknown {
  let value: unknown = 1
  for (let depth = dice.pick([5, 50, 500]); depth > 0; depth--) value = dice.chance(0.5) ? [value] : { a: value }
  return value
}
