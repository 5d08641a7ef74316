import { describe, expect, test } from 'vitest'
import { MOST_OPEN_TIMERS, MOST_TOTALS } from '../lib/limits.ts'
import {
  countsInSession,
  countsOnBoth,
  isOver,
  logTime,
  mayAdd,
  mayLog,
  mayLogOn,
  type Room,
  totalKey
} from './logging.ts'

/** A session that waits, runs or ended at `endedAt`. */
function roomAt(status: 0 | 1 | 2, endedAt = 9): Room {
  return { id: 5, startedAt: status === 0 ? null : 0, endedAt: status === 2 ? endedAt : null }
}

test('members can log from the start on, also after the end', { tags: 'D-86' }, () => {
  expect([0, 1, 2].map(status => mayLog(roomAt(status as 0 | 1 | 2), {}).ok)).toEqual([false, true, true])
})

test('people who have not joined get that error first', { tags: 'D-86' }, () => {
  expect([0, 1, 2].map(status => mayLog(roomAt(status as 0 | 1 | 2), null))).toEqual(
    Array(3).fill({ ok: false, refusal: { kind: 'forbidden', message: expect.stringContaining('Please join') } })
  )
})

test.each([
  ['between start and now', 5, 5],
  ['at the start', 2, 2],
  ['before the start', 1, 2],
  ['before the start and the joining', 0, 2]
])(
  'a late log counts from when it was made, but not before the session started: %s',
  { tags: 'D-86' },
  (_, doneAt, expected) => {
    expect(logTime({ startedAt: 2 }, { joinedAt: 1 }, doneAt)).toBe(expected)
  }
)

test('a late log counts at the earliest from the joining of its author', { tags: 'D-86' }, () => {
  expect(logTime({ startedAt: 2 }, { joinedAt: 4 }, 3)).toBe(4)
  expect(logTime({ startedAt: 2 }, { joinedAt: 4 }, 5)).toBe(5)
})

test.each([
  ['while it runs and the goal is attached', 1, true, {}, 5, true],
  ['made before the end, arrived after it', 2, false, {}, 5, true],
  ['made at the end', 2, false, {}, 9, false],
  ['made after the end', 2, false, {}, 12, false],
  ['made after the goal was detached', 1, false, {}, 5, false],
  ['made after its author left', 1, true, null, 5, false],
  ['made before the start', 0, true, {}, 5, 'refused'],
  ['made before the start on a goal that is not attached', 0, false, {}, 5, false]
] as const)(
  'whether a log on an attached goal counts in the session: %s',
  { tags: ['D-138', 'D-86'] },
  (_, status, isAttached, member, doneAt, expected) => {
    const counts = countsInSession(roomAt(status), { isAttached }, member, doneAt)
    expect(counts.ok ? counts.value : 'refused').toBe(expected)
  }
)

test.each([
  ['while it runs, attached', 1, true, true, 5, true],
  ['while it runs, not attached', 1, false, true, 5, false],
  ['after the end, made before it', 2, false, true, 99, true],
  ['after the end, made in its last moment', 2, true, true, 100, false],
  ['after the end, made after it', 2, true, true, 101, false],
  ['by someone who has not joined', 1, true, false, 5, false],
  ['before the start, by someone who has not joined', 0, true, false, 5, false],
  ['before the start, not attached', 0, false, true, 5, false]
] as const)(
  'a log on a personal goal counts in the session: %s',
  { tags: ['D-138', 'D-86'] },
  (_, status, isAttached, isIn, at, counts) => {
    expect(countsInSession(roomAt(status, 100), { isAttached }, isIn ? {} : null, at)).toEqual({
      ok: true,
      value: counts
    })
  }
)

test('before the start nobody can log on an attached goal', { tags: 'D-86' }, () => {
  expect(countsInSession(roomAt(0), { isAttached: true }, {}, 5)).toMatchObject({ refusal: { kind: 'conflict' } })
})

test.each([
  ['the last timer that fits', MOST_OPEN_TIMERS - 1, true, true],
  ['one timer too many', MOST_OPEN_TIMERS, true, false],
  ['a log without a timer in addition', MOST_OPEN_TIMERS, false, true]
])('the open timers of a person in one session are limited: %s', (_, timers, isOpenTimer, fits) => {
  expect(mayAdd({ timers, totals: new Set() }, { isOpenTimer, total: totalKey('a', '') }).ok).toBe(fits)
})

test('the number of different actions is limited, but used ones can be used again', () => {
  const totals = new Set(Array.from({ length: MOST_TOTALS }, (_, index) => totalKey(null, `action ${index}`)))
  const add = (action: string) => mayAdd({ timers: 0, totals }, { isOpenTimer: false, total: totalKey(null, action) })
  expect([add('action 0').ok, add('another').ok]).toEqual([true, false])
  expect(add('another')).toMatchObject({
    refusal: { fields: { action: expect.stringContaining(String(MOST_TOTALS)) } }
  })
})

test('different pairs of goal and action have different keys', () => {
  const keys = [totalKey('a', 'b'), totalKey(null, 'a b'), totalKey('a', ''), totalKey(null, 'a'), totalKey(null, '')]
  expect(new Set(keys).size).toBe(keys.length)
})

test.each([
  [true, true],
  [false, false]
])('logging on a goal that is open: %s, is allowed: %s', { tags: 'D-50' }, (isOpen, allowed) => {
  expect(mayLogOn({ isOpen }).ok).toBe(allowed)
})

describe('a log on a goal of the plan or on its copy counts on both', () => {
  const [waiting, running, ended] = [roomAt(0), roomAt(1), roomAt(2, 1000)]
  const attached = { session_id: 5, isOpen: true }
  const freed = { session_id: null, isOpen: true }

  test.each([
    ['while the copy is attached and the session runs', running, attached, { at: 1 }, true],
    ['not when it is for a day before the session', running, attached, { at: 1, isEarlier: true }, false],
    ['not once the copy is completed', running, { ...attached, isOpen: false }, { at: 1 }, false],
    ['not while the copy is attached to no session', running, freed, { at: 1 }, false],
    ['not while the copy is attached to another session', running, { ...freed, session_id: 6 }, { at: 1 }, false],
    ['not before the start', waiting, attached, { at: 1 }, false],
    ['when it arrives after the end and was made before', ended, freed, { at: 999 }, true],
    ['not when it was made at the end or later', ended, freed, { at: 1000 }, false]
  ] as const)('%s', { tags: ['D-86', 'D-138'] }, (_, room, copy, made, expected) => {
    expect(countsOnBoth(room, copy, {}, made)).toBe(expected)
    expect(countsOnBoth(room, copy, null, made)).toBe(false)
  })
})

test.each([
  ['before the end', 8, false],
  ['at the end', 9, true],
  ['after the end', 10, true]
])('the session is over for a log that was made %s: %s', { tags: 'D-138' }, (_, doneAt, expected) => {
  expect(isOver(roomAt(2), doneAt)).toBe(expected)
  expect(isOver(roomAt(1), doneAt)).toBe(false)
})
