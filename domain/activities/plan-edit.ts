/**
 * Functions that change one thing in a plan. For an unknown uuid, a function returns the plan unchanged. The caller
 * passes new items with their uuids (`new-items.ts`). All functions return a new plan. `plan-calls.ts` has the calls of
 * the API that use them.
 */
import { intervalOf } from '../goals/timers.ts'
import type { Part, PartGroup, Plan, Task, TaskGroup } from './plan.ts'

type List = 'parts' | 'tasks'
type Item = Part | Task
export type Group = PartGroup | TaskGroup
type Settings = Partial<Omit<PartGroup, 'uuid' | 'type' | 'parts'>>
export const LISTS = { part: 'parts', task: 'tasks' } as const

/** Puts a group at the end of its list. */
export function addGroup(plan: Plan, group: Group): Plan {
  return withGroups(plan, LISTS[group.type], [...plan[LISTS[group.type]], group])
}

/** Removes a group of parts or goals with its items, and detaches removed goals from parts. */
export function removeGroup(plan: Plan, uuid: string): Plan {
  const gone = plan.tasks.find(group => group.uuid === uuid)?.parts.map(task => task.uuid) ?? []
  const stays = (group: Group): boolean => group.uuid !== uuid
  return withoutGoals({ ...plan, parts: plan.parts.filter(stays), tasks: plan.tasks.filter(stays) }, gone)
}

/** Moves a group to another place in its list. Places count from 0; an unknown place changes nothing. */
export function moveGroup(plan: Plan, list: List, from: number, to: number): Plan {
  return withGroups(plan, list, moved<Group>(plan[list], from, to))
}

/** Changes the given settings of a group of parts or goals, such as its title. */
export function setGroup(plan: Plan, uuid: string, settings: Settings): Plan {
  return eachGroup(plan, group => (group.uuid === uuid ? { ...group, ...settings } : group))
}

/** Adds an item to a group of its kind: behind the item with the uuid `after`, or at the end. */
export function addItem(plan: Plan, groupUuid: string, item: Item, after?: string): Plan {
  return eachGroup(plan, group => {
    if (group.uuid !== groupUuid) return group
    const at = group.parts.findIndex(({ uuid }) => uuid === after)
    return withItems(group, group.parts.toSpliced(at < 0 ? group.parts.length : at + 1, 0, item as never))
  })
}

/** Removes a part or goal, and detaches a removed goal from its parts (BLD-90). */
export function removeItem(plan: Plan, uuid: string): Plan {
  const left = eachGroup(plan, group =>
    hasItem(group, uuid)
      ? withItems(
          group,
          items(group).filter(item => item.uuid !== uuid)
        )
      : group
  )
  return withoutGoals(left, [uuid])
}

/** Moves a part or goal to another place in its group. Places count from 0; an unknown place changes nothing. */
export function moveItem(plan: Plan, groupUuid: string, from: number, to: number): Plan {
  return eachGroup(plan, group => (group.uuid === groupUuid ? withItems(group, moved(items(group), from, to)) : group))
}

/** Changes fields of a part. Recomputes the duration of an interval part, unless someone typed it (BLD-91, D-98). */
export function setPart(plan: Plan, uuid: string, change: Partial<Part>): Plan {
  return setItem(plan, uuid, change)
}

/** Changes the given fields of a goal. */
export function setTask(plan: Plan, uuid: string, change: Partial<Task>): Plan {
  return setItem(plan, uuid, change)
}

/** Sets each item's `order` to its place in its group, because readers of a plan sort by `order`. */
export function inPlaces(plan: Plan): Plan {
  const place = (item: Item, order: number): Item => (item.order === order ? item : { ...item, order })
  return eachGroup(plan, group => withItems(group, items(group).map(place)))
}

export function hasItem(group: Group, uuid: string): boolean {
  return items(group).some(item => item.uuid === uuid)
}

/** The casts are safe: groups of parts hold parts, and groups of goals hold goals. */
function eachGroup(plan: Plan, change: (group: Group) => Group): Plan {
  return { ...plan, parts: plan.parts.map(change) as PartGroup[], tasks: plan.tasks.map(change) as TaskGroup[] }
}

export function withGroups(plan: Plan, list: List, groups: readonly Group[]): Plan {
  return { ...plan, [list]: groups }
}

export function items(group: Group): readonly Item[] {
  return group.parts
}

export function withItems(group: Group, parts: readonly Item[]): Group {
  return { ...group, parts } as Group
}

export function setItem(plan: Plan, uuid: string, change: Partial<Part> | Partial<Task>): Plan {
  return eachGroup(plan, group => {
    if (!hasItem(group, uuid)) return group
    const set = (item: Item): Item => (item.uuid === uuid ? computed({ ...item, ...change } as Item) : item)
    return withItems(group, items(group).map(set))
  })
}

function computed(item: Item): Item {
  if (!('is_custom_duration' in item) || !item.is_interval || item.is_custom_duration) return item
  return { ...item, duration: intervalOf(item).duration }
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

function withoutGoals(plan: Plan, gone: readonly string[]): Plan {
  const left = (part: Part): Part =>
    part.task_uuids.some(uuid => gone.includes(uuid))
      ? { ...part, task_uuids: part.task_uuids.filter(uuid => !gone.includes(uuid)) }
      : part
  return { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(left) })) }
}
