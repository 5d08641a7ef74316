/**
 * The order in which somebody keeps their open goals.
 *
 * The rule that surprises: a goal that was never moved has its own id as its place, so a new one comes first. Moving a
 * goal only swaps the places of those in between: no two goals of a person ever have the same.
 */

/** Higher places come first. */
export interface Placed {
  id: number
  place: number
}

/**
 * The goals that have another place once one of them has moved, with that place.
 * @param goals the open goals of a person, in any order
 * @param by how many places later, or earlier below 0; beyond an end it is the first or the last
 */
export function moved(goals: readonly Placed[], id: number, by: number): Placed[] {
  const order = goals.toSorted((a, b) => b.place - a.place)
  const from = order.findIndex(goal => goal.id === id)
  if (from < 0) return []
  const ids = shifted(
    order.map(goal => goal.id),
    from,
    from + by
  )
  return order.flatMap(({ id: before, place }, at) => {
    const goal = ids[at] as number
    return goal === before ? [] : [{ id: goal, place }]
  })
}

/** The rows with one of them at another place, or at an end of them. */
export function shifted<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from] as Row
  return rows.toSpliced(from, 1).toSpliced(Math.min(rows.length - 1, Math.max(0, to)), 0, row)
}
