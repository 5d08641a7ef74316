/** Plans for tests: short to write, with uuids that are easy to read. */
import * as z from 'zod/mini'
import { type Plan, type part, type partGroup, plan, type task, type taskGroup } from './plan.ts'

/** Returns a uuid that ends in the number, so that a failing test shows which one it is. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

type Given<Shape extends z.ZodMiniType> = Partial<z.input<Shape>>

/** Returns a group of parts whose uuids count from `number` × 100. A part lasts a minute unless it gives a duration. */
export function partsOf(number: number, parts: Given<typeof part>[], settings: Given<typeof partGroup> = {}) {
  const numbered = parts.map((fields, index) => ({ uuid: uuidOf(number * 100 + index), duration: 60, ...fields }))
  return { uuid: uuidOf(number), ...settings, parts: numbered }
}

/** Returns a group of goals whose uuids count from `number` × 100. */
export function tasksOf(number: number, tasks: Given<typeof task>[], settings: Given<typeof taskGroup> = {}) {
  const numbered = tasks.map((fields, index) => ({
    uuid: uuidOf(number * 100 + index),
    title: `Goal ${index}`,
    ...fields
  }))
  return { uuid: uuidOf(number), ...settings, parts: numbered }
}

/** Returns a plan in which the contract's defaults fill every absent key. */
export function planOf(given: z.input<typeof plan>): Plan {
  return z.parse(plan, given)
}
