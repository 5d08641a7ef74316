/** New parts, goals and groups of the builder. The caller makes the uuids. Durations are seconds. */
import { type Part, type PartGroup, part, partGroup, type Task, type TaskGroup, task, taskGroup } from './plan.ts'

/** Returns a part of five minutes without a title (BLD-43). */
export function newPart(uuid: string): Part {
  return part.parse({ uuid, duration: 300 })
}

/**
 * Returns a goal with amount 1, one button that logs 1, and an empty title, without which no plan is saved (BLD-51).
 */
export function newTask(uuid: string, buttonUuid: string): Task {
  const button = { uuid: buttonUuid, amount: 1, status: 1 as const }
  const titled = task.parse({ uuid, title: 'Untitled', amount: 1, quick_log_buttons: [button] })
  return { ...titled, title: '' }
}

/**
 * Returns a group with one part, because an empty group shows nothing. Its settings are the defaults of the contract.
 */
export function newPartGroup(uuid: string, first: Part): PartGroup {
  return { ...partGroup.parse({ uuid }), parts: [first] }
}

/**
 * Returns a group with one goal, because an empty group shows nothing. Its settings are the defaults of the contract.
 */
export function newTaskGroup(uuid: string, first: Task): TaskGroup {
  return { ...taskGroup.parse({ uuid }), parts: [first] }
}
