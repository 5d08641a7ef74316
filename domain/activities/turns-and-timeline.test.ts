/** Properties of turns and of the builder's timeline, for random people and parts. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partsOf, planOf } from './example-plan.ts'
import { groupEnd } from './schedule.ts'
import { layOut } from './timeline.ts'
import { crowdOf, eachTurn, type Stay, type Turn, turnAt, turnsEnd } from './turns.ts'

const BEGUN = { round: 1, done: [], at: 0 }
const person = fc.record({ joined: fc.integer({ min: -5, max: 400 }), stays: fc.option(fc.nat(400)) })
const people = fc.array(person, { maxLength: 6 }).map(list =>
  list
    .toSorted((a, b) => a.joined - b.joined)
    .map(
      ({ joined, stays }, index): Stay => ({
        username: String(index),
        joined: joined * 1000,
        left: stays === null ? Number.POSITIVE_INFINITY : (joined + stays) * 1000
      })
    )
)
const slice = fc.integer({ min: 1, max: 60 })
const rounds = fc.integer({ min: 1, max: 4 })

function turnsOf(list: readonly Stay[], length: number, count: number): Turn[] {
  const found: Turn[] = []
  eachTurn(list, length, count, BEGUN, turn => {
    found.push(turn)
    return false
  })
  return found
}

describe('turns', () => {
  test('follow each other without a gap, each at most a slice long', { tags: ['TMR-06', 'D-93'] }, () => {
    fc.assert(
      fc.property(people, slice, rounds, (list, length, count) => {
        let time = 0
        for (const { startsAt, endsAt } of turnsOf(list, length, count)) {
          expect(startsAt).toBe(time)
          expect(endsAt - startsAt).toBeLessThanOrEqual(length * 1000)
          expect(endsAt).toBeGreaterThan(startsAt)
          time = endsAt
        }
        expect(turnsEnd(list, length, count, BEGUN)).toBe(time)
      }),
      { seed: 130, numRuns: 300 }
    )
  })

  test('go to people who are present, once per round', { tags: 'D-93' }, () => {
    fc.assert(
      fc.property(people, slice, rounds, (list, length, count) => {
        const turns = turnsOf(list, length, count)
        for (const { username, startsAt } of turns) {
          const { joined = 0, left = 0 } = list[Number(username)] ?? {}
          expect(joined <= startsAt && startsAt < left).toBe(true)
        }
        const keys = turns.map(({ username, round }) => `${username} ${round}`)
        expect(new Set(keys).size).toBe(keys.length)
        expect(turns.every(({ round }) => round >= 1 && round <= count)).toBe(true)
      }),
      { seed: 131, numRuns: 300 }
    )
  })

  test('turnAt finds the turn at any moment, and null before and after all turns', { tags: 'TMR-06' }, () => {
    fc.assert(
      fc.property(people, slice, rounds, fc.integer({ min: -10, max: 900 }), (list, length, count, second) => {
        const now = second * 1000
        const expected = turnsOf(list, length, count).find(turn => turn.startsAt <= now && now < turn.endsAt)
        expect(turnAt(list, length, count, BEGUN, now)).toEqual(expected ?? null)
      }),
      { seed: 132, numRuns: 300 }
    )
  })

  test('nobody joins or leaves after the time that crowdOf returns', { tags: 'D-93' }, () => {
    fc.assert(
      fc.property(people, list => {
        const { after, present } = crowdOf(list)
        const inside = (time: number) => list.filter(({ joined, left }) => joined <= time && time < left).length
        if (list.length > 0) expect([inside(after), inside(after + 1e9)]).toEqual([present, present])
        else expect([after, present]).toEqual([Number.NEGATIVE_INFINITY, 0])
      }),
      { seed: 133, numRuns: 300 }
    )
  })
})

describe('the timeline of a plan', () => {
  const part = fc.record({
    duration: fc.nat(300),
    time_from: fc.nat(120),
    start_of: fc.constantFrom(
      'after_previous_ends' as const,
      'before_previous_ends' as const,
      'after_previous_starts' as const
    )
  })
  const settings = fc.record({
    linked: fc.constantFrom<0 | 1>(0, 1),
    auto_start: fc.constantFrom<0 | 1>(0, 1),
    sets: fc.integer({ min: 1, max: 4 })
  })
  const plans = fc
    .array(fc.tuple(fc.array(part, { minLength: 1, maxLength: 5 }), settings), { maxLength: 3 })
    .map(groups => planOf({ parts: groups.map(([parts, of], index) => partsOf(index + 1, parts, of)) }))
  const START = '2026-01-01T12:00:00.000Z'

  test('is as long as its longest group, and its excess is what exceeds the session', {
    tags: ['BLD-73', 'D-84']
  }, () => {
    fc.assert(
      fc.property(plans, fc.nat(2000), (plan, duration) => {
        const { groups, total, excess } = layOut(plan, START, duration)
        expect(total).toBe(Math.max(0, ...groups.map(group => group.endsAt ?? 0)))
        expect(excess).toBe(Math.max(0, total - duration))
      }),
      { seed: 134, numRuns: 200 }
    )
  })

  test('is the same with and without a start when no part has a date', { tags: ['D-91', 'D-92'] }, () => {
    fc.assert(
      fc.property(plans, plan => {
        expect(layOut(plan, null, 600)).toEqual(layOut(plan, START, 600))
      }),
      { seed: 135, numRuns: 200 }
    )
  })

  test('has no bar before the session, and ends auto-started groups as the schedule does', {
    tags: 'D-91'
  }, () => {
    fc.assert(
      fc.property(plans, plan => {
        const { groups } = layOut(plan, START, 600)
        for (const [index, group] of plan.parts.entries()) {
          for (const bar of groups[index]?.bars ?? []) expect(bar.startsAt).toBeGreaterThanOrEqual(0)
          if (!group.auto_start) continue
          const startsAt = Date.parse(START)
          const end = groupEnd(group, { startsAt, now: Number.NEGATIVE_INFINITY, people: [] })
          expect(groups[index]?.endsAt).toBe(end === null ? null : (end - startsAt) / 1000)
        }
      }),
      { seed: 136, numRuns: 200 }
    )
  })

  test('has gaps and overlaps with a length, between parts of the same group', { tags: ['BLD-19', 'D-88'] }, () => {
    fc.assert(
      fc.property(plans, plan => {
        for (const [index, { gaps, overlaps }] of layOut(plan, START, 600).groups.entries()) {
          const uuids = plan.parts[index]?.parts.map(({ uuid }) => uuid) ?? []
          for (const { before, after, seconds } of [...gaps, ...overlaps]) {
            expect(seconds).toBeGreaterThan(0)
            expect(uuids).toEqual(expect.arrayContaining([before, after]))
          }
        }
      }),
      { seed: 137, numRuns: 200 }
    )
  })
})
