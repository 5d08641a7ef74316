import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { measuresOfPress } from '../logs/press.ts'
import { newGoal, storeGoal } from './api.ts'
import { completions, showsAmount } from './completions.ts'
import { goalBody, quickLogButton, timer } from './fields.ts'
import { checkPeriod } from './goal.ts'

const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

describe('a new goal', () => {
  test('starts with the amount 1 and a button that logs 1', { tags: 'GOAL-06..GOAL-10' }, () => {
    expect(newGoal(UUID)).toEqual({
      title: '',
      amount: 1,
      sets: 1,
      is_interval: 0,
      duration: 0,
      quick_log_buttons: [{ uuid: UUID, amount: 1, status: 1 }]
    })
  })

  test('needs only a title to be valid', { tags: 'GOAL-17' }, () => {
    const result = z.safeParse(goalBody, newGoal(UUID))
    expect(result.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['title', 'Value is required.']
    ])
    expect(z.safeParse(goalBody, { ...newGoal(UUID), title: 'Read' }).success).toBe(true)
  })

  test('gets defaults for absent fields', { tags: 'GOAL-68..GOAL-79' }, () => {
    expect(z.parse(goalBody, { title: ' Read ' })).toEqual({
      title: 'Read',
      link: '',
      content: '',
      action: '',
      action_duration: 0,
      duration: 0,
      amount: null,
      amount_per_log: null,
      distance: null,
      unit: '',
      sets: 1,
      is_interval: 0,
      timers: [],
      is_list: 0,
      list: [],
      quick_log_buttons: [],
      completions_required: null,
      started_at: null,
      ended_at: null,
      is_limit: 0,
      repeats: null
    })
  })

  test('gets defaults for its timers and buttons', { tags: ['GOAL-80..GOAL-84', 'GOAL-85..GOAL-89'] }, () => {
    expect(z.parse(timer, { uuid: UUID })).toEqual({
      uuid: UUID,
      title: '',
      duration: 0,
      is_interval: 0,
      sets: 1,
      nested: []
    })
    expect(z.parse(quickLogButton, { uuid: UUID })).toEqual({
      uuid: UUID,
      title: '',
      content: '',
      amount: null,
      distance: null,
      duration: null,
      status: 1
    })
  })
})

describe('the body of a new goal', () => {
  const read = (sent: unknown) => z.safeParse(storeGoal.body ?? z.never(), storeGoal.fromOlder?.(sent))

  test('a bare goal is wrapped; a wrapped one stays as it is', { tags: 'D-49' }, () => {
    const bare = read({ title: 'Read' })
    expect(bare).toEqual(read({ challenge: { tasks: [{ title: 'Read' }] } }))
    expect(bare.data?.challenge.tasks).toMatchObject([{ title: 'Read', sets: 1 }])
  })

  test.each([
    ['an empty body', null],
    ['a text', 'Read'],
    ['a bare goal without a title', { amount: 3 }],
    ['21 goals', { challenge: { tasks: Array.from({ length: 21 }, () => ({ title: 'A' })) } }]
  ])('%s is refused', { tags: 'D-49' }, (_, body) => {
    expect(read(body).success).toBe(false)
  })
})

describe('a goal that is done several times', () => {
  const NOTHING = { amount: null, amount_per_log: null, distance: null, duration: 0, unit: '' }

  test.each([
    ['counts amounts per log', { amount: 30, amount_per_log: 1, completions_required: 30 }, { amount: 12 }, 12],
    ['counts whole amounts', { amount: 30, completions_required: 3 }, { amount: 65 }, 2],
    ['counts miles', { distance: 5, completions_required: 3 }, { distance: 14.9 }, 2],
    ['counts seconds', { duration: 600, completions_required: 3 }, { duration: 1800 }, 3]
  ])('%s', { tags: 'D-104' }, (_, goal, total, done) => {
    const shown = completions({ ...NOTHING, ...goal }, { amount: 0, distance: 0, duration: 0, ...total })
    expect(shown?.done).toBe(done)
  })

  test.each([
    ['once', { amount: 3, completions_required: 1 }],
    ['an unknown number of times', { amount: 3, completions_required: null }],
    ['five times without a measure', { completions_required: 5 }]
  ])('a goal to be done %s has no count', { tags: 'D-104' }, (_, goal) => {
    expect(completions({ ...NOTHING, ...goal }, { amount: 9, distance: 9, duration: 9 })).toBeNull()
  })

  test('completions and rest add up to the total', { tags: 'D-104' }, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 2, max: 9 }),
        fc.nat(300),
        (amount, required, total) => {
          const goal = { ...NOTHING, amount, completions_required: required }
          const shown = completions(goal, { amount: total, distance: 0, duration: 0 })
          const { done = 0, sinceLast } = shown ?? {}
          if (done < required) expect(done * amount + (sinceLast?.amount ?? 0)).toBe(total)
          else expect(sinceLast?.amount).toBe(total)
          if (done < required) expect(sinceLast?.amount).toBeLessThan(amount)
        }
      ),
      { seed: 150, numRuns: 300 }
    )
  })

  test('"n of m" replaces the amount when a log counts 1', { tags: 'D-104' }, () => {
    expect(showsAmount({ ...NOTHING, amount: 30, amount_per_log: 1 })).toBe(true)
    expect(showsAmount({ ...NOTHING, amount: 30 })).toBe(false)
    expect(showsAmount({ ...NOTHING, distance: 1 })).toBe(false)
  })
})

test.each([
  ['an amount', { amount: 2, distance: null, duration: null }, 2],
  ['miles', { amount: null, distance: 3, duration: null }, null],
  ['a time', { amount: null, distance: null, duration: 60 }, null],
  ['no measure', { amount: null, distance: null, duration: null }, 1]
])('pressing a button with %s logs its measures, or 1 without any', { tags: 'LOG-28' }, (_, button, amount) => {
  expect(measuresOfPress(button)).toEqual({ ...button, amount })
})

test.each([
  ['no dates', null, null, {}],
  ['an end', null, '2026-12-31T23:59:59.000Z', {}],
  ['one moment', '2026-12-31T00:00:00.000Z', '2026-12-31T00:00:00.000Z', {}],
  [
    'an end before the start',
    '2026-12-31T00:00:00.000Z',
    '2026-12-30T23:59:59.000Z',
    { ended_at: 'A goal can’t end before it starts.' }
  ]
])('a goal with %s', { tags: ['GOAL-65', 'GOAL-66'] }, (_, started_at, ended_at, wrong) => {
  expect(checkPeriod({ started_at, ended_at })).toEqual(wrong)
})

test('a personal goal may last 1,000 hours, and ten years at most', { tags: 'GOAL-67' }, () => {
  const read = (duration: number) => z.safeParse(goalBody, { title: 'Practise', duration })
  expect(read(3_600_000).success).toBe(true)
  expect(read(315_360_001).error?.issues[0]?.message).toBe('A duration is at most 3,650 days.')
})
