import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LONGEST } from './length.ts'
import { delayedEnd, dueAt, endAt, SessionStatus, type SessionTimes, statusAt, storedTimes } from './status.ts'

const { NotStarted, Running, Ended } = SessionStatus
const HOUR = 3_600_000
const MONTH = LONGEST * 1000

function times(change: Partial<SessionTimes>): SessionTimes {
  return { status: NotStarted, startsAt: null, endsAt: null, duration: 3600, pausedSince: null, ...change }
}
const scheduled = times({ startsAt: HOUR, endsAt: 2 * HOUR })
const running = times({ status: Running, startsAt: 0, endsAt: HOUR })
const paused = times({ status: Running, startsAt: 0, endsAt: HOUR, pausedSince: HOUR / 2 })

describe('the status at a moment', () => {
  test.each([
    ['waits without a start, however late', times({}), 9 * MONTH, NotStarted],
    ['waits until its start', scheduled, HOUR - 1, NotStarted],
    ['runs from its start on', scheduled, HOUR, Running],
    ['runs until its end', scheduled, 2 * HOUR - 1, Running],
    ['has ended at its end', scheduled, 2 * HOUR, Ended],
    ['has ended, even if the start was never stored', scheduled, 9 * HOUR, Ended],
    ['ends by its duration when no end is stored', { ...scheduled, endsAt: null }, 2 * HOUR, Ended],
    ['runs', running, HOUR - 1, Running],
    ['has ended at the stored end', running, HOUR, Ended],
    ['runs for ever without an end', { ...running, endsAt: null }, 99 * MONTH, Running],
    ['runs while it is paused', paused, 5 * HOUR, Running],
    ['ends a month after its start, paused or not', paused, MONTH, Ended],
    ['stays ended before its planned end', { ...running, status: Ended }, 0, Ended],
    ['runs even when the clock of the browser is behind its start', running, -HOUR, Running]
  ])(
    '%s',
    { tags: ['SES-059', 'SES-061', 'SES-065', 'SES-063', 'SES-066', 'D-82', 'D-122', 'D-94', 'SES-062'] },
    (_, session, now, status) => {
      expect(statusAt(session, now)).toBe(status)
    }
  )

  const anyTimes = fc.record({
    status: fc.constantFrom(NotStarted, Running, Ended),
    startsAt: fc.option(fc.integer({ min: -100, max: 100 })),
    endsAt: fc.option(fc.integer({ min: -100, max: 200 })),
    duration: fc.nat(1),
    pausedSince: fc.option(fc.integer({ min: -100, max: 100 }))
  })

  test('never goes back as time passes, unless a pause begins', { tags: 'D-82' }, () => {
    fc.assert(
      fc.property(anyTimes, fc.integer({ min: -200, max: 300 }), fc.nat(100), (session, now, later) => {
        // The end of a paused session moves with the time.
        if (session.status === Running && session.pausedSince !== null) return
        expect(statusAt(session, now + later)).toBeGreaterThanOrEqual(statusAt(session, now))
      }),
      { seed: 70, numRuns: 500 }
    )
  })

  test('is never behind the stored status', { tags: 'D-82' }, () => {
    fc.assert(
      fc.property(anyTimes, fc.integer({ min: -200, max: 300 }), (session, now) => {
        expect(statusAt(session, now)).toBeGreaterThanOrEqual(session.status)
      }),
      { seed: 71, numRuns: 500 }
    )
  })
})

describe('the end at a moment', () => {
  test.each([
    ['does not move without a pause', running, 0, HOUR],
    ['follows from start and length before the start', scheduled, 0, 2 * HOUR],
    ['follows from start and length even if another end is stored', { ...scheduled, endsAt: 9 }, 0, 2 * HOUR],
    ['is unknown without a length', times({ startsAt: 0, duration: 0 }), 0, null],
    ['is unknown without a start', times({}), 0, null],
    ['does not move at the moment of pausing', paused, HOUR / 2, HOUR],
    ['moves by the length of the pause', paused, 2 * HOUR, 2.5 * HOUR],
    ['stays within a month from the start', paused, 2 * MONTH, MONTH],
    ['does not move once the session has ended', { ...paused, status: Ended }, 2 * HOUR, HOUR]
  ])('%s', { tags: ['SES-062', 'SES-072', 'D-122', 'D-94'] }, (_, session, now, end) => {
    expect(endAt(session, now)).toBe(end)
  })

  test('a delay never makes the end earlier, or later than a month after the start', { tags: 'D-94' }, () => {
    const bounds = fc.record({ startsAt: fc.option(fc.integer()), endsAt: fc.integer() })
    fc.assert(
      fc.property(bounds, fc.integer(), (session, ms) => {
        const end = delayedEnd(session, ms) ?? 0
        expect(end).toBeGreaterThanOrEqual(session.endsAt)
        expect(end - session.endsAt).toBeLessThanOrEqual(Math.max(0, ms))
        if (end > session.endsAt) expect(end).toBeLessThanOrEqual((session.startsAt ?? Number.NaN) + MONTH)
      }),
      { seed: 72, numRuns: 500 }
    )
    expect(delayedEnd({ startsAt: 0, endsAt: null }, 5)).toBeNull()
  })
})

describe('the status changes by itself', () => {
  test.each([
    ['never while it waits for its host', times({}), null],
    ['at its start', scheduled, HOUR],
    ['at its end', running, HOUR],
    ['never without an end', { ...running, endsAt: null }, null],
    ['a month after its start while it is paused', paused, MONTH],
    ['at its end when that is later than a month', { ...paused, endsAt: 2 * MONTH }, 2 * MONTH],
    ['never after it has ended', { ...running, status: Ended }, null]
  ])('%s', { tags: ['D-83', 'SES-065', 'SES-066', 'D-122', 'D-94', 'SES-063'] }, (_, session, due) => {
    expect(dueAt(session)).toBe(due)
    if (due === null) return
    expect(statusAt(session, due - 1)).toBe(session.status)
    expect(statusAt(session, due)).toBeGreaterThan(session.status)
  })
})

test('storedTimes converts columns, including nulls', () => {
  const at = (time: number) => new Date(time)
  const row = { status: Running, started_at: at(0), ended_at: at(HOUR), duration: 3600, paused_since: at(HOUR / 2) }
  expect(storedTimes(row)).toEqual(paused)
  expect(storedTimes({ ...row, status: NotStarted, started_at: null, ended_at: null, paused_since: null })).toEqual(
    times({})
  )
})
