/** Measures two sides in turns, so that a slow moment of the machine slows both. */
import type { Compared } from './row.ts'

const ROUNDS = 5

type Side = () => Promise<number>

/** Each side returns its work per second. The first round of each is a warm-up and does not count. */
export async function compare(product: Side, other: Side): Promise<Compared> {
  const rounds: { product: number; other: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    // The second side may find a warmer machine, so the order changes too.
    const swapped = round % 2 === 1
    const first = await (swapped ? other : product)()
    const second = await (swapped ? product : other)()
    if (round > 0) rounds.push(swapped ? { product: second, other: first } : { product: first, other: second })
  }
  return {
    product: median(rounds.map(round => round.product)),
    other: median(rounds.map(round => round.other)),
    ratio: median(rounds.map(round => round.product / round.other))
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return (low + high) / 2
}
