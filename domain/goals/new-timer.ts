import type { Timer } from './fields.ts'

/** Returns a timer of a minute without a title. */
export function newTimer(uuid: string): Timer {
  return { uuid, title: '', duration: 60, is_interval: 0, sets: 1, nested: [] }
}
