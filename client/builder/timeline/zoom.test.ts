import { expect, test } from 'vitest'
import type { Bar } from '../../../domain/activities/timeline.ts'
import { lanesOf } from './lanes.ts'
import { reachOf, zoomsFor } from './zoom.ts'

const MINUTE = 60

/** One after another, in seconds. */
function barsOf(lengths: number[]): Bar[] {
  let end = 0
  return lengths.map((length, at) => {
    end += length
    return { uuid: String(at), startsAt: end - length, endsAt: end }
  })
}

/** How wide the bars are to the hand when they are first seen on a phone. */
function reached(lengths: number[], zoom?: number) {
  const bars = barsOf(lengths)
  const scale = lengths.reduce((sum, length) => sum + length, 0)
  const at = zoom ?? zoomsFor(bars, scale, 358).usual
  return [...reachOf(bars, lanesOf(bars), (at * 358) / scale)].toReversed()
}

test.each<[string, number[]]>([
  ['200 parts of five minutes', Array.from({ length: 200 }, () => 5 * MINUTE)],
  ['eight rounds of 25 and 5 minutes', Array.from({ length: 16 }, (_, at) => (at % 2 ? 5 : 25) * MINUTE)],
  ['three parts that fit', [MINUTE, MINUTE, MINUTE]],
  ['a short one before a long one', [10, 40 * MINUTE]]
])('%s can each be pressed where they are drawn first', (_, lengths) => {
  const all = reached(lengths)
  expect(all).toHaveLength(lengths.length)
  for (const [uuid, width] of all) expect([uuid, width >= 23.5]).toEqual([uuid, true])
})

test('one short event among few long ones does not make the plan wide', () => {
  const bars = barsOf([10, 40 * MINUTE])
  expect(zoomsFor(bars, 41 * MINUTE, 358).usual).toBe(1)
})

test('what does not fit beside another is not pressed but zoomed into', () => {
  expect(reached([5, 5, 5, 5, 40 * MINUTE], 1).map(([uuid]) => uuid)).toEqual(['3', '4'])
  expect(reached([5, 5, 5, 5, 40 * MINUTE], zoomsFor(barsOf([5, 40 * MINUTE]), 2420, 358).most)).toHaveLength(5)
})

test('as long as nobody knows how wide it is, all of it is in view', () => {
  expect(zoomsFor(barsOf([60]), 60, 0)).toEqual({ usual: 1, most: 1 })
})
