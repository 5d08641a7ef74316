/** Plans and programmes as text: any text is read in time, each marked place is in it, and what was read fits. */

import { readPlanText } from '../domain/plans/read-text.ts'
import { outlineText } from '../domain/plans/write-text.ts'
import { LONGEST_TEXT } from '../domain/programmes/programme.ts'
import { readProgramme } from '../domain/programmes/read-text.ts'
import type { PureTarget } from './lib/run.ts'
import { anyNumber, anyText } from './lib/values.ts'

const PIECES = [
  ...['1', '10 min', '1 h', '90 s', '1:30', '7.5', '1,000', '5 km', '8 glasses', '1h', '30 d', 'min', 'mni'],
  ...['run', 'Warm up', 'é', '💧', 'rest', 'each', 'until 45:00', 'from 7:00', 'any amount', 'and', 'then', 'of'],
  ...['3 x', '5 x (', '2 rounds of (', '(', ')', 'Group', 'Group A:', 'Goals', 'Goals:', 'Week', 'Weeks 2-4:', ':'],
  ...[' ', '\t', '\u00a0', '\n', ',', ';', '"', '-', '–', '- ', ' - ', '> ', '1. ', '• ']
]
const SLOW_MS = 2000

export const plans: PureTarget<string> = {
  make(dice) {
    const piece = () =>
      dice.chance(0.9) ? dice.pick(PIECES) : dice.chance(0.5) ? String(anyNumber(dice)) : anyText(dice)
    const repeated = () =>
      piece()
        .slice(0, 100)
        .repeat(dice.chance(0.9) ? 1 : dice.pick([2, 30, 1000, 10_000]))
    return dice
      .some(20, repeated)
      .join(dice.pick(['', ' ']))
      .slice(0, LONGEST_TEXT)
  },
  check(text) {
    const before = performance.now()
    const { outline, problems } = readPlanText(text)
    const programme = readProgramme(text)
    const took = performance.now() - before
    if (took > SLOW_MS) return `it takes ${Math.round(took)} ms`
    for (const { offset, length, message } of [...problems, ...programme.problems]) {
      if (offset < 0 || length < 1 || offset + length > text.length) return `“${message}” is at ${offset}, ${length}`
    }
    const written = outlineText(outline)
    const again = readPlanText(written)
    if (again.problems.length > 0) return `it writes what it can’t read: ${again.problems[0]?.message}`
    return outlineText(again.outline) === written ? null : `it reads its own text otherwise: ${written.slice(0, 300)}`
  }
}
