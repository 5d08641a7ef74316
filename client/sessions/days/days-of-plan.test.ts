import { expect, test } from 'vitest'
import { partsOf, planOf } from '../../../domain/activities/example-plan.ts'
import { addDays, type Day, UTC } from '../../../domain/lib/day.ts'
import { readClock } from '../../../domain/sessions/clock.ts'
import type { PlanDay } from '../../../domain/sessions/days.ts'
import { begin } from '../../../domain/sessions/session.ts'
import { daysOfPlan } from './days-of-plan.ts'

const START = Date.UTC(2026, 4, 1)
const DAY = 86_400
const days = (count: number): PlanDay[] =>
  Array.from({ length: count }, (_, index) => ({ day: addDays('2026-05-01', index) }) as PlanDay)

/** Groups the days of a session. @param lengths days that each part lasts */
function lines(lengths: number[], count: number, group: object = {}, calendar = UTC): [string, Day[]][] {
  const parts = lengths.map((length, index) => ({ title: `Part ${index + 1}`, duration: length * DAY }))
  const plan = planOf({ parts: [partsOf(1, parts, group)] })
  const state = {
    status: 0 as const,
    started_at: null,
    ended_at: null,
    duration: count * DAY,
    is_manually_started: 1 as const
  }
  const clock = readClock(begin({ ...state, plan }, START), START + 1000)
  return daysOfPlan({ parts: plan.parts as never }, clock, days(count), calendar).map(({ title, days }) => [
    title,
    days.map(({ day }) => day.slice(8))
  ])
}

test('days are grouped under their part of the plan', () => {
  expect(lines([3, 3], 6)).toEqual([
    ['Part 1', ['01', '02', '03']],
    ['Part 2', ['04', '05', '06']]
  ])
})

test('days after the last part belong to it, and parts of one day each share a single line', () => {
  expect(lines([3], 5)).toEqual([['Part 1', ['01', '02', '03', '04', '05']]])
  expect(lines([1, 1, 1], 3)).toEqual([['', ['01', '02', '03']]])
})

test('the last part that begins on a day names its line, and a plan without parts has one line', () => {
  expect(lines([0.25, 0.25, 3.5], 4)).toEqual([['Part 3', ['01', '02', '03', '04']]])
  expect(lines([], 3)).toEqual([['', ['01', '02', '03']]])
})

test('a plan that waits for its host has one line without a title', () => {
  expect(lines([3, 3], 6, { auto_start: 0 })).toEqual([['', ['01', '02', '03', '04', '05', '06']]])
})
