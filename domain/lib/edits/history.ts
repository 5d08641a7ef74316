/**
 * Undo and redo as pure functions. A step keeps the value before and after it. Undoing a step applies the reverse
 * difference to the current value, so that any single step can be undone while later ones stay.
 *
 * The rule that surprises: consecutive changes of the same `field` are one step. Typing is one step until a pause of a
 * second, a drag as long as it lasts.
 */
import { carryOver, isSame } from './carry-over.ts'

export interface Step<T> {
  id: number
  from: T
  to: T
  /** The field that was changed, compared by identity; null for a step that is never combined with others. */
  field: unknown
  /** When it happened, in milliseconds. */
  at: number
}

export interface History<T> {
  /** The steps that undo can revert, the latest last. */
  done: readonly Step<T>[]
  undone: readonly Step<T>[]
  /** The id of the latest step. */
  id: number
}

export const NO_HISTORY: History<never> = { done: [], undone: [], id: 0 }

const MOST_STEPS = 200
/** A pause in typing that begins a new step, in milliseconds. */
const PAUSE = 1000

interface Made {
  field: unknown
  at: number
  /** True for a drag, which is one step of any length. */
  isHeld?: boolean
}

/** Adds a step and clears the redo list. A change of nothing adds no step. */
export function record<T>(history: History<T>, from: T, to: T, { field, at, isHeld = false }: Made): History<T> {
  const last = history.done.at(-1)
  if (last && field !== null && last.field === field && (isHeld || at - last.at < PAUSE)) {
    const done = history.done.slice(0, -1)
    // The value is back where the step began, so remove the step.
    if (isSame(last.from, to)) return { ...history, done, undone: [] }
    return { ...history, done: [...done, { ...last, to, at }], undone: [] }
  }
  if (isSame(from, to)) return history
  const id = history.id + 1
  return { done: [...history.done, { id, from, to, field, at }].slice(-MOST_STEPS), undone: [], id }
}

/** Undoes the latest step. Returns null when there is none. */
export function undo<T>(history: History<T>, now: T): { history: History<T>; value: T } | null {
  const last = history.done.at(-1)
  if (!last) return null
  const step = { ...last, field: null }
  return {
    history: { ...history, done: history.done.slice(0, -1), undone: [...history.undone, step] },
    value: carryOver(now, last.to, last.from)
  }
}

/** Redoes the step that was undone last. Returns null when there is none. */
export function redo<T>(history: History<T>, now: T): { history: History<T>; value: T } | null {
  const next = history.undone.at(-1)
  if (!next) return null
  return {
    history: { ...history, done: [...history.done, next], undone: history.undone.slice(0, -1) },
    value: carryOver(now, next.from, next.to)
  }
}

/** Returns `now` without one step, with all later changes. Returns `now` itself when the step is not in the history. */
export function without<T>(history: History<T>, id: number, now: T): T {
  const step = history.done.find(one => one.id === id)
  return step ? carryOver(now, step.to, step.from) : now
}
