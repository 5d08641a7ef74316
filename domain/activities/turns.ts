/**
 * Whose turn it is in a part that gives each participant a slice of its own (TMR-06, D-93).
 *
 * The rule that surprises: nothing is stored while turns follow each other. They are replayed from the part's start
 * over the people in order of joining; who joins later is at the end of the list, who leaves is skipped and gives the
 * rest of the slice to the next. Before something moves (a pause, somebody leaving) the state is written down.
 *
 * Units: instants are milliseconds since 1970, slices seconds.
 */
import { instant } from '../lib/instant.ts'

/** One person's time in the session; `Infinity` while they are in. In order of joining. */
export interface Stay {
  username: string
  joined: number
  left: number
}

/** Where the turns go on from, when that was written down: who had theirs in this round, when the next one begins. */
export interface TurnsBegun {
  round: number
  done: readonly string[]
  at: number
}

export interface Turn {
  username: string
  /** From 1; the part's `sets` are its rounds. */
  round: number
  startsAt: number
  endsAt: number
}

/**
 * The stays of rows or responses, whose dates are ISO 8601. Without dates somebody was here from the start and still
 * is.
 */
export function stays(
  people: readonly { username: string; joined_at?: string | null; left_at?: string | null }[]
): Stay[] {
  return people.map(person => ({
    username: person.username,
    joined: person.joined_at ? instant(person.joined_at) : Number.NEGATIVE_INFINITY,
    left: person.left_at ? instant(person.left_at) : Number.POSITIVE_INFINITY
  }))
}

/**
 * Gives each turn to `visit` until it returns true. Returns the end of the last one given, or `begun.at` for none.
 */
export function eachTurn(
  people: readonly Stay[],
  slice: number,
  rounds: number,
  begun: TurnsBegun,
  visit: (turn: Turn) => boolean
): number {
  let time = begun.at
  if (!(slice > 0) || people.length === 0) return time
  for (let round = begun.round; round <= rounds; round++) {
    const before = time
    const done = round === begun.round && begun.done.length > 0 ? new Set(begun.done) : null
    for (const person of people) {
      if (person.joined > time || person.left <= time || done?.has(person.username)) continue
      const turn = {
        username: person.username,
        round,
        startsAt: time,
        endsAt: Math.min(time + slice * 1000, person.left)
      }
      time = turn.endsAt
      if (visit(turn)) return time
    }
    if (time === before && done === null) break
  }
  return time
}

/** Nobody comes or goes after `after`; then `present` people are in. */
export interface Crowd {
  after: number
  present: number
}

/**
 * Since when nobody has joined or left, and how many people are in since then. From there on all rounds last equally
 * long.
 */
export function crowdOf(people: readonly Stay[]): Crowd {
  let after = Number.NEGATIVE_INFINITY
  let present = 0
  for (const { joined, left } of people) {
    if (left === Number.POSITIVE_INFINITY) present++
    after = Math.max(after, joined, left === Number.POSITIVE_INFINITY ? joined : left)
  }
  return { after, present }
}

/**
 * When the last turn ends; `begun.at` when nobody is present. Once nobody joins or leaves any more it is computed by
 * multiplication.
 * @param slice seconds of one turn
 */
export function turnsEnd(
  people: readonly Stay[],
  slice: number,
  rounds: number,
  begun: TurnsBegun,
  crowd: Crowd = crowdOf(people)
): number {
  if (begun.done.length === 0 && begun.at >= crowd.after) {
    return begun.at + slice * 1000 * crowd.present * Math.max(0, rounds - begun.round + 1)
  }
  return eachTurn(people, slice, rounds, begun, () => false)
}

/** The turn that runs at `now`, or null before the first and after the last. */
export function turnAt(
  people: readonly Stay[],
  slice: number,
  rounds: number,
  begun: TurnsBegun,
  now: number
): Turn | null {
  let found: Turn | null = null
  eachTurn(people, slice, rounds, begun, turn => {
    if (turn.endsAt <= now) return false
    if (turn.startsAt <= now) found = turn
    return true
  })
  return found
}

/** What to write down at `now`, so that later changes of people or times leave past turns alone. */
export function turnsSoFar(
  people: readonly Stay[],
  slice: number,
  rounds: number,
  begun: TurnsBegun,
  now: number
): TurnsBegun {
  let { round, at } = begun
  let done = [...begun.done]
  eachTurn(people, slice, rounds, begun, turn => {
    if (turn.round !== round) done = []
    round = turn.round
    const over = turn.endsAt <= now
    at = over ? turn.endsAt : turn.startsAt
    if (over) done.push(turn.username)
    return !over
  })
  return { round, done, at }
}
