/** The edges of turns: nobody, nothing to share, and people who come or go exactly between two turns. */
import { expect, test } from 'vitest'
import { crowdOf, eachTurn, type Stay, type Turn, turnAt, turnsEnd, turnsSoFar } from './turns.ts'

const ALWAYS = { joined: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY }
const ada: Stay = { username: 'ada', ...ALWAYS }
const bob: Stay = { username: 'bob', ...ALWAYS }
const start = { round: 1, done: [], at: 0 }

function turnsOf(people: Stay[], slice: number, rounds: number, begun: Parameters<typeof eachTurn>[3] = start) {
  const turns: Turn[] = []
  const end = eachTurn(people, slice, rounds, begun, turn => {
    turns.push(turn)
    return false
  })
  return { end, turns: turns.map(({ username, round, startsAt, endsAt }) => [username, round, startsAt, endsAt]) }
}

test('nobody has a turn without people or without time', { tags: 'D-93' }, () => {
  expect(turnsOf([], 10, 2)).toEqual({ end: 0, turns: [] })
  expect(turnsOf([ada], 0, 2)).toEqual({ end: 0, turns: [] })
  expect(turnsOf([ada], Number.NaN, 2)).toEqual({ end: 0, turns: [] })
})

test('someone who joins exactly when a turn ends has the next one', { tags: 'D-93' }, () => {
  const late = { ...bob, joined: 10_000 }
  expect(turnsOf([ada, late], 10, 1).turns).toEqual([
    ['ada', 1, 0, 10_000],
    ['bob', 1, 10_000, 20_000]
  ])
  expect(turnsOf([ada, { ...late, joined: 10_001 }], 10, 1).turns).toEqual([['ada', 1, 0, 10_000]])
})

test('someone who left exactly when their turn would begin has none', { tags: 'D-93' }, () => {
  expect(turnsOf([ada, { ...bob, left: 10_000 }], 10, 1)).toEqual({ end: 10_000, turns: [['ada', 1, 0, 10_000]] })
  expect(turnsOf([ada, { ...bob, left: 12_000 }], 10, 1).end).toBe(12_000)
})

test('a round in which all present people are done leads to the next round', { tags: 'D-93' }, () => {
  const begun = { round: 1, done: ['ada', 'bob'], at: 5000 }
  expect(turnsOf([ada, bob], 10, 2, begun).turns).toEqual([
    ['ada', 2, 5000, 15_000],
    ['bob', 2, 15_000, 25_000]
  ])
})

test('rounds without anyone end at once', { tags: 'D-93' }, () => {
  expect(turnsOf([{ ...ada, left: -1 }], 10, 1e9)).toEqual({ end: 0, turns: [] })
})

test('the end with people who are done is the end of the others', { tags: 'D-93' }, () => {
  expect(turnsEnd([ada, bob], 10, 2, { round: 1, done: ['ada'], at: 5000 })).toBe(35_000)
  expect(turnsEnd([ada, bob], 10, 2, { round: 3, done: [], at: 5000 })).toBe(5000)
})

test('the end is multiplied if the last person came exactly at the beginning', { tags: 'D-93' }, () => {
  const people = [ada, { ...bob, joined: 5000 }]
  expect(crowdOf(people)).toEqual({ after: 5000, present: 2 })
  expect(turnsEnd(people, 10, 3, { round: 1, done: [], at: 5000 })).toBe(65_000)
  // A wrong crowd shows that nothing is replayed.
  expect(turnsEnd(people, 10, 3, { round: 1, done: [], at: 5000 }, { after: 5000, present: 1 })).toBe(35_000)
})

test('there is no turn before the first and after the last', { tags: 'D-93' }, () => {
  const at = (now: number) => turnAt([ada, bob], 10, 1, { ...start, at: 1000 }, now)?.username ?? null
  expect([999, 1000, 10_999, 11_000, 20_999, 21_000].map(at)).toEqual([null, 'ada', 'ada', 'bob', 'bob', null])
})

test('the state of a new round forgets who had a turn in the one before', { tags: 'D-93' }, () => {
  const so = (now: number) => turnsSoFar([ada, bob], 10, 3, start, now)
  expect(so(15_000)).toEqual({ round: 1, done: ['ada'], at: 10_000 })
  expect(so(20_000)).toEqual({ round: 2, done: [], at: 20_000 })
  expect(so(30_000)).toEqual({ round: 2, done: ['ada'], at: 30_000 })
})
