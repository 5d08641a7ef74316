import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { plan as planShape } from './plan.ts'
import { layOut } from './timeline.ts'

const START = '2026-01-01T12:00:00.000Z'
const at = (seconds: number) => new Date(Date.parse(START) + seconds * 1000).toISOString()
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function plan(...groups: [object, object[]][]) {
  return z.parse(planShape, {
    parts: groups.map(([group, parts], g) => ({
      uuid: id(g),
      ...group,
      parts: parts.map((part, index) => ({ uuid: id(100 * (g + 1) + index), duration: 60, ...part }))
    }))
  } as z.input<typeof planShape>)
}
const bars = (timeline: ReturnType<typeof layOut>, group = 0) =>
  timeline.groups[group]?.bars.map(bar => [bar.startsAt, bar.endsAt])

describe('layOut', () => {
  test('linked parts follow each other and ignore their own rules', { tags: 'TMR-21' }, () => {
    const linked = plan([
      {},
      [{ time_from: 30 }, { start_of: 'after_previous_starts' }, { relative_dates: 0, started_at: at(9999) }]
    ])
    expect(bars(layOut(linked, START, 300))).toEqual([
      [0, 60],
      [60, 120],
      [120, 180]
    ])
  })

  test.each([
    ['after_previous_ends', 30, [90, 150]],
    ['before_previous_ends', 30, [30, 90]],
    ['before_previous_ends', 300, [0, 60]],
    ['after_previous_starts', 10, [10, 70]]
  ])('the second part begins by the rule %s and %s s', { tags: 'D-91' }, (start_of, time_from, second) => {
    expect(bars(layOut(plan([{ linked: 0 }, [{}, { start_of, time_from }]]), START, 300))?.[1]).toEqual(second)
  })

  test('a plan without a start is drawn from zero, without its absolute dates', { tags: 'D-91' }, () => {
    const mixed = plan([{ linked: 0 }, [{}, { relative_dates: 0, started_at: at(90) }]])
    expect(bars(layOut(mixed, null, 300))).toEqual([
      [0, 60],
      [null, null]
    ])
    expect(bars(layOut(mixed, START, 300))?.[1]).toEqual([90, 150])
  })

  test('a group that waits for the host is marked and drawn from zero', { tags: 'D-92' }, () => {
    const timeline = layOut(plan([{ auto_start: 0 }, [{}, {}]]), START, 300)
    expect(timeline.groups[0]?.waits).toBe(true)
    expect(bars(timeline)?.[1]).toEqual([60, 120])
  })

  test('the total includes all sets, and excess is what exceeds the session', { tags: ['BLD-73', 'D-84'] }, () => {
    const timeline = layOut(plan([{ sets: 4 }, [{}, { duration: 30 }]], [{}, [{ duration: 100 }]]), START, 300)
    expect([timeline.total, timeline.excess]).toEqual([360, 60])
  })

  test('a part with turns takes one slice for each person and round', { tags: 'D-93' }, () => {
    const turns = plan([{}, [{ per_participant: 1, sets: 2 }, {}]])
    expect(bars(layOut(turns, START, 300, 3))).toEqual([
      [0, 360],
      [360, 420]
    ])
    expect(bars(layOut(turns, START, 300, 0))?.[0]).toEqual([0, 0])
  })

  test('an interval part without a typed duration lasts as long as its timers', { tags: ['TMR-13', 'D-98'] }, () => {
    const timers = [{ uuid: id(9), duration: 45 }]
    expect(bars(layOut(plan([{}, [{ is_interval: 1, is_custom_duration: 0, sets: 3, timers }]]), START, 300))).toEqual([
      [0, 135]
    ])
  })

  test('gaps and overlaps are listed, except for parts that may overlap', { tags: ['BLD-19', 'D-88'] }, () => {
    const parts = [
      { relative_dates: 0, started_at: at(0) },
      { relative_dates: 0, started_at: at(100) },
      { relative_dates: 0, started_at: at(150) },
      { start_of: 'after_previous_starts', time_from: 5 }
    ]
    const group = layOut(plan([{ linked: 0 }, parts]), START, 300).groups[0]
    expect(group?.gaps).toEqual([{ before: id(100), after: id(101), startsAt: 60, seconds: 40 }])
    expect(group?.overlaps).toEqual([{ before: id(101), after: id(102), startsAt: 150, seconds: 10 }])
  })

  test('parts of a linked group never overlap and leave no gap', { tags: 'TMR-21' }, () => {
    const part = fc.record({
      duration: fc.nat(1000),
      time_from: fc.nat(500),
      start_of: fc.constantFrom('after_previous_ends', 'before_previous_ends', 'after_previous_starts'),
      relative_dates: fc.constantFrom(0, 1),
      per_participant: fc.constantFrom(0, 1),
      sets: fc.integer({ min: 1, max: 3 })
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), fc.nat(5), (parts, headcount) => {
        const group = layOut(plan([{}, parts]), START, 300, headcount).groups[0]
        expect([group?.gaps, group?.overlaps]).toEqual([[], []])
        group?.bars.reduce(
          (end, bar) => {
            expect(bar.startsAt).toBe(end)
            expect(bar.endsAt).toBeGreaterThanOrEqual(end ?? 0)
            return bar.endsAt
          },
          0 as number | null
        )
      }),
      { seed: 50, numRuns: 200 }
    )
  })
})
