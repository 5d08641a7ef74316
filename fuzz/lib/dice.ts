/** Random choices that a seed repeats. */
import { seededRandom } from '../../testing/random.ts'

export interface Dice {
  /** From 0 to `below` - 1. */
  int: (below: number) => number
  chance: (share: number) => boolean
  pick: <Item>(items: readonly Item[]) => Item
  /** Up to `most` results. */
  some: <Item>(most: number, make: () => Item) => Item[]
}

/** @param nth the number of the case: each case has its own numbers, so that it can run alone */
export function diceOf(seed: number, nth: number): Dice {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b))
  const int = (below: number) => Math.floor(random() * below)
  return {
    int,
    chance: share => random() < share,
    pick: items => items[int(items.length)] as never,
    some: (most, make) => Array.from({ length: int(most + 1) }, make)
  }
}
