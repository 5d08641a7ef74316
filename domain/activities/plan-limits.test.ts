import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { partsOf, planOf, tasksOf, uuidOf } from './example-plan.ts'
import { newPart, newTask } from './new-items.ts'
import type { Plan } from './plan.ts'
import { part, partGroup, plan as planShape, task } from './plan.ts'
import { isTooLong, planLimits } from './plan-limits.ts'

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))
const EMPTY = planOf({})
const group = planOf({ parts: [partsOf(1, [])] }).parts[0]
const goals = planOf({ tasks: [tasksOf(1, [])] }).tasks[0]
if (!group || !goals) throw new Error('both plans must have a group')
const withParts = (...lists: Plan['parts'][number]['parts'][]): Plan => ({
  ...EMPTY,
  parts: lists.map((parts, index) => ({ ...group, uuid: uuidOf(index), parts }))
})
const withTasks = (tasks: Plan['tasks'][number]['parts']): Plan => ({ ...EMPTY, tasks: [{ ...goals, parts: tasks }] })
const timers = (count: number, sets = 1) =>
  many(count, index => ({
    uuid: uuidOf(index),
    title: '',
    duration: 1,
    is_interval: 1 as const,
    sets,
    nested: [{ title: '', duration: 1 }]
  }))

describe('limits of a plan', () => {
  test('an empty plan and an ordinary plan are within the limits', { tags: 'BLD-69' }, () => {
    expect(planLimits(EMPTY)).toEqual({})
    expect(planLimits(planOf({ parts: [partsOf(1, [{}, {}])], tasks: [tasksOf(5, [{}])] }))).toEqual({})
  })

  test.each([
    [500, {}],
    [501, { parts: 'Use at most 500 parts.' }]
  ])('%i parts in all groups together', { tags: 'BLD-69' }, (count, fields) => {
    const all = many(count, index => newPart(uuidOf(index)))
    expect(planLimits(withParts(all.slice(0, 300), all.slice(300)))).toEqual(fields)
  })

  test.each([
    [500, {}],
    [501, { tasks: 'Use at most 500 goals.' }]
  ])('%i goals', { tags: 'BLD-69' }, (count, fields) => {
    expect(planLimits(withTasks(many(count, index => newTask(uuidOf(index), uuidOf(9000 + index)))))).toEqual(fields)
  })

  test('each set of a timer counts towards the limit of the whole plan', { tags: 'BLD-93' }, () => {
    const heavy = (sets: number) => ({ ...newPart(uuidOf(1)), sets, timers: timers(10, 50) })
    expect(planLimits(withParts([heavy(20)]))).toEqual({})
    const text = 'Use at most 10,000 timers, counting each set.'
    expect(planLimits(withParts([heavy(21)]))).toEqual({ 'parts.0.parts.0.timers': text })
    expect(planLimits(withParts([heavy(12)], [heavy(12)]))).toEqual({ 'parts.1.parts.0.timers': text })
    const goal = { ...newTask(uuidOf(2), uuidOf(3)), sets: 21, timers: timers(10, 50) }
    expect(planLimits(withTasks([goal]))).toEqual({ 'tasks.0.parts.0.timers': text })
    expect(planLimits({ ...EMPTY, timers: timers(11, 1000) })).toEqual({ timers: text })
  })

  const MONTH = 2_592_000
  test.each([
    ['twelve months in a row', many(12, () => ({ duration: MONTH })), {}],
    ['thirteen months', many(13, () => ({ duration: MONTH })), { 'parts.0.parts.12.duration': expect.any(String) }],
    [
      'gaps of a month',
      many(7, () => ({ duration: MONTH, time_from: MONTH })),
      { 'parts.0.parts.6.duration': expect.any(String) }
    ],
    [
      'turns for a month each',
      [{ duration: MONTH, per_participant: 1 as const, sets: 13 }],
      { 'parts.0.parts.0.duration': expect.any(String) }
    ]
  ])('the parts of a group last at most a year: %s', { tags: 'BLD-72' }, (_, parts, fields) => {
    expect(planLimits(withParts(parts.map((given, index) => ({ ...newPart(uuidOf(index)), ...given }))))).toEqual(
      fields
    )
  })

  test('a plan that is too long gives the error to its longest list', { tags: 'BLD-69' }, () => {
    const long = { content: 'x'.repeat(50_000) }
    const parts = many(21, index => ({ ...newPart(uuidOf(index)), ...long }))
    const tasks = many(21, index => ({ ...newTask(uuidOf(index), uuidOf(99)), ...long }))
    expect(isTooLong(withParts(parts.slice(0, 19)))).toBe(false)
    expect(planLimits(withParts(parts))).toEqual({ parts: expect.stringContaining('too long') })
    expect(planLimits(withTasks(tasks))).toEqual({ tasks: expect.stringContaining('too long') })
  })
})

describe('defaults of a plan', () => {
  test('a group', { tags: 'BLD-67..BLD-73' }, () => {
    expect(z.parse(partGroup, { uuid: uuidOf(1) })).toEqual({
      uuid: uuidOf(1),
      type: 'part',
      title: '',
      linked: 1,
      auto_start: 1,
      hidden: 0,
      sets: 1,
      parts: []
    })
  })

  test('a part follows the one before, lasts 0 s and has no run facts', { tags: 'BLD-74..BLD-94' }, () => {
    expect(z.parse(part, { uuid: uuidOf(1) })).toMatchObject({
      relative_dates: 1,
      start_of: 'after_previous_ends',
      time_from: 0,
      duration: 0,
      is_custom_duration: 1,
      sets: 1,
      per_participant: 0,
      can_complete: 0,
      edit_content: 0,
      task_uuids: [],
      timers: [],
      alerts: [],
      pinned: 0,
      turns: null
    })
  })

  test('a plan may be empty', { tags: 'D-95' }, () => {
    expect(z.parse(planShape, {})).toEqual({ parts: [], tasks: [], timers: [] })
  })

  const errorOf = (schema: z.ZodMiniType, given: object) => {
    const result = z.safeParse(schema, { uuid: uuidOf(1), title: 'A', ...given })
    return result.success ? null : result.error.issues[0]?.message
  }
  test.each<[string, z.ZodMiniType, object, string | null]>([
    ['an unknown start point', part, { start_of: 'whenever' }, 'Choose a start point.'],
    ['zero sets', part, { sets: 0 }, 'Enter a whole number of at least 1.'],
    ['a thousand sets', part, { sets: 1000 }, null],
    ['1,001 sets', part, { sets: 1001 }, 'Enter a whole number of at most 1,000.'],
    ['a duration below zero', part, { duration: -1 }, 'A duration can’t be negative.'],
    ['101 goals on a part', part, { task_uuids: many(101, uuidOf) }, 'Attach at most 100 goals.'],
    ['51 timers', part, { timers: many(51, index => ({ uuid: uuidOf(index) })) }, 'Use at most 50 timers.'],
    [
      '101 nested timers',
      part,
      { timers: [{ uuid: uuidOf(2), nested: many(101, () => ({ duration: 1 })) }] },
      'Use at most 100 timers.'
    ],
    ['21 alerts', part, { alerts: many(21, () => ({ at: 1, title: 'A' })) }, 'Use at most 20 alerts.'],
    ['a goal without a title', task, { title: '' }, 'Value is required.'],
    [
      '201 items in a checklist',
      task,
      { list: many(201, index => ({ uuid: uuidOf(index), title: 'A' })) },
      'Use at most 200 items.'
    ],
    [
      '21 buttons',
      task,
      { quick_log_buttons: many(21, index => ({ uuid: uuidOf(index) })) },
      'Use at most 20 buttons.'
    ],
    [
      'a link with another scheme',
      task,
      { link: 'ftp://example.org' },
      'Enter an address that starts with http:// or https://.'
    ],
    ['no link', task, { link: '' }, null],
    ['an amount as text', task, { amount: '12' }, 'Enter a number.'],
    ['zero completions', task, { completions_required: 0 }, 'Enter a whole number of at least 1.']
  ])(
    '%s',
    {
      tags: [
        'BLD-82',
        'BLD-94',
        'BLD-81',
        'BLD-90',
        'BLD-93',
        'D-98',
        'GOAL-11',
        'GOAL-78',
        'GOAL-60',
        'GOAL-13',
        'BLD-42',
        'D-104'
      ]
    },
    (_, schema, given, text) => {
      expect(errorOf(schema, given)).toBe(text)
    }
  )
})
