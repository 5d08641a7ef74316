import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { plan, START_POINTS } from './plan.ts'
import { readPlan, StoredPlanError, writePlan } from './stored-plan.ts'

/** Copies a value as JSON, as PostgreSQL stores and returns it. */
const stored = (value: unknown) => JSON.parse(JSON.stringify(value))

const EMPTY = { parts: [], tasks: [], timers: [] }

const uuid = fc.uuid()
const title = fc.string({ maxLength: 20 }).filter(text => text.trim() === text && text.length > 0)
const flag = fc.constantFrom(0 as const, 1 as const)
const seconds = fc.integer({ min: 0, max: 3600 })
const date = fc.date({ min: new Date(0), max: new Date('2099-01-01'), noInvalidDate: true }).map(at => at.toISOString())
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 })
const timer = fc.record({
  uuid,
  title,
  duration: seconds,
  is_interval: flag,
  sets: fc.integer({ min: 1, max: 9 }),
  nested: few(fc.record({ title, duration: seconds }))
})
const part = fc.record(
  {
    uuid,
    title,
    duration: seconds,
    started_at: fc.option(date),
    paused_at: fc.option(date),
    per_participant: flag,
    start_of: fc.constantFrom(...START_POINTS),
    task_uuids: few(uuid),
    timers: few(timer),
    alerts: few(fc.record({ at: seconds, title })),
    turns: fc.option(fc.record({ round: fc.integer({ min: 1, max: 9 }), done: few(title), at: date }))
  },
  { requiredKeys: ['uuid'] }
)
const task = fc.record(
  {
    uuid,
    title,
    amount: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
    list: few(fc.record({ uuid, title, done: flag })),
    quick_log_buttons: few(fc.record({ uuid, title, status: fc.constantFrom(1 as const, 2 as const) })),
    ended_at: fc.option(date)
  },
  { requiredKeys: ['uuid', 'title'] }
)
const group = <T>(parts: fc.Arbitrary<T>) => fc.record({ uuid, title, hidden: flag, parts: few(parts) })
const plans = fc
  .record({ parts: few(group(part)), tasks: few(group(task)), timers: few(timer) })
  .map(sent => z.parse(plan, sent))

test('reading a written plan gives the same plan', () => {
  fc.assert(
    fc.property(plans, given => {
      expect(readPlan(stored(writePlan(given)))).toEqual(stored(given))
    }),
    { seed: 70, numRuns: 200 }
  )
})

test('a plan is stored with its version and without other keys', () => {
  expect(writePlan({ ...EMPTY, id: 7 } as typeof EMPTY)).toEqual({ version: 1, ...EMPTY })
})

describe('a stored value that is not a plan is refused', () => {
  test.each([
    ['nothing', null],
    ['a text', 'plan'],
    ['a list', [EMPTY]],
    ['no version', EMPTY],
    ['a version as text', { version: '1', ...EMPTY }],
    ['version 0', { version: 0, ...EMPTY }],
    ['half a version', { version: 0.5, ...EMPTY }],
    ['a later version', { version: 2, ...EMPTY }],
    ['no parts', { version: 1, tasks: [], timers: [] }],
    ['no timers', { version: 1, parts: [], tasks: [] }],
    ['parts that are no groups', { version: 1, ...EMPTY, parts: [[]] }],
    ['a group of goals without its goals', { version: 1, ...EMPTY, tasks: [{ uuid: 'a' }] }]
  ])('%s', (_, value) => {
    expect(() => readPlan(value)).toThrow(StoredPlanError)
  })
})

describe('an older version', () => {
  /** In this test version 1 has `groups` for `parts`, and version 2 has no timers. */
  const upgrades = [
    ({ groups, ...rest }: Record<string, unknown>) => ({ ...rest, parts: groups }),
    (second: Record<string, unknown>) => ({ timers: [], ...second })
  ]
  const uuids = ['8a1f4ac1-14d1-4ecb-9a2c-0b6a4f6a2b11', '1d0c4b0e-9f5e-4c53-8d4e-8f4e7a5d6c22']
  const groups = [{ uuid: uuids[0], parts: [{ uuid: uuids[1], duration: 60 }] }]
  const current = z.parse(plan, { ...EMPTY, parts: groups })

  test('is upgraded step by step and parsed', () => {
    expect(readPlan({ version: 1, groups, tasks: [] }, upgrades)).toEqual(current)
    expect(readPlan({ version: 2, parts: groups, tasks: [] }, upgrades)).toEqual(current)
    expect(readPlan(stored(writePlan(current, upgrades)), upgrades)).toEqual(current)
    expect(writePlan(current, upgrades).version).toBe(3)
  })

  test('is refused with the path when its upgrade gives no plan', () => {
    const broken = [{ uuid: uuids[0], parts: [{ uuid: uuids[1], duration: 'long' }] }]
    expect(() => readPlan({ version: 2, parts: broken, tasks: [] }, upgrades)).toThrow('parts.0.parts.0.duration')
    expect(() => readPlan({ version: 1, tasks: [] }, [...upgrades, () => ({ parts: null })])).toThrow(StoredPlanError)
  })

  test('is read even when it exceeds the limits of today', () => {
    const long = structuredClone(current)
    for (const { parts } of long.parts) for (const one of parts) one.content = 'x'.repeat(60_000)
    expect(readPlan({ ...stored(long), version: 2 }, upgrades)).toEqual(long)
  })
})
