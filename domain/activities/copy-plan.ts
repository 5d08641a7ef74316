/** A plan with new uuids throughout, as when an activity is made from a template (D-62). */
import type { Timer } from '../goals/goal.ts'
import type { Part, Plan, Task } from './plan.ts'

/** `make` gives a new uuid; a part stays attached to the goals it had. Nothing else changes. */
export function withNewUuids(plan: Plan, make: () => string): Plan {
  const goals = new Map(plan.tasks.flatMap(group => group.parts.map(task => [task.uuid, make()])))
  const timers = (list: readonly Timer[]): Timer[] => list.map(timer => ({ ...timer, uuid: make() }))
  const renewedPart = (part: Part): Part => ({
    ...part,
    uuid: make(),
    timers: timers(part.timers),
    task_uuids: part.task_uuids.flatMap(uuid => goals.get(uuid) ?? [])
  })
  const renewedTask = (task: Task): Task => ({
    ...task,
    uuid: goals.get(task.uuid) ?? make(),
    timers: timers(task.timers),
    list: task.list.map(item => ({ ...item, uuid: make() })),
    quick_log_buttons: task.quick_log_buttons.map(button => ({ ...button, uuid: make() }))
  })
  return {
    parts: plan.parts.map(group => ({ ...group, uuid: make(), parts: group.parts.map(renewedPart) })),
    tasks: plan.tasks.map(group => ({ ...group, uuid: make(), parts: group.parts.map(renewedTask) })),
    timers: timers(plan.timers)
  }
}
