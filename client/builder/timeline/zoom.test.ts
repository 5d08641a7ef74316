import { expect, test } from 'vitest'
import type { Bar } from '../../../domain/activities/timeline.ts'
import { lanesOf } from './lanes.ts'
import { pressWidths, zoomsFor } from './zoom.ts'

const MINUTE = 60

/** Bars one after another. @param lengths in seconds */
function barsOf(lengths: number[]): Bar[] {
  let end = 0
  return lengths.map((length, at) => {
    end += length
    return { uuid: String(at), startsAt: end - length, endsAt: end }
  })
}

/** The widths of the areas to press, on a phone and by default at the usual zoom. */
function reached(lengths: number[], zoom?: number) {
  const bars = barsOf(lengths)
  const scale = lengths.reduce((sum, length) => sum + length, 0)
  const at = zoom ?? zoomsFor(bars, scale, 358).usual
  return [...pressWidths(bars, lanesOf(bars), (at * 358) / scale)].toReversed()
}

test.each<[string, number[]]>([
  ['200 parts of five minutes', Array.from({ length: 200 }, () => 5 * MINUTE)],
  ['eight rounds of 25 and 5 minutes', Array.from({ length: 16 }, (_, at) => (at % 2 ? 5 : 25) * MINUTE)],
  ['three parts that fit', [MINUTE, MINUTE, MINUTE]],
  ['a short one before a long one', [10, 40 * MINUTE]]
])('each bar can be pressed at the usual zoom: %s', (_, lengths) => {
  const all = reached(lengths)
  expect(all).toHaveLength(lengths.length)
  for (const [uuid, width] of all) expect([uuid, width >= 23.5]).toEqual([uuid, true])
})

test('one short part among few long ones does not make the plan wide', () => {
  const bars = barsOf([10, 40 * MINUTE])
  expect(zoomsFor(bars, 41 * MINUTE, 358).usual).toBe(1)
})

test('a bar without enough room can be pressed only after zooming in', () => {
  expect(reached([5, 5, 5, 5, 40 * MINUTE], 1).map(([uuid]) => uuid)).toEqual(['3', '4'])
  expect(reached([5, 5, 5, 5, 40 * MINUTE], zoomsFor(barsOf([5, 40 * MINUTE]), 2420, 358).most)).toHaveLength(5)
})

test('until the width is known, the whole plan is in view', () => {
  expect(zoomsFor(barsOf([60]), 60, 0)).toEqual({ usual: 1, most: 1 })
})
