import { expect, test } from 'vitest'
import { type Mutant, survivorsOf, tallyOf } from './report.ts'

const source = "if (a > b) throw new Error('It is too late.')\n"
const mutant = (
  status: Mutant['status'],
  mutatorName: string,
  from: number,
  to: number,
  replacement: string
): Mutant => ({
  ...{ status, mutatorName, replacement, source, file: 'a.ts' },
  location: { start: { line: 1, column: from }, end: { line: 1, column: to } }
})

test('words for people are not judged, and a timeout kills', () => {
  const mutants = [
    mutant('Survived', 'EqualityOperator', 5, 10, 'a >= b'),
    mutant('Killed', 'ConditionalExpression', 5, 10, 'false'),
    mutant('Timeout', 'ConditionalExpression', 5, 10, 'true'),
    mutant('Survived', 'StringLiteral', 28, 45, '""')
  ]
  expect(tallyOf(mutants)).toMatchObject({ killed: 2, judged: 3, words: 1 })
  expect(survivorsOf(mutants)).toEqual(['a.ts:1 a > b → a >= b'])
})
