/**
 * Puts an outline into a plan. Items that the outline still has keep their uuids and all that plan text cannot say:
 * alerts, formatted notes, gaps, checklists, and the facts of a running session.
 *
 * The rule that surprises: items have no names in the text, so they are recognised by their place. Items before and
 * after the change are the same in both. The others are matched in order.
 */
import { newPart, newTask } from '../activities/new-items.ts'
import {
  type Part,
  type PartGroup,
  type Plan,
  partGroup,
  type Task,
  type TaskGroup,
  taskGroup
} from '../activities/plan.ts'
import type { Timer } from '../goals/fields.ts'
import { newTimer } from '../goals/new-timer.ts'
import { intervalOf } from '../goals/timers.ts'
import {
  goalOutline,
  goalsOutline,
  groupOutline,
  hasSteps,
  inOrder,
  isRepeat,
  noteHtml,
  noteOf,
  type Outline,
  type OutlineGoal,
  type OutlineGoals,
  type OutlineGroup,
  type OutlinePart,
  partOutline,
  type Repeat,
  type Step,
  stepOutline
} from './outline.ts'

/**
 * Returns the plan changed to what the outline says. An unchanged outline returns an equal plan.
 * @param uuid returns a new uuid for each new item
 */
export function joinOutline(plan: Plan, outline: Outline, uuid: () => string): Plan {
  const tasks = matched(plan.tasks, outline.goals, goalsOutline, (old, goals) => joinGoals(old, goals, uuid))
  const known = new Set(tasks.flatMap(group => group.parts.map(task => task.uuid)))
  const parts = matched(plan.parts, outline.groups, groupOutline, (old, group) => joinGroup(old, group, uuid))
  return { ...plan, parts: parts.map(group => withoutLostGoals(group, known)), tasks }
}

const FIELDS = [
  'title',
  'sets',
  'parts',
  'goals',
  'seconds',
  'each',
  'times',
  'steps',
  'note',
  'amount',
  'unit',
  'distance'
]

/** Returns equal texts for equal outlines, whatever the order of their fields. */
function keyOf(outline: unknown): string {
  return JSON.stringify(outline, FIELDS)
}

/** Returns one item for each of `wanted`: the equal old one, or what `join` makes of it. */
function matched<Old, New>(
  olds: readonly Old[],
  wanted: readonly New[],
  outline: (old: Old) => New,
  join: (old: Old | undefined, wanted: New) => Old
): Old[] {
  const before = olds.map(old => keyOf(outline(old)))
  const after = wanted.map(keyOf)
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && before[start] === after[start]) start++
  let end = 0
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return wanted.map((one, index) => {
    const isAfter = index >= wanted.length - end
    const at = isAfter ? index + olds.length - wanted.length : index
    const old = isAfter || index < olds.length - end ? olds[at] : undefined
    return old !== undefined && before[at] === after[index] ? old : join(old, one)
  })
}

function joinGroup(old: PartGroup | undefined, { title, sets, parts }: OutlineGroup, uuid: () => string): PartGroup {
  const joined = matched(inOrder(old?.parts ?? []), parts, partOutline, (was, part) => joinPart(was, part, uuid))
  const group = old ?? partGroup.parse({ uuid: uuid() })
  return { ...group, title, sets, parts: joined }
}

function joinPart(old: Part | undefined, outline: OutlinePart, uuid: () => string): Part {
  const { title, each, times, seconds, steps, note } = outline
  const part = { ...(old ?? newPart(uuid())), title, per_participant: each ? 1 : 0 } as const
  const content = noteOf(part.content) === note ? part.content : noteHtml(note)
  if (steps === null) {
    const timers = hasSteps(part) ? [] : part.timers
    const sets = each || hasSteps(part) ? times : part.sets
    return { ...part, content, is_interval: 0, is_custom_duration: 1, duration: seconds ?? 0, sets, timers }
  }
  const timers = matched(part.timers, steps, stepOutline, (was, step) => joinTimer(was, step, uuid))
  const duration = seconds ?? intervalOf({ timers, sets: times }).duration
  const is_custom_duration = seconds === null ? 0 : 1
  return { ...part, content, is_interval: 1, is_custom_duration, duration, sets: times, timers }
}

function joinTimer(old: Timer | undefined, step: Step | Repeat, uuid: () => string): Timer {
  const timer = { ...(old ?? newTimer(uuid())), title: step.title }
  if (!isRepeat(step)) return { ...timer, is_interval: 0, duration: step.seconds, sets: 1, nested: [] }
  const nested = step.steps.map(inner => ({ title: inner.title, duration: inner.seconds }))
  const { duration } = intervalOf({ timers: [{ ...timer, is_interval: 1, sets: step.times, nested }], sets: 1 })
  return { ...timer, is_interval: 1, duration, sets: step.times, nested }
}

function joinGoals(old: TaskGroup | undefined, { title, goals }: OutlineGoals, uuid: () => string): TaskGroup {
  const joined = matched(inOrder(old?.parts ?? []), goals, goalOutline, (was, goal) => joinGoal(was, goal, uuid))
  const group = old ?? taskGroup.parse({ uuid: uuid() })
  return { ...group, title, parts: joined }
}

function joinGoal(old: Task | undefined, goal: OutlineGoal, uuid: () => string): Task {
  const { title, amount, unit, distance, seconds, note } = goal
  const task = old ?? newGoal(goal, uuid)
  const content = noteOf(task.content) === note ? task.content : noteHtml(note)
  return { ...task, title, amount, unit, distance, duration: seconds, content }
}

/** A button that logs 1 fits amounts only. */
function newGoal({ distance, seconds }: OutlineGoal, uuid: () => string): Task {
  const task = newTask(uuid(), uuid())
  return distance !== null || seconds > 0 ? { ...task, quick_log_buttons: [] } : task
}

function withoutLostGoals(group: PartGroup, known: ReadonlySet<string>): PartGroup {
  const isLost = (uuid: string): boolean => !known.has(uuid)
  if (!group.parts.some(part => part.task_uuids.some(isLost))) return group
  const kept = (part: Part): Part => ({ ...part, task_uuids: part.task_uuids.filter(uuid => known.has(uuid)) })
  return { ...group, parts: group.parts.map(kept) }
}
