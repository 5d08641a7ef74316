/** Tests the lanes of the timeline's bars, and the texts about them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, planOf, uuidOf } from '../../../domain/activities/example-plan.ts'
import { type Bar, layOut } from '../../../domain/activities/timeline.ts'
import { barText, partName } from './bar-text.ts'
import { lanesOf } from './lanes.ts'
import { startText } from './start-text.ts'

const bar = (uuid: string, startsAt: number | null, endsAt: number | null): Bar => ({ uuid, startsAt, endsAt })

test.each<[string, Bar[], [string, number][]]>([
  [
    'one after another',
    [bar('a', 0, 10), bar('b', 10, 20)],
    [
      ['a', 0],
      ['b', 0]
    ]
  ],
  [
    'two that overlap',
    [bar('a', 0, 10), bar('b', 9, 20)],
    [
      ['a', 0],
      ['b', 1]
    ]
  ],
  [
    'three at once',
    [bar('a', 0, 9), bar('b', 0, 9), bar('c', 0, 9)],
    [
      ['a', 0],
      ['b', 1],
      ['c', 2]
    ]
  ],
  [
    'a lane that is free again',
    [bar('a', 0, 5), bar('b', 2, 30), bar('c', 6, 9)],
    [
      ['a', 0],
      ['b', 1],
      ['c', 0]
    ]
  ],
  [
    'bars that are not sorted',
    [bar('b', 9, 20), bar('a', 0, 10)],
    [
      ['a', 0],
      ['b', 1]
    ]
  ],
  ['a bar without a time', [bar('a', null, null), bar('b', 0, 10)], [['b', 0]]]
])('lanesOf assigns lanes: %s', (_, bars, lanes) => {
  expect([...lanesOf(bars)]).toEqual(lanes)
})

test('no two bars of a lane overlap, and there are as few lanes as possible', () => {
  const any = fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 20 })), { maxLength: 15 })
  fc.assert(
    fc.property(any, given => {
      const bars = given.map(([start, length], index) => bar(String(index), start, start + length))
      const lanes = lanesOf(bars)
      const atOnce = (moment: number) =>
        bars.filter(({ startsAt, endsAt }) => (startsAt ?? 0) <= moment && moment < (endsAt ?? 0)).length
      const most = Math.max(0, ...bars.map(({ startsAt }) => atOnce(startsAt ?? 0)))
      expect(new Set(lanes.values()).size).toBe(most)
      for (const one of bars) {
        for (const other of bars) {
          if (one === other || lanes.get(one.uuid) !== lanes.get(other.uuid)) continue
          expect((one.endsAt ?? 0) <= (other.startsAt ?? 0) || (other.endsAt ?? 0) <= (one.startsAt ?? 0)).toBe(true)
        }
      }
    }),
    { seed: 73, numRuns: 150 }
  )
})

test.each([
  [0, 'Starts at 00:00'],
  [300, 'Starts at 05:00'],
  [3661, 'Starts at 1:01:01'],
  [86_400, 'Starts at 1 d'],
  [90_000, 'Starts at 1 d 1 h']
])('the start of a part %i s into a session without a date: %s', (seconds, text) => {
  expect(startText(bar('a', seconds, seconds + 60), null)).toBe(text)
})

test('startText is empty without a time, and adds the time of day if the session has a date', () => {
  expect([startText(undefined, null), startText(bar('a', null, null), null)]).toEqual(['', ''])
  expect(startText(bar('a', 90, 100), '2026-05-01T10:00:00Z')).toMatch(/^Starts at 01:30, Fri 1 May \d\d:01:30$/)
})

const PLAN = planOf({ parts: [partsOf(1, [{ title: 'Warm up', duration: 300 }, { duration: 60 }]), partsOf(2, [{}])] })

test('barText names the length, start and place of a bar, and the total', () => {
  const text = (uuid: string) => barText(layOut(PLAN, null, 3600), PLAN, uuid, null)
  expect(text(uuidOf(100))).toBe('Warm up: 5 min. Starts at 00:00. Place 1 of 2. 6 min in all.')
  expect(text(uuidOf(101))).toBe('Part 2: 1 min. Starts at 05:00. Place 2 of 2. 6 min in all.')
  // The only part of a group has no place.
  expect(text(uuidOf(200))).toBe('Part 1: 1 min. Starts at 00:00. 6 min in all.')
  expect(text('unknown')).toBe('')
})

test('a part without a title is named by its number', () => {
  const parts = [
    { uuid: 'a', title: '' },
    { uuid: 'b', title: 'Run' }
  ]
  expect(['a', 'b'].map(uuid => partName(parts, uuid))).toEqual(['Part 1', 'Run'])
})
