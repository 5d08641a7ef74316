/**
 * The order of items (D-114, PUB-041, PUB-042). A list begins with the highest `order_ms`. An item that is moved gets the
 * midpoint of its new neighbours, so one row changes, whatever the length of the list.
 */

export interface Placed {
  id: number
  order_ms: number
}

/** Beyond the first or the last item of a list, by so much. */
const BEYOND_END = 10_000

/** What may be stored: far beyond any number of moves to an end. */
export const MOST_ORDER = 1e14

/** Of a new item: the time at which it was made, so that the newest comes first (D-114). */
export function firstOrder(now: number): number {
  return now
}

/** Between two neighbours; null for an end. 0 in an empty list. */
function orderBetween(above: number | null, below: number | null): number {
  if (above === null) return below === null ? 0 : below + BEYOND_END
  return below === null ? above - BEYOND_END : below + (above - below) / 2
}

/**
 * The changes that bring an item to another place of its list (PUB-041, PUB-042): of that item alone, unless there is no
 * number between its neighbours. Then all of the list are spread anew.
 *
 * @public
 * @param list as it is shown, the highest first
 * @param from and `to`: places, counted from 0
 */
export function move(list: readonly Placed[], from: number, to: number): Placed[] {
  const moved = list[from]
  if (!moved || from === to || to < 0 || to >= list.length) return []
  const rest = list.toSpliced(from, 1)
  const above = rest[to - 1]?.order_ms ?? null
  const below = rest[to]?.order_ms ?? null
  const order_ms = orderBetween(above, below)
  if (isBetween(order_ms, above, below)) return [{ ...moved, order_ms }]
  return spread(rest.toSpliced(to, 0, moved))
}

function isBetween(order: number, above: number | null, below: number | null): boolean {
  return (above === null || order < above) && (below === null || order > below)
}

/** From the highest of them down, so that none comes before what the page before this one shows. */
function spread(list: readonly Placed[]): Placed[] {
  const highest = Math.max(...list.map(({ order_ms }) => order_ms))
  const lowest = Math.min(...list.map(({ order_ms }) => order_ms))
  const step = Math.max((highest - lowest) / Math.max(list.length - 1, 1), 1)
  return list.map(({ id }, index) => ({ id, order_ms: highest - index * step }))
}
