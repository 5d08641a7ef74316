import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../activities/example-plan.ts'
import type { Part, Plan } from '../activities/plan.ts'
import * as edit from '../activities/plan-edit.ts'
import { changedPast } from './immutable-past.ts'

const START = '2026-01-01T12:00:00.000Z'
const at = (seconds: number) => Date.parse(START) + seconds * 1000
const HAS_BEGUN = 'This part has started. What’s already happened can’t change.'
const [A, B, C] = [uuidOf(100), uuidOf(101), uuidOf(102)]
const GROUP = uuidOf(1)

/** Three linked parts of a minute. At 90 s the first is over, the second runs and the third is ahead. */
const PLAN = planOf({ parts: [partsOf(1, [{}, {}, {}])] })
const NOW = at(90)
const changed = (after: Plan, before = PLAN, now = NOW) => Object.keys(changedPast(before, after, START, now))

describe('changing the plan of a running session', () => {
  const refused = (uuid: string, part: Partial<Part>) => changed(edit.setPart(PLAN, uuid, part))

  test('is allowed without changes', { tags: 'D-69' }, () => {
    expect(changed(PLAN)).toEqual([])
  })

  test('cannot change the length of a part that’s over', { tags: 'D-69' }, () => {
    expect(refused(A, { duration: 61 })).toEqual(['parts.0.parts.0.started_at', 'parts.0.parts.1.started_at'])
    expect(changedPast(PLAN, edit.setPart(PLAN, A, { duration: 1 }), START, NOW)).toMatchObject({
      'parts.0.parts.0.started_at': HAS_BEGUN
    })
  })

  test.each([
    [31, []],
    [600, []],
    [30, ['parts.0.parts.1.started_at']],
    [0, ['parts.0.parts.1.started_at']]
  ])(
    'can set the length of a part that has run for 30 s to %i s, unless that ends it',
    { tags: 'D-69' },
    (duration, fields) => {
      expect(refused(B, { duration })).toEqual(fields)
    }
  )

  test('can change, remove and add parts ahead', { tags: 'D-69' }, () => {
    expect(refused(C, { duration: 9999 })).toEqual([])
    expect(changed(edit.removeItem(PLAN, C))).toEqual([])
    const more = planOf({
      parts: [partsOf(1, [{}, {}, { order: 2 }, { order: 3 }]), partsOf(2, [{}], { auto_start: 0 })]
    })
    expect(changed(more)).toEqual([])
  })

  test('can change the texts of a part that’s over', { tags: 'D-69' }, () => {
    expect(refused(A, { title: 'Warm up', content: '<p>Slowly</p>' })).toEqual([])
  })

  test('cannot move a part that has begun', { tags: 'D-69' }, () => {
    const swapped = edit.inPlaces(edit.moveItem(PLAN, GROUP, 1, 2))
    expect(changed(swapped)).toEqual(['parts.0.parts.2.started_at'])
    expect(changed(edit.inPlaces(edit.moveItem(PLAN, GROUP, 0, 1)))).toHaveLength(2)
  })

  test('cannot remove a part that has begun, or its group', { tags: 'D-69' }, () => {
    expect(changed(edit.removeItem(PLAN, A))).toContain('parts.0')
    expect(changed(edit.removeGroup(PLAN, GROUP))).toEqual(['parts.0'])
  })

  test('can remove a group that has not begun', { tags: 'D-69' }, () => {
    const two = planOf({ parts: [partsOf(1, [{}]), partsOf(2, [{}], { auto_start: 0 })] })
    expect(changed(edit.removeGroup(two, uuidOf(2)), two)).toEqual([])
    expect(changed(edit.removeGroup(two, uuidOf(1)), two)).toEqual(['parts.0'])
  })

  test('can change the number of sets, but not end the current set', {
    tags: 'BLD-73'
  }, () => {
    const sets = (n: number) => planOf({ parts: [partsOf(1, [{}], { sets: n })] })
    expect(changed(sets(5), sets(3), at(150))).toEqual([])
    expect(changed(sets(1), sets(3), at(150))).toEqual(['parts.0.parts.0.started_at'])
  })

  test('can lengthen turns in the first round, but not change turns that are over', {
    tags: 'D-93'
  }, () => {
    const turns = (duration: number) => planOf({ parts: [partsOf(1, [{ per_participant: 1, duration }, {}])] })
    const people = ['ada', 'grace'].map(username => ({ username, joined: 0, left: Number.POSITIVE_INFINITY }))
    const fields = (duration: number, now: number) =>
      Object.keys(changedPast(turns(60), turns(duration), START, now, people))
    expect(fields(90, at(100))).toEqual([])
    expect(fields(50, at(100))).toEqual(['parts.0.parts.0.started_at'])
    expect(fields(90, at(130))).toHaveLength(2)
  })

  test('can change everything before any part has begun', { tags: 'D-69' }, () => {
    const waits = planOf({ parts: [partsOf(1, [{}, {}], { auto_start: 0 })] })
    expect(changed(planOf({}), waits)).toEqual([])
  })

  test('is refused exactly when it moves a part that has begun', { tags: 'D-69' }, () => {
    const durations = fc.array(fc.nat(100), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(durations, fc.nat(2), fc.nat(100), fc.nat(250), (before, index, next, now) => {
        const withDurations = (list: number[]) =>
          planOf({
            parts: [
              partsOf(
                1,
                list.map(duration => ({ duration }))
              )
            ]
          })
        const after = before.with(index, next)
        const start = (list: number[], part: number) => list.slice(0, part).reduce((sum, length) => sum + length, 0)
        const end = (list: number[], part: number) => start(list, part + 1)
        const isMoved = before.some((_, part) => {
          if (start(before, part) > now) return false
          if (start(before, part) !== start(after, part)) return true
          const isOver = end(before, part) <= now
          return isOver ? end(before, part) !== end(after, part) : end(after, part) <= now
        })
        expect(changed(withDurations(after), withDurations(before), at(now)).length > 0).toBe(isMoved)
      }),
      { seed: 73, numRuns: 300 }
    )
  })
})
