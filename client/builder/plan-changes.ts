/** Steps that people take in the builder, each from one plan to the next. Nothing is changed in place. */
import {
  type Part,
  type PartGroup,
  type Plan,
  part as partFields,
  type Task,
  type TaskGroup,
  task as taskFields
} from '../../domain/activities/plan.ts'
import { intervalOf } from '../../domain/activities/timers.ts'
import type { Timer } from '../../domain/goals/goal.ts'
import { randomUuid } from '../lib/client-uuid.ts'

/** Seconds of a new part (BLD-43). */
const NEW_PART = 300

type List = 'parts' | 'tasks'
type GroupSettings = Partial<Omit<PartGroup, 'uuid' | 'type' | 'parts'>>

function newPart(): Part {
  return partFields.parse({ uuid: randomUuid(), duration: NEW_PART })
}

/** Amount 1, and one button that logs 1 (BLD-51). @internal */
export function newTask(): Task {
  const button = { uuid: randomUuid(), amount: 1, status: 1 as const }
  const titled = taskFields.parse({ uuid: randomUuid(), title: ' a', amount: 1, quick_log_buttons: [button] })
  return { ...titled, title: '' }
}

export function newTimer(): Timer {
  return { uuid: randomUuid(), title: '', duration: 60, is_interval: 0, sets: 1, nested: [] }
}

/** With one item in it, since an empty group says nothing. */
export function addGroup(plan: Plan, list: List): Plan {
  const settings = { uuid: randomUuid(), title: '', linked: 1, auto_start: 1, hidden: 0, sets: 1 } as const
  return list === 'parts'
    ? { ...plan, parts: [...plan.parts, { ...settings, type: 'part', parts: [newPart()] }] }
    : { ...plan, tasks: [...plan.tasks, { ...settings, type: 'task', parts: [newTask()] }] }
}

export function removeGroup(plan: Plan, uuid: string): Plan {
  const gone = plan.tasks.find(group => group.uuid === uuid)?.parts.map(task => task.uuid) ?? []
  return withoutGoals(
    {
      ...plan,
      parts: plan.parts.filter(group => group.uuid !== uuid),
      tasks: plan.tasks.filter(group => group.uuid !== uuid)
    },
    gone
  )
}

export function moveGroup(plan: Plan, list: List, from: number, to: number): Plan {
  return list === 'parts'
    ? { ...plan, parts: moved(plan.parts, from, to) }
    : { ...plan, tasks: moved(plan.tasks, from, to) }
}

export function setGroup(plan: Plan, uuid: string, settings: GroupSettings): Plan {
  return {
    ...plan,
    parts: plan.parts.map(group => (group.uuid === uuid ? { ...group, ...settings } : group)),
    tasks: plan.tasks.map(group => (group.uuid === uuid ? { ...group, ...settings } : group))
  }
}

/** Linked parts follow each other without gaps, whatever was chosen for each before (D-91). */
export function setLinked(plan: Plan, uuid: string, linked: 0 | 1, isManual: boolean): Plan {
  const change = (group: PartGroup): PartGroup => {
    if (!linked) return { ...group, linked, auto_start: isManual ? 0 : group.auto_start }
    const parts = group.parts.map(
      (part, index): Part =>
        index === 0
          ? { ...part, time_from: 0 }
          : { ...part, relative_dates: 1, time_from: 0, start_of: 'after_previous_ends', started_at: null }
    )
    return { ...group, linked, parts }
  }
  return { ...plan, parts: plan.parts.map(group => (group.uuid === uuid ? change(group) : group)) }
}

/** Groups that begin by themselves without being linked wait for the host from now on (D-92). */
export function waitUnlinked(plan: Plan): Plan {
  return {
    ...plan,
    parts: plan.parts.map(group => (group.auto_start && !group.linked ? { ...group, auto_start: 0 } : group))
  }
}

export function addItem(plan: Plan, groupUuid: string, copyOf?: string): Plan {
  const add = <Item extends { uuid: string }>(items: Item[], make: () => Item): Item[] => {
    const at = copyOf ? items.findIndex(item => item.uuid === copyOf) : -1
    const original = items[at]
    return original ? items.toSpliced(at + 1, 0, copied(original)) : [...items, make()]
  }
  return {
    ...plan,
    parts: plan.parts.map(group => (group.uuid === groupUuid ? { ...group, parts: add(group.parts, newPart) } : group)),
    tasks: plan.tasks.map(group => (group.uuid === groupUuid ? { ...group, parts: add(group.parts, newTask) } : group))
  }
}

export function removeItem(plan: Plan, uuid: string): Plan {
  const stays = (item: { uuid: string }): boolean => item.uuid !== uuid
  return withoutGoals(
    {
      ...plan,
      parts: plan.parts.map(group => ({ ...group, parts: group.parts.filter(stays) })),
      tasks: plan.tasks.map(group => ({ ...group, parts: group.parts.filter(stays) }))
    },
    [uuid]
  )
}

export function moveItem(plan: Plan, groupUuid: string, from: number, to: number): Plan {
  const change = <Group extends PartGroup | TaskGroup>(group: Group): Group =>
    group.uuid === groupUuid ? { ...group, parts: moved<Part | Task>(group.parts, from, to) } : group
  return { ...plan, parts: plan.parts.map(change), tasks: plan.tasks.map(change) }
}

export function setPart(plan: Plan, uuid: string, change: Partial<Part>): Plan {
  const set = (part: Part): Part => (part.uuid === uuid ? computed({ ...part, ...change }) : part)
  return { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(set) })) }
}

export function setTask(plan: Plan, uuid: string, change: Partial<Task>): Plan {
  const set = (task: Task): Task => (task.uuid === uuid ? { ...task, ...change } : task)
  return { ...plan, tasks: plan.tasks.map(group => ({ ...group, parts: group.parts.map(set) })) }
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Each item says its place, since whatever reads a plan sorts by it. */
export function inPlaces(plan: Plan): Plan {
  const place = <Item extends { order: number }>(item: Item, order: number): Item =>
    item.order === order ? item : { ...item, order }
  return {
    ...plan,
    parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(place) })),
    tasks: plan.tasks.map(group => ({ ...group, parts: group.parts.map(place) }))
  }
}

/** An interval lasts as long as its timers, unless somebody typed how long (D-98). */
function computed(part: Part): Part {
  if (!part.is_interval || part.is_custom_duration) return part
  return { ...part, duration: intervalOf(part).duration }
}

/** The same again with uuids of its own, however deep. */
function copied<Item>(item: Item): Item {
  return JSON.parse(JSON.stringify(item), (key, value: unknown) => (key === 'uuid' ? randomUuid() : value)) as Item
}

function withoutGoals(plan: Plan, gone: readonly string[]): Plan {
  const keep = (part: Part): Part =>
    part.task_uuids.some(uuid => gone.includes(uuid))
      ? { ...part, task_uuids: part.task_uuids.filter(uuid => !gone.includes(uuid)) }
      : part
  return { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(keep) })) }
}
