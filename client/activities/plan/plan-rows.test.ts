import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type PartGroup, part, partGroup } from '../../../domain/activities/plan.ts'
import { intervalText, timerText, turnsText } from './interval-text.ts'
import { offsetText, planLines } from './plan-rows.ts'

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const timerOf = (number: number, change: object = {}) => ({ uuid: id(number), ...change })
const partOf = (number: number, change: object = {}) => z.parse(part, { uuid: id(number), ...change })
const groupOf = (parts: object[], change: object = {}): PartGroup =>
  z.parse(partGroup, { uuid: id(99), parts: parts.map((one, index) => ({ uuid: id(index + 1), ...one })), ...change })

const RUN_AND_WALK = timerOf(50, {
  title: 'Run and walk',
  is_interval: 1,
  sets: 8,
  nested: [
    { title: 'Run', duration: 60 },
    { title: 'Walk', duration: 90 }
  ]
})

test.each([
  [{ is_interval: 1, timers: [RUN_AND_WALK] }, '8 × (60 s run, 90 s walk)'],
  [{ is_interval: 1, sets: 3, timers: [RUN_AND_WALK] }, '3 × 8 × (60 s run, 90 s walk)'],
  [
    {
      is_interval: 1,
      sets: 4,
      timers: [timerOf(51, { title: 'Squats', duration: 300 }), timerOf(52, { title: 'EMOM', duration: 20 })]
    },
    '4 × (5 min squats, 20 s EMOM)'
  ],
  [{ is_interval: 1, timers: [timerOf(53, { duration: 45 })] }, '45 s'],
  [{ is_interval: 1 }, ''],
  [{ duration: 60 }, '']
])('describes an interval in words: %o', (change, text) => {
  expect(intervalText(partOf(1, change))).toBe(text)
})

test('describes a timer without intervals by its length and name', () => {
  expect(timerText({ uuid: id(1), title: 'Pose', duration: 125, is_interval: 0, sets: 1, nested: [] })).toBe(
    '125 s pose'
  )
})

test('the parts follow each other on one line', { tags: 'ACT-001' }, () => {
  const { lines, total } = planLines({ parts: [groupOf([{ duration: 300 }, { duration: 1200 }, { duration: 60 }])] })
  expect(total).toBe(1560)
  expect(lines[0]?.rows.map(({ startsAt, seconds }) => [startsAt, seconds])).toEqual([
    [0, 300],
    [300, 1200],
    [1500, 60]
  ])
})

test('draws an interval part with its inner timers, to scale', { tags: 'ACT-001' }, () => {
  const { lines } = planLines({ parts: [groupOf([{ is_interval: 1, timers: [RUN_AND_WALK] }])] })
  const stripes = lines[0]?.rows[0]?.stripes ?? []
  expect(stripes).toHaveLength(16)
  expect(stripes.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
  expect(stripes[1]).toBeCloseTo(1.5 * (stripes[0] ?? 0))
})

test('skips hidden and empty groups, and marks a group that waits for the host', () => {
  const parts = [
    groupOf([{ duration: 60 }], { hidden: 1 }),
    groupOf([]),
    groupOf([{ duration: 60 }], { auto_start: 0, sets: 3 })
  ]
  const { lines, total } = planLines({ parts })
  expect(lines.map(({ waits, length }) => [waits, length])).toEqual([[true, 60]])
  expect(total).toBe(180)
})

test('draws a turn per place, and the parts after it have no fixed start', () => {
  const group = groupOf([{ duration: 60 }, { duration: 90, per_participant: 1 }, { duration: 30 }])
  const { lines, total } = planLines({ parts: [group] }, 10)
  expect(total).toBe(990)
  expect(lines[0]?.rows.map(({ seconds, length, floats }) => [seconds, length, floats])).toEqual([
    [60, 60, false],
    [90, 900, false],
    [30, 30, true]
  ])
})

test.each([
  [300, 1800, '05:00'],
  [5400, 86_400, '1:30:00'],
  [0, 2_592_000, 'Day 1'],
  [604_800, 2_592_000, 'Day 8'],
  [626_400, 2_592_000, 'Day 8, 6:00:00']
])('%s s into a plan of %s s reads %s', (seconds, total, text) => {
  expect(offsetText(seconds, total)).toBe(text)
})

test('a part with turns says how many rounds each person has, except for intervals', { tags: 'D-93' }, () => {
  expect(turnsText(partOf(1, { sets: 3 }))).toBe('')
  expect(turnsText(partOf(1, { per_participant: 1 }))).toBe(' each')
  expect(turnsText(partOf(1, { per_participant: 1, sets: 3 }))).toBe(' each, 3 rounds')
  expect(turnsText(partOf(1, { per_participant: 1, sets: 3, is_interval: 1 }))).toBe(' each')
})
