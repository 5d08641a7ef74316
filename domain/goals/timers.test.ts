import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Timer } from './fields.ts'
import { alertCues, cues, intervalOf, positionAt, timerInterval } from './timers.ts'

const timer = (title: string, duration: number, rest: Partial<Timer> = {}): Timer => ({
  uuid: '00000000-0000-4000-8000-000000000000',
  title,
  duration,
  is_interval: 0,
  sets: 1,
  nested: [],
  ...rest
})

/** 40 s run, 20 s walk, twice. */
const run = timerInterval(
  timer('laps', 0, {
    is_interval: 1,
    sets: 2,
    nested: [
      { title: 'run', duration: 40 },
      { title: 'walk', duration: 20 }
    ]
  })
)

describe('interval timers', () => {
  test('the duration is sets times the sum of the inner durations', { tags: 'TMR-13' }, () => {
    expect(run.duration).toBe(120)
    expect(
      intervalOf({
        timers: [timer('rest', 10), timer('x', 0, { is_interval: 1, sets: 3, nested: [{ title: 'a', duration: 5 }] })],
        sets: 2
      }).duration
    ).toBe(50)
  })

  test.each([
    [0, 'run', 40, 1, 1, false],
    [39.5, 'run', 0.5, 1, 1, false],
    [40, 'walk', 20, 1, 1, false],
    [60, 'run', 40, 2, 0, false],
    [119, 'walk', 1, 2, 0, false],
    [120, 'run', 40, 1, 1, true],
    [-1, 'run', 40, 1, 1, true]
  ])(
    'at %s s the timer %s runs',
    { tags: ['TMR-09', 'TMR-10', 'TMR-11'] },
    (elapsed, title, remaining, set, setsRemaining, over) => {
      expect(positionAt(run, elapsed)).toMatchObject({ title, remaining, set, setsRemaining, over })
    }
  )

  test('a timer of the whole activity starts again at zero', { tags: 'TMR-14' }, () => {
    expect(positionAt(run, 120, true)).toMatchObject({ title: 'run', set: 1, over: false, elapsed: 0 })
    expect(positionAt(run, 1_240, true)).toMatchObject({ title: 'walk', elapsed: 0 })
  })

  test('an interval without a duration has no position', { tags: 'TMR-09' }, () => {
    expect(positionAt(timerInterval(timer('empty', 0)), 5)).toBeNull()
  })

  test('remaining is never negative, and elapsed and remaining add up', { tags: 'TMR-09' }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: -5, max: 2000, noNaN: true }),
        fc.boolean(),
        (durations, sets, elapsed, cycles) => {
          const nested = durations.map((duration, index) => ({ title: String(index), duration }))
          const interval = timerInterval(timer('t', 0, { is_interval: 1, sets, nested }))
          const at = positionAt(interval, elapsed, cycles)
          if (!at) {
            expect(interval.duration).toBe(0)
            return
          }
          expect(at.remaining).toBeGreaterThanOrEqual(0)
          expect(at.elapsed + at.remaining).toBeCloseTo(at.duration, 6)
          expect(at.set + at.setsRemaining).toBe(sets)
          expect(at.over).toBe(elapsed < 0 || (!cycles && elapsed >= interval.duration))
        }
      ),
      { seed: 40, numRuns: 400 }
    )
  })
})

describe('cues', { tags: 'TMR-12' }, () => {
  test('3-2-1 before each change and a sound at the end', { tags: 'TMR-12' }, () => {
    const all = cues(run, 1000, 0, 500_000).map(cue => [(cue.at - 1000) / 1000, cue.kind, cue.count ?? cue.title])
    expect(all).toEqual([
      ...[37, 38, 39].map((at, index) => [at, 'count', 3 - index]),
      [40, 'change', 'walk'],
      ...[57, 58, 59].map((at, index) => [at, 'count', 3 - index]),
      [60, 'change', 'run'],
      ...[97, 98, 99].map((at, index) => [at, 'count', 3 - index]),
      [100, 'change', 'walk'],
      ...[117, 118, 119].map((at, index) => [at, 'count', 3 - index]),
      [120, 'end', 'walk']
    ])
  })

  test('no count sounds before its timer begins', { tags: 'TMR-12' }, () => {
    const short = timerInterval(timer('blink', 2))
    expect(cues(short, 0, -1, 9000).map(cue => cue.at)).toEqual([1000, 2000])
  })

  test('consecutive windows contain each cue once', { tags: 'TMR-12' }, () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 12 }), fc.boolean(), (cuts, cycles) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), 200_000]
        const pieces = edges.slice(1).flatMap((to, index) => cues(run, 0, edges[index] ?? 0, to, cycles))
        expect(pieces).toEqual(cues(run, 0, 0, 200_000, cycles))
      }),
      { seed: 41, numRuns: 200 }
    )
  })

  test('alerts sound before the end of their part, never before its start', { tags: 'TMR-12' }, () => {
    const alerts = [
      { at: 10, title: 'soon' },
      { at: 30, title: 'half' },
      { at: 999, title: 'never' }
    ]
    expect(alertCues(alerts, 0, 60_000, 0, 60_000).map(cue => [cue.at, cue.title])).toEqual([
      [30_000, 'half'],
      [50_000, 'soon']
    ])
    expect(alertCues(alerts, 0, 60_000, 50_000, 60_000)).toEqual([])
  })
})
