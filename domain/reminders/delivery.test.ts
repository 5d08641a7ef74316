import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, planOf } from '../activities/example-plan.ts'
import { hasLongTurns } from '../sessions/long-turns.ts'
import { SessionStatus } from '../sessions/status.ts'
import {
  type About,
  dueFor,
  isRemindedOfStart,
  isRemindedOfTurn,
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
  ['a first reply is sent at once', 'post_reply', NOON, null, ANY_TIME, NOON],
  ['a second reply waits for ten minutes', 'post_reply', NOON, NOON - 4 * MINUTE, ANY_TIME, NOON + 6 * MINUTE],
  ['a reply after ten minutes is sent at once', 'post_reply', NOON, NOON - 10 * MINUTE, ANY_TIME, NOON],
  ['cheers come once an hour', 'log_cheer', NOON, NOON - MINUTE, ANY_TIME, NOON + 59 * MINUTE],
  ['at night a reply waits for the morning', 'post_reply', LATE, null, NIGHT, LATE + 8 * HOUR],
  [
    'a cheer whose wait ends at night waits for the morning',
    'log_cheer',
    LATE - 70 * MINUTE,
    LATE - 80 * MINUTE,
    NIGHT,
    LATE + 8 * HOUR
  ],
  ['a start at night is not pushed', 'session_soon', LATE, null, NIGHT, null],
  ['a turn at night is not pushed', 'your_turn', LATE, null, NIGHT, null]
] as const)('%s', (_, kind, now, last, rest, expected) => {
  const until = lastsUntil(kind, now, now + 10 * MINUTE)
  expect(dueFor({ kind, until }, now, last, rest)).toBe(expected)
})

test('a start shortly after the quiet hours is pushed when they end', () => {
  const start = Date.parse('2026-03-03T07:05:00Z')
  const due = dueFor({ kind: 'session_soon', until: start }, start - 10 * MINUTE, null, NIGHT)
  expect(due).toBe(Date.parse('2026-03-03T07:00:00Z'))
})

test('news expire after a day, a start when it happens, a turn when it is over', () => {
  expect(lastsUntil('post_reply', NOON, null)).toBe(NOON + 24 * HOUR)
  expect(lastsUntil('log_cheer', NOON, NOON + 1)).toBe(NOON + 24 * HOUR)
  expect(lastsUntil('proposal_declined', NOON, null)).toBe(NOON + 24 * HOUR)
  expect(lastsUntil('group_session', NOON, null)).toBe(NOON + 24 * HOUR)
  expect(lastsUntil('group_session', NOON, NOON + 600)).toBe(NOON + 600)
  expect(lastsUntil('session_soon', NOON, NOON + 600)).toBe(NOON + 600)
  expect(lastsUntil('your_turn', NOON, null)).toBe(NOON)
})

test('a reminder is never due in quiet hours, in the past or after it expires', () => {
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
  ['after joining nine minutes before it', -5, -9, false],
  ['after joining ten minutes before it', -5, -10, true]
])('a participant is reminded of a start %s: now %i, joined %i → %s', (_, now, joined, expected) => {
  expect(isRemindedOfStart(NOON + joined * MINUTE, NOON, NOON + now * MINUTE)).toBe(expected)
})

test.each([
  ['that has begun', 0, 10, false, true],
  ['of a person who has the page open', 0, 10, true, false],
  ['that is over', -10, 10, false, false],
  ['in the future', 1, 10, false, false],
  ['of a minute', 0, 1, false, false]
])('a person is reminded of a turn %s: in %i min, %i min long', (_, start, length, isHere, expected) => {
  const startsAt = NOON + start * MINUTE
  expect(isRemindedOfTurn({ startsAt, endsAt: startsAt + length * MINUTE }, NOON, isHere)).toBe(expected)
})

test.each([
  ['with a slice of two minutes', { per_participant: 1, duration: 120 }, true],
  ['with a shorter slice', { per_participant: 1, duration: 119 }, false],
  ['without turns', { duration: 600 }, false]
] as const)('a part %s gives reminders of turns: %#', { tags: 'TMR-06' }, (_, part, expected) => {
  expect(hasLongTurns(planOf({ parts: [partsOf(1, [{ duration: 600 }, part])] }))).toBe(expected)
})

test('a session offers a reminder while it is more than ten minutes away', () => {
  expect([null, NOON + 10 * MINUTE, NOON + 11 * MINUTE].map(start => offersReminder(start, NOON))).toEqual([
    ...[false, false, true]
  ])
})

test('an unreachable device is retried for some hours, or as its push service asks', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8].map(attempts => pushRetryDelay(attempts))
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60].map(minutes => minutes * MINUTE).concat(null as never))
  expect(pushRetryDelay(1, 5 * MINUTE)).toBe(5 * MINUTE)
  expect(pushRetryDelay(1, 30 * HOUR)).toBe(HOUR)
})

const WAITS: About = {
  session: { status: SessionStatus.NotStarted, startsAt: NOON },
  isIn: true,
  isGone: false,
  place: null
}
const RUNS: About = { ...WAITS, session: { status: SessionStatus.Running, startsAt: NOON } }
const ENDED: About = { ...WAITS, session: { status: SessionStatus.Ended, startsAt: NOON } }
const MOVED: About = { ...WAITS, session: { status: SessionStatus.NotStarted, startsAt: NOON + 1 } }

test.each([
  ['a planned start', 'session_soon', WAITS, true],
  ['a moved start', 'session_soon', MOVED, false],
  ['a start that is now by hand', 'session_soon', { ...WAITS, session: { status: 0, startsAt: null } }, false],
  ['a start that has happened', 'session_soon', RUNS, false],
  ['a cancelled session', 'session_soon', ENDED, false],
  ['a session that the person left', 'session_soon', { ...WAITS, isIn: false }, false],
  ['an invitation before joining', 'session_again', { ...WAITS, isIn: false }, true],
  ['an invitation to a running session', 'session_again', RUNS, false],
  ['a turn', 'your_turn', RUNS, true],
  ['a turn in a session that has ended', 'your_turn', ENDED, false],
  ['a turn after leaving', 'your_turn', { ...RUNS, isIn: false }, false],
  ['a reply', 'post_reply', ENDED, true],
  ['a reply to a deleted post', 'post_reply', { ...ENDED, isGone: true }, false],
  ['a reply after leaving', 'post_reply', { ...ENDED, isIn: false }, true],
  ['an offer that the person has', 'place_offered', { ...WAITS, place: 'offered' }, true],
  ['an offer that has passed', 'place_offered', { ...WAITS, place: 'free' }, false],
  ['a free place for someone who waits', 'place_free', { ...RUNS, place: 'free' }, true],
  ['a place that is taken', 'place_free', RUNS, false],
  ['the end of a waitlist', 'waitlist_ended', WAITS, true],
  ['a cheer outside of sessions', 'log_cheer', { session: null, isIn: false, isGone: false, place: null }, true],
  ['a cheer for a deleted log', 'log_cheer', { session: null, isIn: false, isGone: true, place: null }, false]
] as const)('the reminder of %s still holds: %s', (_, kind, about, expected) => {
  expect(stillHolds(kind, NOON, about)).toBe(expected)
})

const WAITING: Parameters<typeof nextStep>[0] = {
  ...{ kind: 'post_reply', way: 'push', at: NOON, until: NOON + HOUR, isRead: false },
  ...{ about: WAITS, choices: {}, rest: ANY_TIME }
}
test.each<[string, Partial<typeof WAITING>, number, ReturnType<typeof nextStep>]>([
  ['is sent', {}, NOON, 'send'],
  ['that was read is dropped', { isRead: true }, NOON, 'drop'],
  ['that was switched off is dropped', { choices: { post_reply: ['page', 'mail'] } }, NOON, 'drop'],
  ['by mail is dropped by default', { way: 'mail' }, NOON, 'drop'],
  ['by mail is sent when mails are on', { way: 'mail', choices: { post_reply: ['mail'] } }, NOON, 'send'],
  ['that has expired is dropped', {}, NOON + HOUR, 'drop'],
  ['about a deleted post is dropped', { about: { ...WAITS, isGone: true } }, NOON, 'drop'],
  ['waits for the end of quiet hours', { rest: NIGHT, until: LATE + 9 * HOUR }, LATE, { putOff: LATE + 8 * HOUR }],
  ['is dropped when it expires in quiet hours', { rest: NIGHT, until: LATE + HOUR }, LATE, 'drop']
])('a delivery %s', (_, change, now, expected) => {
  expect(nextStep({ ...WAITING, ...change }, now)).toEqual(expected)
})
