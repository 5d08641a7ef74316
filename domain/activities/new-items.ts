/** What a new part, goal, timer or group of the builder begins with. Their uuids are made by the caller. Seconds. */
import type { Timer } from '../goals/goal.ts'
import { type Part, type PartGroup, part, partGroup, type Task, type TaskGroup, task, taskGroup } from './plan.ts'

/** Lasts five minutes (BLD-43). */
export function newPart(uuid: string): Part {
  return part.parse({ uuid, duration: 300 })
}

/** Amount 1, and one button that logs 1 (BLD-51). The title is empty, which no finished goal's may be. */
export function newTask(uuid: string, buttonUuid: string): Task {
  const button = { uuid: buttonUuid, amount: 1, status: 1 as const }
  const titled = task.parse({ uuid, title: 'Untitled', amount: 1, quick_log_buttons: [button] })
  return { ...titled, title: '' }
}

/** A minute. */
export function newTimer(uuid: string): Timer {
  return { uuid, title: '', duration: 60, is_interval: 0, sets: 1, nested: [] }
}

/** With one item in it, since an empty group says nothing. */
export function newPartGroup(uuid: string, first: Part): PartGroup {
  return { ...partGroup.parse({ uuid }), parts: [first] }
}

export function newTaskGroup(uuid: string, first: Task): TaskGroup {
  return { ...taskGroup.parse({ uuid }), parts: [first] }
}
