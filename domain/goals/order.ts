/**
 * The order in which a person arranges their open goals.
 *
 * The rule that surprises: the place of a goal is its id until someone moves it, so a new goal comes first. A move only
 * exchanges the places of the goals in between, so no two goals of a person ever have the same place.
 */

/** Higher places come first. */
export interface Placed {
  id: number
  place: number
}

/**
 * Moves a goal and returns the goals whose place changes, with their new places.
 * @param goals the open goals of a person, in any order
 * @param by how many places later, or earlier when negative; beyond an end the goal becomes the first or last
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

/** Returns the rows with the row at `from` moved to `to`, or to the nearer end when `to` is beyond one. */
export function shifted<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from] as Row
  return rows.toSpliced(from, 1).toSpliced(Math.min(rows.length - 1, Math.max(0, to)), 0, row)
}
