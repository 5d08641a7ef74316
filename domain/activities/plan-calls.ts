/**
 * The API calls for single parts and groups of a plan (BLD-53..BLD-66, D-69). They return refusals: 404 for an unknown
 * uuid. They don’t check whether the resulting plan may be saved: `parts-check.ts` and `plan-limits.ts` do that.
 *
 * Refusals name the field of the call’s body, such as `part.task_uuids.0`.
 */
import { invalid } from '../lib/refusal.ts'
import { allow, deny, type Result } from '../lib/result.ts'
import type { PatchGroup, PatchPart, ReorderParts, StoreGroup, StorePart } from './parts-api.ts'
import { checkPlan } from './parts-check.ts'
import type { Plan } from './plan.ts'
import {
  addGroup,
  addItem,
  type Group,
  hasItem,
  items,
  LISTS,
  removeGroup,
  removeItem,
  setGroup,
  setItem,
  withGroups,
  withItems
} from './plan-edit.ts'

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

function emptyGroup(settings: Omit<StoreGroup, 'client_uuid'>): Group {
  return { ...settings, parts: [] } as Group
}
