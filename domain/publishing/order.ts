/**
 * The order of items (D-114, PUB-041, PUB-042). A list begins with the highest `order_ms`. A moved item gets the
 * midpoint of its new neighbours, so a move changes only one row.
 */

export interface Placed {
  id: number
  order_ms: number
}

/** The distance of an item that is moved to an end of the list from the item that was there. */
const BEYOND_END = 10_000

/** The largest order that may be stored, far beyond any number of moves to an end. */
export const MOST_ORDER = 1e14

/** Returns the order of a new item: its time of creation in ms, so that the newest comes first (D-114). */
export function firstOrder(now: number): number {
  return now
}

/** Returns an order between two neighbours, where null is an end of the list; 0 in an empty list. */
function orderBetween(above: number | null, below: number | null): number {
  if (above === null) return below === null ? 0 : below + BEYOND_END
  return below === null ? above - BEYOND_END : below + (above - below) / 2
}

/**
 * Returns the changes that move an item to another place (PUB-041, PUB-042). It changes only that item, unless no
 * number fits between its neighbours; then it renumbers the whole list.
 *
 * @public
 * @param list the items in the order of the list, the highest first
 * @param from the item's place, counted from 0
 * @param to its new place, counted from 0
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

/** Renumbers a list downwards from its highest order, so that no item moves before those of the previous page. */
function spread(list: readonly Placed[]): Placed[] {
  const highest = Math.max(...list.map(({ order_ms }) => order_ms))
  const lowest = Math.min(...list.map(({ order_ms }) => order_ms))
  const step = Math.max((highest - lowest) / Math.max(list.length - 1, 1), 1)
  return list.map(({ id }, index) => ({ id, order_ms: highest - index * step }))
}
