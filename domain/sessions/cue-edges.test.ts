/** The edges of the sounds: parts without length, parts exactly at the end, and several sounds at the same moment. */
import { describe, expect, test } from 'vitest'
import { partsOf, uuidOf } from '../activities/example-plan.ts'
import type { Stay } from '../activities/turns.ts'
import { alertLine, partCounts, sessionCues } from './clock.ts'
import { at, ms, running, T0, waiting } from './example-session.ts'
import { pauseSession } from './pause.ts'
import type { SessionState } from './session.ts'

const seconds = (time: number) => (time - T0) / 1000
const ADA: Stay = { username: 'ada', joined: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY }

const sounds = (session: SessionState, from: number, to: number, people?: Stay[]) =>
  sessionCues(session, ms(from), ms(to), people).map(cue => [seconds(cue.at), cue.kind, cue.title])
const counts = (session: SessionState, from: number, to: number) =>
  partCounts(session, ms(from), ms(to)).map(cue => [seconds(cue.at), cue.count])
const toward = (second: number) => [3, 2, 1].map(count => [second - count, count])

const dated = (second: number) => ({ relative_dates: 0 as const, started_at: at(second) })
const A = { title: 'A', duration: 20 }
const B = { title: 'B', duration: 20 }
const EMPTY = { title: 'Empty', duration: 0 }

describe('sounds', { tags: 'TMR-12' }, () => {
  test('a waiting session is silent even if a part is dated before its start', () => {
    const early = partsOf(1, [{}, dated(10), { start_of: 'before_previous_ends', time_from: 200 }], {
      linked: 0,
      auto_start: 0
    })
    expect(sounds(waiting(0, early), -140, -60)).toEqual([])
    expect(counts(waiting(0, early), -140, -60)).toEqual([])
  })

  test('a session without a start is silent although a part has a date', () => {
    const session = waiting(null, partsOf(1, [dated(50)]))
    expect([...sounds(session, 40, 120), ...counts(session, 40, 120)]).toEqual([])
  })

  test('the start of a session without parts has no title', () => {
    expect(sounds(running(), -1, 0)).toEqual([[0, 'change', '']])
  })

  test('a part without length has no sounds', () => {
    expect(sounds(running(partsOf(1, [A, EMPTY, B])), 19, 21)).toEqual([
      [20, 'end', 'A'],
      [20, 'change', 'B']
    ])
  })

  test.each([
    [19.999, [[19.999, 'end', '']], []],
    [20, [[20, 'end', '']], []],
    [
      20.001,
      [
        [20, 'end', 'A'],
        [20, 'change', 'B'],
        [20.001, 'end', '']
      ],
      toward(20)
    ]
  ])('of a session that ends at %s s, the part at 20 s begins only before the end', (end, heard, counted) => {
    const session = { ...running(partsOf(1, [A, B])), ended_at: at(end) }
    expect(sounds(session, 19, 22)).toEqual(heard)
    expect(counts(session, 16, 22)).toEqual(counted)
  })

  test('a part that begins during the turns of another one sounds', () => {
    const turns = { title: 'Turns', per_participant: 1 } as const
    const overlapping = partsOf(1, [turns, { ...B, start_of: 'after_previous_starts', time_from: 45 }], { linked: 0 })
    expect(sounds(running(overlapping), 44, 46, [ADA])).toEqual([[45, 'change', 'B']])
  })

  test('two parts that change at the same moment both sound', () => {
    const timers = [
      { uuid: uuidOf(7), title: 'go', duration: 10 },
      { uuid: uuidOf(8), title: 'rest', duration: 10 }
    ]
    const interval = partsOf(1, [{ title: 'I', is_interval: 1, duration: 0, timers }])
    const heard = sounds(running(interval, partsOf(2, [{ title: 'C', duration: 10 }])), 9, 10)
    expect(heard).toHaveLength(2)
    expect(heard).toContainEqual([10, 'change', 'rest'])
    expect(heard).toContainEqual([10, 'end', 'C'])
  })

  test('without people, a part with turns is over at once', () => {
    const alerts = [{ at: 30, title: 'Half' }]
    const session = running(
      partsOf(1, [{ title: 'Turns', per_participant: 1 }, { title: 'B', alerts }, { title: 'C' }])
    )
    expect(sounds(session, 29, 60)).toEqual([
      [30, 'alert', 'Half'],
      [60, 'end', 'B'],
      [60, 'change', 'C']
    ])
    expect(counts(session, 56, 60)).toEqual(toward(60))
    expect(alertLine(session, ms(40))).toBe('Half')
  })

  test('the line of an alert shows if every part has one', () => {
    const session = running(partsOf(1, [{ alerts: [{ at: 20, title: 'Soon' }] }]))
    expect([39.999, 40, 69.999, 70].map(now => alertLine(session, ms(now)))).toEqual([null, 'Soon', 'Soon', null])
  })
})

describe('the counts before parts', { tags: 'TMR-12' }, () => {
  test('never come before the start of the session', () => {
    expect(counts(running(partsOf(1, [{ duration: 2 }, {}])), -4, 2)).toEqual([[1, 1]])
    expect(counts(running(partsOf(1, [dated(2)])), -4, 2)).toEqual([[1, 1]])
  })

  test('do not come before a part without length', () => {
    expect(counts(running(partsOf(1, [A, EMPTY])), 15, 21)).toEqual([])
    expect(counts(running(partsOf(1, [A, EMPTY, B])), 15, 21)).toEqual(toward(20))
  })

  test('do not come before a dated part while the session is paused', () => {
    const session = running(partsOf(1, [A, dated(50)], { linked: 0 }))
    expect(counts(session, 45, 50)).toEqual(toward(50))
    const paused = pauseSession(session, ms(5))
    expect(paused.ok && counts(paused.value, 45, 50)).toEqual([])
  })
})
