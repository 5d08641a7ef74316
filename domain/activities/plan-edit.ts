/**
 * Functions that change one thing in a plan. The builder uses the plain ones. The API calls for single parts and groups
 * (BLD-53..BLD-66, D-69) use those that end in `Call`, which return refusals. They don't check whether the resulting
 * plan may be saved: `parts-check.ts` and `plan-limits.ts` do that.
 *
 * The rule that surprises: for an unknown uuid, a plain function returns the plan unchanged and a call returns 404. The
 * caller passes new items with their uuids (`new-items.ts`). All functions return a new plan.
 *
 * Refusals name the field of the call's body, such as `part.task_uuids.0`.
 */

import { intervalOf } from '../goals/timers.ts'
import { invalid } from '../lib/refusal.ts'
import { allow, deny, type Result } from '../lib/result.ts'
import type { PatchGroup, PatchPart, ReorderParts, StoreGroup, StorePart } from './builder-api.ts'
import { checkPlan } from './parts-check.ts'
import type { Part, PartGroup, Plan, Task, TaskGroup } from './plan.ts'

type List = 'parts' | 'tasks'
type Item = Part | Task
type Group = PartGroup | TaskGroup
type Settings = Partial<Omit<PartGroup, 'uuid' | 'type' | 'parts'>>
const LISTS = { part: 'parts', task: 'tasks' } as const

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

/**
 * Links or unlinks a group of parts. Linking clears each part's own date and gap, because linked parts follow each
 * other directly (BLD-47, D-91). Unlinking switches auto start off when the host starts the session by hand (D-92).
 * @param isManual whether the host starts the session by hand
 */
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

/** Switches auto start off in all groups of parts that are not linked, so that they wait for the host (D-92). */
export function waitUnlinked(plan: Plan): Plan {
  const waits = (group: PartGroup): PartGroup =>
    group.auto_start && !group.linked ? { ...group, auto_start: 0 } : group
  return { ...plan, parts: plan.parts.map(waits) }
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

/**
 * Adds a part or goal (BLD-53, BLD-60): at its `order`, or at the end of its group when that is 0. Without a group uuid
 * it goes to the last group of its kind. 422 for a missing or invalid item and for an unknown group.
 * @param newGroup uuid of the group to make when the plan has none of that kind
 */
export function addPartCall(plan: Plan, sent: StorePart, newGroup: string): Result<Plan> {
  const item = sent[sent.type]
  if (!item) return deny(invalid(sent.type, `Give the ${sent.type}.`))
  const list = LISTS[sent.type]
  const known = sent.events_group_uuid && plan[list].some(({ uuid }) => uuid === sent.events_group_uuid)
  if (sent.events_group_uuid && !known) return deny(invalid('events_group_uuid', NO_GROUP))
  const target = sent.events_group_uuid ?? plan[list].at(-1)?.uuid ?? newGroup
  const settings = { uuid: target, title: '', linked: 1, auto_start: 1, hidden: 0, sets: 1 } as const
  const ready = plan[list].length === 0 ? addGroup(plan, emptyGroup({ ...settings, type: sent.type })) : plan
  const last = (ready[list].find(({ uuid }) => uuid === target)?.parts ?? []).reduce(
    (most, { order }, index) => Math.max(most, order, index),
    -1
  )
  const placed = item.order === 0 ? { ...item, order: last + 1 } : item
  const next = addItem(ready, target, placed)
  const g = next[list].findIndex(({ uuid }) => uuid === target)
  const at = (next[list][g]?.parts.length ?? 1) - 1
  return sound(next, `${list}.${g}.parts.${at}.`, `${sent.type}.`)
}

/**
 * Removes a part or goal (BLD-54, BLD-61). 404 when the plan has no item of that type with this uuid.
 * @param type the last segment of the call's path: `part` or `task`
 */
export function removePartCall(plan: Plan, uuid: string, type: string): Result<Plan> {
  if (type !== 'part' && type !== 'task') return missing()
  return plan[LISTS[type]].some(group => hasItem(group, uuid)) ? allow(removeItem(plan, uuid)) : missing()
}

/**
 * Changes the sent keys of a part or goal (BLD-56, BLD-63). 404 for an unknown uuid; 422 when the body has no item of
 * that type, or the change makes the item invalid.
 */
export function patchPartCall(plan: Plan, uuid: string, sent: PatchPart): Result<Plan> {
  for (const type of ['part', 'task'] as const) {
    const list = LISTS[type]
    const g = plan[list].findIndex(group => hasItem(group, uuid))
    if (g < 0) continue
    const change = sent[type]
    if (!change) return deny(invalid(type, `Give the ${type}.`))
    const at = plan[list][g]?.parts.findIndex(item => item.uuid === uuid)
    return sound(setItem(plan, uuid, change), `${list}.${g}.parts.${at}.`, `${type}.`)
  }
  return missing()
}

/**
 * Sets the places of the sent items in a group, and moves them there from other groups of its kind (BLD-55, BLD-62).
 * Other items keep their places. 422 for an unknown group or item, and for a place that is taken.
 */
export function reorderPartsCall(plan: Plan, sent: ReorderParts): Result<Plan> {
  const groups: readonly Group[] = plan[LISTS[sent.type]]
  const target = groups.find(group => group.uuid === sent.events_group_uuid)
  if (!target) return deny(invalid('events_group_uuid', NO_GROUP))
  const orders = new Map(Object.entries(sent.parts))
  const known = new Map(groups.flatMap(group => items(group).map(item => [item.uuid, item])))
  const fields: Record<string, string> = {}
  // Items that nobody moved all have order 0, so 0 never counts as taken.
  const taken = new Set(items(target).flatMap(item => (orders.has(item.uuid) || item.order === 0 ? [] : item.order)))
  for (const [uuid, order] of orders) {
    if (!known.has(uuid)) fields[`parts.${uuid}`] = `There’s no such ${sent.type} in this plan.`
    else if (taken.has(order)) fields[`parts.${uuid}`] = 'Another item has this place.'
    taken.add(order)
  }
  const [message] = Object.values(fields)
  if (message) return deny({ kind: 'invalid', fields, message })
  const named = [...orders].flatMap(([uuid, order]) => {
    const item = known.get(uuid)
    return item ? [{ ...item, order }] : []
  })
  const placed = groups.map(group => {
    const rest = items(group).filter(item => !orders.has(item.uuid))
    return withItems(group, group === target ? [...rest, ...named].sort((a, b) => a.order - b.order) : rest)
  })
  return allow(withGroups(plan, LISTS[sent.type], placed))
}

/** Adds an empty group at the end of its list (BLD-57, BLD-64). 422 when the plan has its uuid already. */
export function addGroupCall(plan: Plan, { client_uuid: _, ...sent }: StoreGroup): Result<Plan> {
  const list = LISTS[sent.type]
  return sound(addGroup(plan, emptyGroup(sent)), `${list}.${plan[list].length}.`, '')
}

/** Changes the sent settings of a group (BLD-58, BLD-65). 404 for an unknown uuid. */
export function patchGroupCall(plan: Plan, uuid: string, { client_uuid: _, ...change }: PatchGroup): Result<Plan> {
  return hasGroup(plan, uuid) ? allow(setGroup(plan, uuid, change)) : missing()
}

/** Removes a group and its items (BLD-59, BLD-66). 404 for an unknown uuid. */
export function removeGroupCall(plan: Plan, uuid: string): Result<Plan> {
  return hasGroup(plan, uuid) ? allow(removeGroup(plan, uuid)) : missing()
}

const NO_GROUP = 'There’s no such group in this plan.'

/**
 * Returns the plan, or 422 with the errors below `path`; the refusal names them below `name`, as in the call's body.
 */
function sound(plan: Plan, path: string, name: string): Result<Plan> {
  const wrong = Object.entries(checkPlan(plan)).filter(([field]) => field.startsWith(path))
  const [first] = wrong
  if (!first) return allow(plan)
  const fields = Object.fromEntries(wrong.map(([field, text]) => [name + field.slice(path.length), text]))
  return deny({ kind: 'invalid', fields, message: first[1] })
}

function missing(): Result<never> {
  return deny({ kind: 'notFound' })
}

function hasGroup(plan: Plan, uuid: string): boolean {
  return [...plan.parts, ...plan.tasks].some(group => group.uuid === uuid)
}

function hasItem(group: Group, uuid: string): boolean {
  return items(group).some(item => item.uuid === uuid)
}

/** The casts are safe: groups of parts hold parts, and groups of goals hold goals. */
function eachGroup(plan: Plan, change: (group: Group) => Group): Plan {
  return { ...plan, parts: plan.parts.map(change) as PartGroup[], tasks: plan.tasks.map(change) as TaskGroup[] }
}

function withGroups(plan: Plan, list: List, groups: readonly Group[]): Plan {
  return { ...plan, [list]: groups }
}

function items(group: Group): readonly Item[] {
  return group.parts
}

function withItems(group: Group, parts: readonly Item[]): Group {
  return { ...group, parts } as Group
}

function emptyGroup(settings: Omit<StoreGroup, 'client_uuid'>): Group {
  return { ...settings, parts: [] } as Group
}

function setItem(plan: Plan, uuid: string, change: Partial<Part> | Partial<Task>): Plan {
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
