/** What a new part, goal, timer or group of the builder begins with. Their uuids are made by the caller. Seconds. */
import type { Timer } from '../goals/goal.ts'
import { type Part, type PartGroup, part, partGroup, type Task, type TaskGroup, task, taskGroup } from './plan.ts'

/** A part without a title that lasts five minutes (BLD-43). */
export function newPart(uuid: string): Part {
  return part.parse({ uuid, duration: 300 })
}

/**
 * A goal with amount 1 and one button that logs 1 (BLD-51). Its title is empty; a plan is only saved once it has one.
 */
export function newTask(uuid: string, buttonUuid: string): Task {
  const button = { uuid: buttonUuid, amount: 1, status: 1 as const }
  const titled = task.parse({ uuid, title: 'Untitled', amount: 1, quick_log_buttons: [button] })
  return { ...titled, title: '' }
}

/** A timer of a minute without a title. */
export function newTimer(uuid: string): Timer {
  return { uuid, title: '', duration: 60, is_interval: 0, sets: 1, nested: [] }
}

/** A group with the part in it, since an empty group shows nothing. Its settings are the defaults of the contract. */
export function newPartGroup(uuid: string, first: Part): PartGroup {
  return { ...partGroup.parse({ uuid }), parts: [first] }
}

/** A group with the goal in it, since an empty group shows nothing. Its settings are the defaults of the contract. */
export function newTaskGroup(uuid: string, first: Task): TaskGroup {
  return { ...taskGroup.parse({ uuid }), parts: [first] }
}
