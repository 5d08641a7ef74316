/** The time to read a plan of 500 parts from text (D-155): the builder does it at each letter. */
import { readPlanText } from '../domain/plans/read-text.ts'
import { median } from './lib/compare.ts'
import type { Row } from './lib/row.ts'

const PARTS = 500
const MOST = 20
const ROUNDS = 25

const LINES = [
  '10 min warm up - Slow, with long steps',
  'Circuit: 5 x (1 min run, 3 x (20 s sprint, 10 s rest))',
  'walk for 1 h 15',
  '2 x 3 min each feedback'
]

export function planText(): Row[] {
  const text = Array.from({ length: PARTS }, (_, index) => LINES[index % LINES.length]).join('\n')
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = performance.now()
    const { problems } = readPlanText(text)
    if (problems.length > 0) throw new Error(problems[0]?.message)
    return performance.now() - before
  })
  const measured = median(rounds)
  return [
    {
      what: `plan-text: reading a plan of ${PARTS} parts`,
      measured: `${measured.toFixed(1)} ms`,
      goal: `≤ ${MOST} ms`,
      passed: measured <= MOST
    }
  ]
}
