/**
 * Turns in a part that gives each participant a slice of time (TMR-06, D-93).
 *
 * The rule that surprises: turns are not stored while they simply follow each other. They are replayed from the part's
 * start over the people in order of joining. People who join later come last. When someone leaves, the next person
 * begins at once. Before a change (a pause, someone leaving) the server stores the state of the turns.
 *
 * Units: instants are milliseconds since 1970, slices seconds.
 */
import { instant } from '../lib/instant.ts'

/**
 * One person's time in the session; `left` is `Infinity` while they are present. Lists of stays are in order of
 * joining.
 */
export interface Stay {
  username: string
  joined: number
  left: number
}

/**
 * The state from which turns continue: the round, the usernames who had their turn in it, and when the next turn
 * begins.
 */
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

/** Converts rows or responses with ISO 8601 dates. A person without dates is present the whole time. */
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
 * Calls `visit` with each turn until it returns true. Returns the end of the last turn visited, or `begun.at` without
 * one.
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

/** Nobody joins or leaves after `after`; from then on `present` people are in the session. */
export interface Crowd {
  after: number
  present: number
}

/**
 * Returns when the last person joined or left, and how many people are present since. Later rounds all last equally
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
 * Returns when the last turn ends; `begun.at` when nobody is present. It multiplies instead of replaying turns when
 * nobody joins or leaves after `begun.at`.
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

/** Returns the turn that runs at `now`; null before the first turn and after the last one. */
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

/** Returns the state to store at `now`, so that later changes of people or times do not change past turns. */
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
