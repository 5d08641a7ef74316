import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../lib/day.ts'
import { backNow, backOn, isPausedIn, paused, pausedSince, pausedUntil, restingWith, resumed } from './pause.ts'

test('a goal is paused from today on, and resuming keeps the days', () => {
  const once = paused([], '2026-03-01')
  expect(once).toEqual([{ from: '2026-03-01', until: null }])
  expect(pausedSince(once, '2026-03-02')).toBe('2026-03-01')
  const over = resumed(once, '2026-03-08')
  expect(over).toEqual([{ from: '2026-03-01', until: '2026-03-08' }])
  expect(pausedSince(over, '2026-03-08')).toBeNull()
  expect(paused(over, '2026-03-20')).toEqual([...over, { from: '2026-03-20', until: null }])
})

test('pausing or resuming twice changes nothing', () => {
  const once = paused([], '2026-03-01')
  expect(paused(once, '2026-03-04')).toEqual(once)
  const over = resumed(once, '2026-03-08')
  expect(resumed(over, '2026-03-10')).toEqual(over)
  expect(resumed([], '2026-03-10')).toEqual([])
})

test.each(['2026-03-08', '2026-03-09'])(
  'pausing again on %s, at most a day after a pause ended, continues that pause',
  day => {
    const over = resumed(paused([], '2026-03-01'), '2026-03-08')
    expect(paused(over, day)).toEqual([{ from: '2026-03-01', until: null }])
  }
)

test('a pause never ends before it began, even after a flight over the date line', () => {
  expect(resumed(paused([], '2026-03-02'), '2026-03-01')).toEqual([{ from: '2026-03-02', until: '2026-03-02' }])
})

test.each([
  ['before it', '2026-02-23', '2026-02-28', false],
  ['into it', '2026-02-23', '2026-03-01', true],
  ['in it', '2026-03-03', '2026-03-03', true],
  ['out of it', '2026-03-08', '2026-03-14', true],
  ['after it', '2026-03-09', '2026-03-15', false],
  ['around it', '2026-02-01', '2026-03-31', true]
])('a period is paused when one of its days is: %s', (_, from, to, is) => {
  expect(isPausedIn([{ from: '2026-03-01', until: '2026-03-08' }], { from, to })).toBe(is)
  expect(isPausedIn([{ from: '2026-03-01', until: null }], { from: '2027-01-01', to: '2027-01-07' })).toBe(true)
})

test('after any pausing and resuming, pauses do not touch and only the last may be open', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(5)), { maxLength: 20 })
  fc.assert(
    fc.property(steps, given => {
      let [pauses, today, isPaused] = [paused([], '2026-03-01'), '2026-03-01', true]
      for (const [pauseNow, later] of given) {
        today = addDays(today, later)
        pauses = pauseNow ? paused(pauses, today) : resumed(pauses, today)
        isPaused = pauseNow
        expect(pausedSince(pauses, today) !== null).toBe(isPaused)
        // The day of resuming belongs to the pause.
        expect(isPausedIn(pauses, { from: today, to: today })).toBe(isPaused || pauses.at(-1)?.until === today)
        for (const [index, { from, until }] of pauses.entries()) {
          const next = pauses[index + 1]
          expect(until === null || until >= from).toBe(true)
          if (next) expect(until !== null && next.from > addDays(until, 1)).toBe(true)
        }
      }
    }),
    { seed: 50, numRuns: 300 }
  )
})

test('pausing two days after a pause begins a new one', () => {
  const over = resumed(paused([], '2026-03-01'), '2026-03-08')
  expect(paused(over, '2026-03-10')).toEqual([
    { from: '2026-03-01', until: '2026-03-08' },
    { from: '2026-03-10', until: null }
  ])
})

test('pausing and resuming do not modify the given pauses', () => {
  const before = Object.freeze([Object.freeze({ from: '2026-03-01', until: null })])
  expect(resumed(before, '2026-03-02')).toEqual([{ from: '2026-03-01', until: '2026-03-02' }])
  expect(paused(before, '2026-03-02')).toEqual(before)
})

test('a pause until a day is open before that day, which still belongs to it', () => {
  const away = pausedUntil([], '2026-03-01', '2026-03-15')
  expect(away).toEqual([{ from: '2026-03-01', until: '2026-03-15' }])
  expect([pausedSince(away, '2026-03-14'), backOn(away, '2026-03-14')]).toEqual(['2026-03-01', '2026-03-15'])
  expect([pausedSince(away, '2026-03-15'), backOn(away, '2026-03-15')]).toEqual([null, null])
  expect(isPausedIn(away, { from: '2026-03-15', to: '2026-03-15' })).toBe(true)
  expect(isPausedIn(away, { from: '2026-03-16', to: '2026-03-16' })).toBe(false)
})

test('another day moves the end of a pause, and the same one changes nothing', () => {
  const away = pausedUntil([], '2026-03-01', '2026-03-15')
  expect(pausedUntil(away, '2026-03-05', '2026-03-15')).toEqual(away)
  expect(pausedUntil(away, '2026-03-05', '2026-03-20')).toEqual([{ from: '2026-03-01', until: '2026-03-20' }])
})

test('someone who is back early ends the pause, and a pause without an end stays', () => {
  const away = pausedUntil([], '2026-03-01', '2026-03-15')
  const back = backNow(away, '2026-03-05')
  expect(back).toEqual([{ from: '2026-03-01', until: '2026-03-05' }])
  expect(backNow(back, '2026-03-05')).toEqual(back)
  expect(resumed(away, '2026-03-05')).toEqual(back)
  const open = paused([], '2026-03-01')
  expect(pausedUntil(open, '2026-03-02', '2026-03-15')).toEqual(open)
  expect(backNow(open, '2026-03-02')).toEqual(open)
})

test('a new goal rests only while its person is away until a day', () => {
  const [from, until] = ['2026-03-01', '2026-03-08']
  const away = [{ from, until }]
  expect(restingWith(away, [], '2026-03-05')).toEqual([{ from: '2026-03-05', until }])
  expect(restingWith(away, [], until)).toEqual([])
  expect(restingWith([], [], from)).toEqual([])
  const before = [{ from: '2026-01-01', until: '2026-01-08' }]
  expect(restingWith(away, before, '2026-03-05')).toEqual([...before, { from: '2026-03-05', until }])
  expect(restingWith([], before, from)).toEqual(before)
  const open = [{ from: '2026-01-01', until: null }]
  expect(restingWith(away, open, '2026-03-05')).toEqual(open)
})
