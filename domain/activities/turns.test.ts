import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachTurn, type Stay, stays, turnAt, turnsEnd, turnsSoFar } from './turns.ts'

const crowd = fc.array(fc.tuple(fc.nat(500_000), fc.option(fc.nat(500_000))), { maxLength: 6 }).map(list =>
  list
    .toSorted((a, b) => a[0] - b[0])
    .map(
      ([joined, stay], n): Stay => ({
        username: `p${n}`,
        joined,
        left: stay === null ? Number.POSITIVE_INFINITY : joined + stay
      })
    )
)
const begun = fc.nat(600_000).map(at => ({ round: 1, done: [], at }))
const slice = fc.integer({ min: 0, max: 90 })
const rounds = fc.integer({ min: 1, max: 4 })

test('turnsEnd, which multiplies, equals the end of the last turn', { tags: 'D-93' }, () => {
  fc.assert(
    fc.property(crowd, slice, rounds, begun, (people, seconds, count, from) => {
      expect(turnsEnd(people, seconds, count, from)).toBe(eachTurn(people, seconds, count, from, () => false))
    }),
    { seed: 80, numRuns: 500 }
  )
})

test('turns that continue from a stored state are the same as without storing it', { tags: 'D-93' }, () => {
  fc.assert(
    fc.property(
      crowd,
      slice,
      rounds,
      begun,
      fc.nat(900_000),
      fc.nat(900_000),
      (people, seconds, count, from, first, wait) => {
        const now = from.at + first
        // The state is stored before later people join, but read afterwards.
        const known = people.filter(person => person.joined <= now)
        const written = turnsSoFar(known, seconds, count, from, now)
        const later = now + wait
        expect(turnAt(people, seconds, count, written, later)).toEqual(turnAt(people, seconds, count, from, later))
      }
    ),
    { seed: 81, numRuns: 500 }
  )
})

test('people without dates are present the whole time', { tags: 'D-93' }, () => {
  expect(
    stays([{ username: 'ada' }, { username: 'grace', joined_at: '2026-01-01T00:00:00.000Z', left_at: null }])
  ).toEqual([
    { username: 'ada', joined: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY },
    { username: 'grace', joined: Date.UTC(2026, 0, 1), left: Number.POSITIVE_INFINITY }
  ])
})
