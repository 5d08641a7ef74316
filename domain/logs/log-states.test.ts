/** Properties of new, late and corrected logs, and of logging in a session. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkTimes,
  contribution,
  createLateLog,
  createLog,
  dueAt,
  elapsed,
  isSameTimer,
  isTimed,
  type LogState,
  LogStatus,
  remaining
} from './log.ts'
import { changeLog } from './log-change.ts'
import { logTime, mayLog } from './logging.ts'

const T0 = Date.UTC(2026, 0, 1, 12)
const { Active, Done, Paused, Stopped } = LogStatus
const sent = fc.record({
  status: fc.constantFrom(Active, Done, Paused, Stopped),
  duration: fc.option(fc.nat(7200)),
  amount: fc.option(fc.nat(100)),
  distance: fc.option(fc.nat(100))
})

describe('a new log', () => {
  test.each([
    ['runs at once', Active, 600, [T0, 0, 600]],
    ['runs without a timer', Active, null, [T0, 0, null]],
    ['is done with its whole duration', Done, 600, [T0 - 600_000, 600, 0]],
    ['waits, paused', Paused, 600, [null, 0, 600]],
    ['waits, stopped', Stopped, 600, [null, 0, 600]]
  ] as const)(
    '%s',
    { tags: ['LOG-08', 'D-52', 'LOG-09', 'LOG-10', 'LOG-11'] },
    (_, status, duration, [startedAt, ran, left]) => {
      const log = createLog({ status, duration, amount: 1, distance: null }, T0)
      expect(log.started_at === null ? null : Date.parse(log.started_at)).toBe(startedAt)
      expect([elapsed(log, T0), remaining(log, T0)]).toEqual([ran, left])
    }
  )

  test('has elapsed and remaining seconds that add up to its duration', { tags: 'LOG-16' }, () => {
    fc.assert(
      fc.property(sent, fc.nat(9_000_000), (given, later) => {
        const log = createLog(given, T0)
        const left = remaining(log, T0 + later)
        if (left === null) expect(isTimed(log)).toBe(false)
        else expect(elapsed(log, T0 + later) + left).toBeOneOf([given.duration, (given.duration ?? 0) + 1])
      }),
      { seed: 140, numRuns: 300 }
    )
  })
})

describe('a log that arrives late', () => {
  const timer = { status: Active, duration: 600, amount: null, distance: null }
  const late = (now: number, end: number | null = null) =>
    createLateLog(timer, T0, T0 + now * 1000, end === null ? null : T0 + end * 1000)

  test.each([
    ['still runs', late(100), Active, 100],
    ['is over', late(9999), Done, 600],
    ['was stopped by the end of its session', late(900, 300), Stopped, 300],
    ['was done before its session ended', late(9999, 900), Done, 600]
  ])('a timer that %s', { tags: ['D-140', 'D-86'] }, (_, log, status, ran) => {
    expect([log.status, elapsed(log, T0 + 9_999_000)]).toEqual([status, status === Active ? 600 : ran])
  })

  test('runs normally when it was made after the end of its session', { tags: 'D-86' }, () => {
    expect(late(100, -50)).toEqual(late(100))
  })

  test('has run at most since it was made', { tags: 'D-86' }, () => {
    fc.assert(
      fc.property(sent, fc.nat(9000), fc.option(fc.nat(9000)), (given, wait, end) => {
        if (given.status === Done) return
        const now = T0 + wait * 1000
        // The end of a session is never later than now.
        const log = createLateLog(given, T0, now, end === null ? null : T0 + Math.min(end, wait) * 1000)
        expect(elapsed(log, now)).toBeLessThanOrEqual(Math.min(wait, given.duration ?? 0))
        expect(contribution(log).duration).toBeLessThanOrEqual(elapsed(log, now))
      }),
      { seed: 141, numRuns: 300 }
    )
  })
})

describe('a corrected log', () => {
  const change = fc.record(
    {
      amount: fc.option(fc.nat(50)),
      distance: fc.option(fc.nat(50)),
      duration: fc.option(fc.nat(7200)),
      status: fc.constantFrom(Active, Done, Paused, Stopped)
    },
    { requiredKeys: [] }
  )
  const invariants = (log: LogState, now: number): void => {
    expect(elapsed(log, now)).toBeGreaterThanOrEqual(0)
    expect(elapsed(log, now)).toBeLessThanOrEqual(log.duration ?? 0)
    expect(remaining(log, now) ?? 0).toBeGreaterThanOrEqual(0)
    expect(dueAt(log) === null).toBe(!(log.status === Active && isTimed(log)))
  }

  test('keeps its invariants after any corrections', { tags: 'D-51' }, () => {
    fc.assert(
      fc.property(sent, fc.array(fc.tuple(fc.nat(600_000), change), { maxLength: 8 }), (given, changes) => {
        let log = createLog(given, T0)
        let now = T0
        for (const [wait, wish] of changes) {
          now += wait
          const result = changeLog(log, wish, now)
          if (result.ok) log = result.value
          else expect(result.refusal.kind).toBe('conflict')
          invariants(log, now)
        }
      }),
      { seed: 142, numRuns: 300 }
    )
  })

  test('stays the same when its own status is sent', { tags: 'D-51' }, () => {
    fc.assert(
      fc.property(sent, given => {
        const log = createLog(given, T0)
        expect(changeLog(log, { status: log.status }, T0 + 5000)).toEqual({ ok: true, value: log })
      }),
      { seed: 143, numRuns: 100 }
    )
  })
})

describe('checkTimes finds errors in the times from a page', () => {
  const at = (ms: number) => new Date(T0 + ms).toISOString()
  test.each([
    ['none', {}, []],
    ['nulls', { started_at: null, ended_at: null }, []],
    ['a start in the past', { started_at: at(-9e9) }, []],
    ['a clock that is a minute ahead', { started_at: at(60_000) }, []],
    ['a start in the future', { started_at: at(60_001) }, ['started_at']],
    ['an end without a start', { ended_at: at(-5) }, []],
    ['an end before its start', { started_at: at(-5), ended_at: at(-6) }, ['ended_at']],
    ['both wrong', { started_at: at(90_000), ended_at: at(0) }, ['started_at', 'ended_at']]
  ])('%s', { tags: 'D-100' }, (_, times, fields) => {
    expect(Object.keys(checkTimes(times, T0))).toEqual(fields)
  })
})

describe('logging in a session', () => {
  test('a log counts from when it was made, but not before the start or the joining', { tags: 'D-86' }, () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), fc.nat(100), (startedAt, joinedAt, doneAt) => {
        const time = logTime({ startedAt }, { joinedAt }, doneAt)
        expect(time).toBeOneOf([startedAt, joinedAt, doneAt])
        expect(time >= startedAt && time >= joinedAt && time >= doneAt).toBe(true)
      }),
      { seed: 144, numRuns: 100 }
    )
  })

  test.each([
    [0, true, false],
    [1, true, true],
    [2, true, true],
    [1, false, false]
  ] as const)('at status %i, member: %s, logging is allowed: %s', { tags: 'D-86' }, (status, isIn, allowed) => {
    expect(mayLog({ startedAt: status === 0 ? null : 1 }, isIn ? {} : null).ok).toBe(allowed)
  })
})

describe('starting a timer again', { tags: 'D-52' }, () => {
  const open = { ql_button_uuid: null, duration: 300, amount: 1, distance: null, action: 'Run', title: '', content: '' }

  test('gives the open timer with equal fields', () => {
    expect(isSameTimer(open, { ...open })).toBe(true)
  })

  test.each([
    { duration: 600 },
    { amount: 2 },
    { distance: 1 },
    { action: 'Walk' },
    { title: 'Hills' },
    { content: 'Rain' },
    { ql_button_uuid: 'first' }
  ])('gives another timer with %j', more => {
    expect(isSameTimer(open, { ...open, ...more })).toBe(false)
  })

  test('gives the open timer of the same button, even with other fields', () => {
    const pressed = { ...open, ql_button_uuid: 'first' }
    expect(isSameTimer(pressed, { ...pressed, duration: 60, title: 'Renamed' })).toBe(true)
    expect(isSameTimer(pressed, { ...pressed, ql_button_uuid: 'second' })).toBe(false)
  })
})
