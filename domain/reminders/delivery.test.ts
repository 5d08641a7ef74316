import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, planOf } from '../activities/example-plan.ts'
import { SessionStatus } from '../sessions/status.ts'
import {
  type About,
  dueFor,
  hasTurnsToTell,
  isToldOfStart,
  isToldOfTurn,
  lastsUntil,
  nextStep,
  offersReminder,
  pushRetryDelay,
  type Rest,
  stillHolds
} from './delivery.ts'
import { REMINDER_KINDS } from './kinds.ts'
import { isQuiet } from './quiet.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.parse('2026-03-02T12:00:00Z')
const LATE = Date.parse('2026-03-02T23:00:00Z')
const ANY_TIME: Rest = { quiet: null, time_zone: 'UTC' }
const NIGHT: Rest = { quiet: { from: '22:00', until: '07:00' }, time_zone: 'UTC' }

test.each([
  ['news are told at once', 'post_reply', NOON, null, ANY_TIME, NOON],
  ['a second reply waits for ten minutes', 'post_reply', NOON, NOON - 4 * MINUTE, ANY_TIME, NOON + 6 * MINUTE],
  ['one after that is told at once', 'post_reply', NOON, NOON - 10 * MINUTE, ANY_TIME, NOON],
  ['cheers come once an hour', 'log_cheer', NOON, NOON - MINUTE, ANY_TIME, NOON + 59 * MINUTE],
  ['at night a reply waits for the morning', 'post_reply', LATE, null, NIGHT, LATE + 8 * HOUR],
  ['a rest that ends at night does too', 'log_cheer', LATE - 70 * MINUTE, LATE - 80 * MINUTE, NIGHT, LATE + 8 * HOUR],
  ['a start at night is not pushed', 'session_soon', LATE, null, NIGHT, null],
  ['nor a turn', 'your_turn', LATE, null, NIGHT, null]
] as const)('%s', (_, kind, now, last, rest, expected) => {
  const until = lastsUntil(kind, now, now + 10 * MINUTE)
  expect(dueFor({ kind, until }, now, last, rest)).toBe(expected)
})

test('a start shortly after the quiet hours is pushed when they end', () => {
  const start = Date.parse('2026-03-03T07:05:00Z')
  const due = dueFor({ kind: 'session_soon', until: start }, start - 10 * MINUTE, null, NIGHT)
  expect(due).toBe(Date.parse('2026-03-03T07:00:00Z'))
})

test('news last a day, a start until it is there, a turn until it is over', () => {
  expect(lastsUntil('post_reply', NOON, null)).toBe(NOON + 24 * HOUR)
  expect(lastsUntil('log_cheer', NOON, NOON + 1)).toBe(NOON + 24 * HOUR)
  expect(lastsUntil('proposal_declined', NOON, null)).toBe(NOON + 24 * HOUR)
  expect(lastsUntil('group_session', NOON, null)).toBe(NOON + 24 * HOUR)
  expect(lastsUntil('group_session', NOON, NOON + 600)).toBe(NOON + 600)
  expect(lastsUntil('session_soon', NOON, NOON + 600)).toBe(NOON + 600)
  expect(lastsUntil('your_turn', NOON, null)).toBe(NOON)
})

test('nothing is ever due in the quiet hours, before its time or too late', () => {
  const time = fc.integer({ min: 0, max: 23 }).map(hour => `${String(hour).padStart(2, '0')}:30`)
  const property = fc.property(
    fc.constantFrom(...REMINDER_KINDS),
    fc.integer({ min: NOON, max: NOON + 400 * 24 * HOUR }),
    fc.option(fc.integer({ min: 0, max: 2 * HOUR })),
    fc.integer({ min: 1, max: 30 * HOUR }),
    time,
    time,
    fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'),
    (kind, now, ago, lasts, from, until, time_zone) => {
      const quiet = from === until ? null : { from, until }
      const due = dueFor({ kind, until: now + lasts }, now, ago === null ? null : now - ago, { quiet, time_zone })
      if (due === null) return
      expect(due).toBeGreaterThanOrEqual(now)
      expect(due).toBeLessThan(now + lasts)
      expect(quiet !== null && isQuiet(due, quiet, time_zone)).toBe(false)
    }
  )
  fc.assert(property, { seed: 380, numRuns: 500 })
})

test.each([
  ['eleven minutes before', -11, -60, false],
  ['ten minutes before', -10, -60, true],
  ['a minute before, because it was moved closer', -1, -60, true],
  ['at the start', 0, -60, false],
  ['who joined nine minutes before', -5, -9, false],
  ['who joined ten minutes before', -5, -10, true]
])('a participant is told of a start %s: %i, %i → %s', (_, now, joined, expected) => {
  expect(isToldOfStart(NOON + joined * MINUTE, NOON, NOON + now * MINUTE)).toBe(expected)
})

test.each([
  ['that has begun', 0, 10, false, true],
  ['of a person who is in the room', 0, 10, true, false],
  ['that is over', -10, 10, false, false],
  ['to come', 1, 10, false, false],
  ['of a minute', 0, 1, false, false]
])('somebody is told of a turn %s: %i min on, %i min long', (_, start, length, isHere, expected) => {
  const startsAt = NOON + start * MINUTE
  expect(isToldOfTurn({ startsAt, endsAt: startsAt + length * MINUTE }, NOON, isHere)).toBe(expected)
})

test.each([
  ['with a slice of two minutes', { per_participant: 1, duration: 120 }, true],
  ['with a shorter slice', { per_participant: 1, duration: 119 }, false],
  ['that everybody does at once', { duration: 600 }, false]
] as const)('a part %s has turns to tell of: %#', { tags: 'TMR-06' }, (_, part, expected) => {
  expect(hasTurnsToTell(planOf({ parts: [partsOf(1, [{ duration: 600 }, part])] }))).toBe(expected)
})

test('the page of a session offers it while more than ten minutes are left', () => {
  expect([null, NOON + 10 * MINUTE, NOON + 11 * MINUTE].map(start => offersReminder(start, NOON))).toEqual([
    ...[false, false, true]
  ])
})

test('a device that is not reached is tried for some hours, as late as its push service asks', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8].map(attempts => pushRetryDelay(attempts))
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60].map(minutes => minutes * MINUTE).concat(null as never))
  expect(pushRetryDelay(1, 5 * MINUTE)).toBe(5 * MINUTE)
  expect(pushRetryDelay(1, 30 * HOUR)).toBe(HOUR)
})

const WAITS: About = { session: { status: SessionStatus.NotStarted, startsAt: NOON }, isIn: true, isGone: false }
const RUNS: About = { ...WAITS, session: { status: SessionStatus.Running, startsAt: NOON } }
const ENDED: About = { ...WAITS, session: { status: SessionStatus.Ended, startsAt: NOON } }
const MOVED: About = { ...WAITS, session: { status: SessionStatus.NotStarted, startsAt: NOON + 1 } }

test.each([
  ['a start that is planned', 'session_soon', WAITS, true],
  ['one that was moved', 'session_soon', MOVED, false],
  ['one by hand by now', 'session_soon', { ...WAITS, session: { status: 0, startsAt: null } }, false],
  ['one that has happened', 'session_soon', RUNS, false],
  ['a session that was cancelled', 'session_soon', ENDED, false],
  ['one that was left', 'session_soon', { ...WAITS, isIn: false }, false],
  ['an invitation of who has not come yet', 'session_again', { ...WAITS, isIn: false }, true],
  ['an invitation to what has begun', 'session_again', RUNS, false],
  ['a turn', 'your_turn', RUNS, true],
  ['a turn in a session that has ended', 'your_turn', ENDED, false],
  ['a turn of who has left', 'your_turn', { ...RUNS, isIn: false }, false],
  ['a reply', 'post_reply', ENDED, true],
  ['a reply to a post that is gone', 'post_reply', { ...ENDED, isGone: true }, false],
  ['a reply to who has left', 'post_reply', { ...ENDED, isIn: false }, true],
  ['a cheer outside of sessions', 'log_cheer', { session: null, isIn: false, isGone: false }, true],
  ['a cheer for a log that is gone', 'log_cheer', { session: null, isIn: false, isGone: true }, false]
] as const)('%s holds: %s', (_, kind, about, expected) => {
  expect(stillHolds(kind, NOON, about)).toBe(expected)
})

const WAITING: Parameters<typeof nextStep>[0] = {
  ...{ kind: 'post_reply', way: 'push', at: NOON, until: NOON + HOUR, isRead: false },
  ...{ about: WAITS, choices: {}, rest: ANY_TIME }
}
test.each<[string, Partial<typeof WAITING>, number, ReturnType<typeof nextStep>]>([
  ['is sent', {}, NOON, 'send'],
  ['that was read meanwhile is dropped', { isRead: true }, NOON, 'drop'],
  ['that was switched off meanwhile is dropped', { choices: { post_reply: ['page', 'mail'] } }, NOON, 'drop'],
  ['by mail is dropped where nobody asked for mails', { way: 'mail' }, NOON, 'drop'],
  ['by mail is sent to who asked for it', { way: 'mail', choices: { post_reply: ['mail'] } }, NOON, 'send'],
  ['that is too late is dropped', {}, NOON + HOUR, 'drop'],
  ['about what is gone is dropped', { about: { ...WAITS, isGone: true } }, NOON, 'drop'],
  ['waits for the end of quiet hours', { rest: NIGHT, until: LATE + 9 * HOUR }, LATE, { putOff: LATE + 8 * HOUR }],
  ['is dropped when that is too late', { rest: NIGHT, until: LATE + HOUR }, LATE, 'drop']
])('a delivery %s', (_, change, now, expected) => {
  expect(nextStep({ ...WAITING, ...change }, now)).toEqual(expected)
})
