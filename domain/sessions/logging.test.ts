import { expect, test } from 'vitest'
import { MOST_OPEN_TIMERS, MOST_TOTALS } from '../lib/limits.ts'
import { countsInSession, findTask, logTime, mayAdd, mayLog, totalKey } from './logging.ts'

test('members can log from the start on, also after the end', { tags: 'D-86' }, () => {
  expect([0, 1, 2].map(status => mayLog({ status: status as 0 | 1 | 2 }, {}).ok)).toEqual([false, true, true])
})

test('people who have not joined get that error first', { tags: 'D-86' }, () => {
  expect([0, 1, 2].map(status => mayLog({ status: status as 0 | 1 | 2 }, null))).toEqual(
    Array(3).fill({ ok: false, refusal: { kind: 'forbidden', message: expect.stringContaining('Please join') } })
  )
})

test('only hosts find a hidden goal', { tags: 'D-98' }, () => {
  const run = { uuid: 'run' }
  const surprise = { uuid: 'surprise' }
  const plan = {
    tasks: [
      { hidden: 0, parts: [run] },
      { hidden: 1, parts: [surprise] }
    ] as const
  }
  expect(findTask(plan, 'run', false)).toBe(run)
  expect(findTask(plan, 'surprise', false)).toBeNull()
  expect(findTask(plan, 'surprise', true)).toBe(surprise)
  expect(findTask(plan, 'no such', true)).toBeNull()
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
    const counts = countsInSession({ status, endedAt: status === 2 ? 9 : null }, { isAttached }, member, doneAt)
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
    const session = { status, endedAt: status === 2 ? 100 : null }
    expect(countsInSession(session, { isAttached }, isIn ? {} : null, at)).toEqual({ ok: true, value: counts })
  }
)

test('before the start nobody can log on an attached goal', { tags: 'D-86' }, () => {
  const waiting = { status: 0 as const, endedAt: null }
  expect(countsInSession(waiting, { isAttached: true }, {}, 5)).toMatchObject({ refusal: { kind: 'conflict' } })
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
