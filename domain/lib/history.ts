/**
 * Undo and redo as pure functions. A step keeps the value before and after it; taking it back carries the difference
 * over to the value of now, so that any step can be taken back by itself and what came later stays.
 *
 * The rule that surprises: what follows a step in the same `field` is one step with it. Typing does so while no pause is
 * longer than a second, a drag as long as it lasts.
 */
import { carryOver, isSame } from './carry-over.ts'

export interface Step<T> {
  id: number
  from: T
  to: T
  /** What it was made with, compared by identity; null for a step that stays alone. */
  field: unknown
  /** Milliseconds. */
  at: number
}

export interface History<T> {
  /** The latest last. */
  done: readonly Step<T>[]
  undone: readonly Step<T>[]
  /** Of the latest step that was made. */
  id: number
}

export const NO_HISTORY: History<never> = { done: [], undone: [], id: 0 }

const MOST_STEPS = 200
/** Milliseconds. */
const PAUSE = 1000

interface Made {
  field: unknown
  at: number
  /** A drag is one step, however long it is held still. */
  isHeld?: boolean
}

/** Adds a step; what was undone cannot be redone from then on. A step that changes nothing is none. */
export function record<T>(history: History<T>, from: T, to: T, { field, at, isHeld = false }: Made): History<T> {
  const last = history.done.at(-1)
  if (last && field !== null && last.field === field && (isHeld || at - last.at < PAUSE)) {
    const done = history.done.slice(0, -1)
    // Dragged back to where it was.
    if (isSame(last.from, to)) return { ...history, done, undone: [] }
    return { ...history, done: [...done, { ...last, to, at }], undone: [] }
  }
  if (isSame(from, to)) return history
  const id = history.id + 1
  return { done: [...history.done, { id, from, to, field, at }].slice(-MOST_STEPS), undone: [], id }
}

/** Takes the latest step back. Null when there is none. */
export function undo<T>(history: History<T>, now: T): { history: History<T>; value: T } | null {
  const last = history.done.at(-1)
  if (!last) return null
  const step = { ...last, field: null }
  return {
    history: { ...history, done: history.done.slice(0, -1), undone: [...history.undone, step] },
    value: carryOver(now, last.to, last.from)
  }
}

/** Makes the step again that was taken back last. Null when there is none. */
export function redo<T>(history: History<T>, now: T): { history: History<T>; value: T } | null {
  const next = history.undone.at(-1)
  if (!next) return null
  return {
    history: { ...history, done: [...history.done, next], undone: history.undone.slice(0, -1) },
    value: carryOver(now, next.from, next.to)
  }
}

/** `now` without one step of any time; what came after it stays. The same value when the step is not there any more. */
export function without<T>(history: History<T>, id: number, now: T): T {
  const step = history.done.find(one => one.id === id)
  return step ? carryOver(now, step.to, step.from) : now
}
