/** The edges of the clock: sessions that wait, are paused, have ended or never end, and parts exactly at an end. */
import { describe, expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../activities/example-plan.ts'
import type { Stay } from '../activities/turns.ts'
import type { Result } from '../lib/result.ts'
import { hasTurnAhead, lastedSeconds, mayContribute, readClock } from './clock.ts'
import { at, ms, running, T0, waiting } from './example-session.ts'
import { pausePart } from './parts.ts'
import { begin, end, type SessionState } from './session.ts'

const seconds = (time: number | null | undefined) => (time == null ? null : (time - T0) / 1000)
const PRESENT = { joined: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY }
const PEOPLE: Stay[] = ['ada', 'bob'].map(username => ({ username, ...PRESENT }))

function value<T>(outcome: Result<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome.value
}
const ended = (session: SessionState, second: number) => value(end(session, ms(second)))
const states = (session: SessionState, second: number) =>
  readClock(session, ms(second)).groups.flatMap(({ parts }) => parts.map(({ state }) => state))

const dated = (second: number) => ({ relative_dates: 0 as const, started_at: at(second) })
/** Two linked parts of a minute. */
const linked = partsOf(1, [{}, {}])
/** A group that waits for the host. Its last part begins long before the session. */
const early = partsOf(1, [{}, dated(10), { start_of: 'before_previous_ends', time_from: 200 }], {
  linked: 0,
  auto_start: 0
})
/** A minute in which the first part is paused at 10 s, and a part that is dated after the end. */
const delayed = value(
  pausePart(
    begin({ ...waiting(null, linked, partsOf(2, [dated(100)], { linked: 0 })), duration: 60 }, T0),
    uuidOf(100),
    ms(10)
  )
)

describe('the next change', { tags: ['SES-062', 'TMR-04'] }, () => {
  test.each<[string, SessionState, number, number | null]>([
    ['of a waiting session is its start', waiting(10, linked), 9.999, 10],
    ['of a waiting session does not depend on its stored end', { ...waiting(10, linked), ended_at: at(99) }, 5, 10],
    ['is unknown without a start, although a part has a date', waiting(null, partsOf(1, [dated(50)])), 0, null],
    ['of a session without an end is its next part', { ...running(linked), ended_at: null }, 10, 60],
    ['does not come after the last part if there is no end', { ...running(linked), ended_at: null }, 120, null],
    ['is never after the end that a pause delays', delayed, 20, null],
    ['is another part as soon as the delayed end is later', delayed, 51, 100]
  ])('%s', (_, session, second, change) => {
    expect(seconds(readClock(session, ms(second)).nextChange)).toBe(change)
  })
})

test.each<[string, SessionState, number, number]>([
  ['is 0 while the start is unknown', waiting(null, linked), 5, 0],
  ['is 0 one millisecond before the start', waiting(10, linked), 9.999, 0],
  ['begins at the start', waiting(10, linked), 10.001, 0.001],
  ['stops at the end', ended(running(linked), 20), 20.001, 20]
])('the elapsed time %s', { tags: 'SES-062' }, (_, session, second, elapsed) => {
  expect(readClock(session, ms(second)).elapsed).toBe(elapsed)
})

describe('the states of parts', { tags: ['TMR-04', 'SES-066'] }, () => {
  test('no part of a waiting session runs, even if one is dated before the start', () => {
    expect(states(waiting(0, early), -100)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(readClock(waiting(0, early), ms(-100)).groups[0]?.active).toEqual([])
  })

  test.each([
    [59.999, ['over', 'waiting'], [60, null]],
    [60, ['over', 'waiting'], [60, null]],
    [60.001, ['over', 'over'], [60, 0]],
    [62, ['over', 'over'], [60, 2]]
  ])('of a session that ended at %s s, parts that had begun are over', (second, expected, lasted) => {
    const session = ended(running(linked), second)
    const clock = readClock(session, ms(999))
    expect(states(session, 999)).toEqual(expected)
    expect(clock.groups[0]?.parts.map(part => lastedSeconds(part, { sets: 1 }, clock))).toEqual(lasted)
  })
})

describe('the next part', { tags: ['TMR-04', 'BLD-73'] }, () => {
  test.each([
    [0, 102, 50],
    [50, 101, 100],
    [100, 103, null]
  ])('at %s s is the one that begins first', (second, part, startsAt) => {
    const mixed = partsOf(1, [{}, dated(100), dated(50), { relative_dates: 0 }], { linked: 0 })
    const next = readClock(running(mixed), ms(second)).groups[0]?.next
    expect([next?.uuid, seconds(next?.startsAt)]).toEqual([uuidOf(part), startsAt])
  })

  test('after the last part of a set is the first of the next set, unless the session has ended', () => {
    const sets = running(partsOf(1, [{}], { sets: 3 }))
    expect(readClock(sets, ms(10)).groups[0]?.next).toMatchObject({ state: 'waiting', set: 2, startsAt: ms(60) })
    expect(readClock(ended(sets, 10), ms(10)).groups[0]).toMatchObject({ set: 1, setsRemaining: 2, next: null })
  })

  test('of a group without parts does not exist', () => {
    expect(readClock(running(partsOf(1, [], { sets: 2 })), ms(10)).groups[0]).toMatchObject({ parts: [], next: null })
  })
})

describe('turns', { tags: ['TMR-07', 'D-93'] }, () => {
  test('everyone may contribute to a running part without turns', () => {
    const clock = readClock(running(linked), ms(10), PEOPLE)
    expect(mayContribute(clock, uuidOf(100), 'bob')).toBe(true)
    expect(mayContribute(clock, uuidOf(101), 'bob')).toBe(false)
    const paused = value(pausePart(running(linked), uuidOf(100), ms(5)))
    expect(mayContribute(readClock(paused, ms(10), PEOPLE), uuidOf(100), 'bob')).toBe(false)
  })

  test('nobody has a turn ahead when nobody is present', () => {
    const [part] = planOf({ parts: [partsOf(1, [{ per_participant: 1 }])] }).parts[0]?.parts ?? []
    if (!part) throw new Error('the plan must have a part')
    const ahead = (people: Stay[]) => hasTurnAhead({ part, set: 1, startsAt: T0 }, people, ms(10), 'bob')
    expect([ahead(PEOPLE), ahead([])]).toEqual([true, false])
  })
})
