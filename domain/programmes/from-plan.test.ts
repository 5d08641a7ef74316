import { expect, test } from 'vitest'
import { programmeTextOf } from './from-plan.ts'
import { readProgramme } from './read-text.ts'
import { planOfUnit } from './unit-plan.ts'

const plan = (text: string) => planOfUnit(text, () => 'a'.repeat(32))

test('each part of a long plan is a unit of the weeks in which it runs', () => {
  const text = programmeTextOf(plan('10 d read, 30 min talk, 25 d write'))
  const { weeks, problems } = readProgramme(text)
  expect(problems).toEqual([])
  expect(weeks.map(({ units }) => units.map(({ title, plan: does }) => [title, does]))).toEqual([
    [['read', null]],
    [
      ['read', null],
      ['talk', '30 min talk'],
      ['write', null]
    ],
    ...[1, 2, 3, 4].map(() => [['write', null]])
  ])
})

test('a title with the marks of a programme is still a unit', () => {
  expect(readProgramme(programmeTextOf(plan('40 d "Week: > 3 x run"'))).problems).toEqual([])
})
