/** Plans for tests, as the builder sends them. */
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { part, partGroup, task, taskGroup } from '../domain/activities/plan.ts'

export type PartInput = z.input<typeof part>

export function partOf(more: Partial<PartInput> = {}): PartInput {
  return { uuid: randomUUID(), title: 'A part', duration: 300, ...more }
}

export function partGroupOf(
  parts: PartInput[],
  more: Partial<z.input<typeof partGroup>> = {}
): z.input<typeof partGroup> {
  return { uuid: randomUUID(), parts: parts.map((one, order) => ({ order, ...one })), ...more }
}

export function taskOf(more: Partial<z.input<typeof task>> = {}): z.input<typeof task> {
  return { uuid: randomUUID(), title: 'A goal', amount: 1, ...more }
}

export function taskGroupOf(tasks: z.input<typeof task>[]): z.input<typeof taskGroup> {
  return { uuid: randomUUID(), parts: tasks.map((one, order) => ({ order, ...one })) }
}
