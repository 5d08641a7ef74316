/** The sounds of a session, and the lengths of its parts, in exact times. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { plan as planShape } from '../activities/plan.ts'
import { alertLine, lastedSeconds, partCounts, readClock, sessionCues } from './clock.ts'
import { pausePart } from './parts.ts'
import { pauseSession } from './pause.ts'
import { begin, type SessionState } from './session.ts'
import { SessionStatus } from './status.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const ms = (seconds: number) => T0 + seconds * 1000
const at = (seconds: number) => new Date(ms(seconds)).toISOString()
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const seconds = (time: number | null) => (time === null ? null : (time - T0) / 1000)

function planOf(...groups: object[][]) {
  return z.parse(planShape, {
    parts: groups.map((parts, g) => ({
      uuid: id(g + 1),
      parts: parts.map((part, index) => ({ uuid: id((g + 1) * 100 + index), duration: 60, ...part }))
    }))
  } as z.input<typeof planShape>)
}

const waiting = (plan: SessionState['plan'], start: number | null): SessionState => ({
  status: SessionStatus.NotStarted,
  started_at: start === null ? null : at(start),
  ended_at: null,
  duration: 36_000,
  is_manually_started: 0,
  plan
})
const running = (...groups: object[][]) => begin(waiting(planOf(...groups), null), T0)

/** A group of two parts of 20 s, and one of 10 s and 30 s. */
const two = running(
  [
    { title: 'A', duration: 20 },
    { title: 'B', duration: 20 }
  ],
  [
    { title: 'C', duration: 10 },
    { title: 'D', duration: 30 }
  ]
)
/** The same, ended after 15 s. */
const ended: SessionState = { ...two, status: SessionStatus.Ended, ended_at: at(15) }

const sounds = (session: SessionState, from: number, to: number) =>
  sessionCues(session, ms(from), ms(to)).map(cue => [seconds(cue.at), cue.kind, cue.title])

describe('the sounds of a session', { tags: 'TMR-12' }, () => {
  test('five counts come before the start, each in one window', () => {
    const session = waiting(planOf([{ title: 'A' }]), 10)
    const counts = [5, 6, 7, 8, 9].map(second => [second, 'count', ''])
    expect(sounds(session, 4, 9.5)).toEqual(counts)
    expect(sounds(session, 5, 7)).toEqual(counts.slice(1, 3))
    expect(sounds(session, 4, 10)).toEqual([...counts, [10, 'change', 'A']])
    expect(sounds(waiting(session.plan, null), -100, 100)).toEqual([])
  })

  test('the sounds of all groups come in order of time', () => {
    expect(sounds(two, -1, 60)).toEqual([
      [0, 'change', 'A'],
      [10, 'end', 'C'],
      [10, 'change', 'D'],
      [20, 'end', 'A'],
      [20, 'change', 'B'],
      [40, 'end', 'B']
    ])
  })

  test('a window has its end and not its beginning', () => {
    expect(sounds(two, 0, 9.9)).toEqual([])
    expect(sounds(two, 10, 20)).toEqual([
      [20, 'end', 'A'],
      [20, 'change', 'B']
    ])
  })

  test('after its end a session has no sounds, and no part begins that was not reached', () => {
    expect(sounds(ended, 5, 60)).toEqual([
      [10, 'end', 'C'],
      [10, 'change', 'D'],
      [15, 'end', '']
    ])
    expect(sounds(ended, 15, 60)).toEqual([])
  })

  test('an interval part sounds for each step, and once at its end', () => {
    const timers = [
      { uuid: id(7), title: 'go', duration: 6 },
      { uuid: id(8), title: 'rest', duration: 4 }
    ]
    const session = running([
      { title: 'I', is_interval: 1, sets: 2, timers, duration: 0 },
      { title: 'Z', duration: 10 }
    ])
    const steps = sounds(session, -1, 40).filter(([, kind]) => kind !== 'count')
    expect(steps).toEqual([
      [0, 'change', 'I'],
      [6, 'change', 'rest'],
      [10, 'change', 'go'],
      [16, 'change', 'rest'],
      [20, 'end', 'rest'],
      [20, 'change', 'Z'],
      [30, 'end', 'Z']
    ])
  })

  test('timers of the session repeat, and are silent while it is paused', () => {
    const session = running([])
    session.plan.timers = [{ uuid: id(9), title: 'tea', duration: 10, is_interval: 0, sets: 1, nested: [] }]
    const tones = (second: number) => [7, 8, 9].map(count => [second - 10 + count, 'count', 'tea'])
    expect(sounds(session, 0, 25)).toEqual([...tones(10), [10, 'change', 'tea'], ...tones(20), [20, 'change', 'tea']])
    const paused = pauseSession(session, ms(8))
    if (!paused.ok) throw new Error('it was refused')
    expect(sounds(paused.value, 8, 25)).toEqual([])
  })

  test('alerts sound at their distance from the end of the part, and show for half a minute', () => {
    const alerts = [{ at: 20, title: 'Soon' }]
    const session = running([{ title: 'A', alerts }, { title: 'B' }], [{ title: 'C' }])
    expect(sounds(session, 39, 41)).toEqual([[40, 'alert', 'Soon']])
    expect([39.9, 40, 69.9, 70].map(now => alertLine(session, ms(now)))).toEqual([null, 'Soon', 'Soon', null])
    expect(alertLine(two, ms(40))).toBeNull()
  })
})

describe('the counts before parts', { tags: 'TMR-12' }, () => {
  const counts = (session: SessionState, from: number, to: number) =>
    partCounts(session, ms(from), ms(to)).map(cue => [seconds(cue.at), cue.count, cue.kind, cue.title])
  const toward = (second: number) => [3, 2, 1].map(count => [second - count, count, 'count', ''])

  test('they come in order, before each part except the first', () => {
    expect(counts(two, 0, 40)).toEqual([...toward(10), ...toward(20)])
    expect(counts(two, 6, 8)).toEqual(toward(10).slice(0, 2))
    expect(counts(two, 7, 9)).toEqual(toward(10).slice(1))
  })

  test('a session that waits, is paused or has ended has none for parts that it does not reach', () => {
    expect(counts(waiting(two.plan, 10), 0, 6)).toEqual([])
    expect(counts(ended, 0, 40)).toEqual(toward(10))
    const paused = pauseSession(two, ms(5))
    expect(paused.ok && counts(paused.value, 5, 40)).toEqual([])
  })

  test('a part that follows a paused one has none', () => {
    const paused = pausePart(two, id(100), ms(5))
    expect(paused.ok && counts(paused.value, 5, 40)).toEqual(toward(10))
  })
})

test('an ended part lasted until its end or the end of the session', { tags: 'TMR-12' }, () => {
  const lasted = (session: SessionState, sets = 1) => {
    const clock = readClock(session, ms(100))
    return clock.groups.map(({ parts }) => parts.map(part => lastedSeconds(part, { sets }, clock)))
  }
  expect(lasted(ended)).toEqual([
    [15, null],
    [10, 5]
  ])
  expect(lasted(ended, 2).flat()).toEqual([null, null, null, null])
  expect(lasted(two).flat()).toEqual([null, null, null, null])
})

test('the clock has the next change of a session that waits, runs and has ended', { tags: 'SES-062' }, () => {
  const at5 = [waiting(two.plan, 10), two, ended].map(session => {
    const { elapsed, remaining, nextChange, groups } = readClock(session, ms(5))
    const next = groups.map(group => [group.active[0]?.uuid ?? null, group.next?.uuid ?? null])
    return { elapsed, remaining, change: seconds(nextChange), next }
  })
  expect(at5).toEqual([
    {
      elapsed: 0,
      remaining: 5,
      change: 10,
      next: [
        [null, id(100)],
        [null, id(200)]
      ]
    },
    {
      elapsed: 5,
      remaining: 35_995,
      change: 10,
      next: [
        [id(100), id(101)],
        [id(200), id(201)]
      ]
    },
    {
      elapsed: 5,
      remaining: null,
      change: null,
      next: [
        [null, null],
        [null, null]
      ]
    }
  ])
})
