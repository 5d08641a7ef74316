/**
 * The builder's single steps: add, change, move and remove a part, a goal or a group (BLD-53..BLD-66, D-69). Whether
 * the plan that comes out may be saved is for the checks of a whole plan (`parts-check.ts`, `plan-limits.ts`).
 *
 * Refusals name the field of the call's body; a uuid of the path that is not in the plan is not found.
 */

import { invalid } from '../lib/refusal.ts'
import { allow, deny, type Result } from '../lib/result.ts'
import type { PatchGroup, PatchPart, ReorderParts, StoreGroup, StorePart } from './builder-api.ts'
import { checkPlan } from './parts-check.ts'
import type { Part, PartGroup, Plan, Task, TaskGroup } from './plan.ts'

type Kind = 'part' | 'task'
type Group = PartGroup | TaskGroup
const LISTS = { part: 'parts', task: 'tasks' } as const

/** At the end of its group, unless it has a place. `newGroup` is the uuid of a group that has to be made. */
export function addPart(plan: Plan, sent: StorePart, newGroup: string): Result<Plan> {
  const item = sent[sent.type]
  if (!item) return deny(invalid(sent.type, `Give the ${sent.type}.`))
  const groups = groupsOf(plan, sent.type)
  if (sent.events_group_uuid && !groups.some(group => group.uuid === sent.events_group_uuid)) {
    return deny(invalid('events_group_uuid', 'There is no such group in this plan.'))
  }
  const target = sent.events_group_uuid ?? groups.at(-1)?.uuid ?? newGroup
  const withTarget = groups.some(group => group.uuid === target)
    ? groups
    : [
        ...groups,
        emptyGroup({ uuid: target, type: sent.type, title: '', linked: 1, auto_start: 1, hidden: 0, sets: 1 })
      ]
  const added = withTarget.map(group => {
    if (group.uuid !== target) return group
    const last = group.parts.reduce((most, { order }) => Math.max(most, order), group.parts.length - 1)
    return withItems(group, [...group.parts, item.order === 0 ? { ...item, order: last + 1 } : item])
  })
  const g = added.findIndex(group => group.uuid === target)
  const at = (added[g]?.parts.length ?? 1) - 1
  return sound(withGroups(plan, sent.type, added), `${LISTS[sent.type]}.${g}.parts.${at}.`, `${sent.type}.`)
}

/** With a goal goes what attached it to parts. */
export function removePart(plan: Plan, uuid: string, type: string): Result<Plan> {
  if (type !== 'part' && type !== 'task') return missing()
  const groups = groupsOf(plan, type)
  if (!groups.some(group => group.parts.some(item => item.uuid === uuid))) return missing()
  const left = groups.map(group =>
    withItems(
      group,
      group.parts.filter(item => item.uuid !== uuid)
    )
  )
  return allow(withoutGoals(withGroups(plan, type, left), type === 'task' ? [uuid] : []))
}

export function patchPart(plan: Plan, uuid: string, sent: PatchPart): Result<Plan> {
  for (const type of ['part', 'task'] as const) {
    const groups = groupsOf(plan, type)
    if (!groups.some(group => group.parts.some(item => item.uuid === uuid))) continue
    const change = sent[type]
    if (!change) return deny(invalid(type, `Give the ${type}.`))
    const changed = (item: Part | Task) => (item.uuid === uuid ? { ...item, ...change } : item)
    const next = groups.map(group => withItems(group, group.parts.map(changed)))
    const g = next.findIndex(group => group.parts.some(item => item.uuid === uuid))
    const at = next[g]?.parts.findIndex(item => item.uuid === uuid)
    return sound(withGroups(plan, type, next), `${LISTS[type]}.${g}.parts.${at}.`, `${type}.`)
  }
  return missing()
}

/** Moves what is named to the group, from another group of its kind too. What is not named stays where it is. */
export function reorderParts(plan: Plan, sent: ReorderParts): Result<Plan> {
  const groups = groupsOf(plan, sent.type)
  const target = groups.find(group => group.uuid === sent.events_group_uuid)
  if (!target) return deny(invalid('events_group_uuid', 'There is no such group in this plan.'))
  const orders = new Map(Object.entries(sent.parts))
  const known = new Map(groups.flatMap(group => group.parts.map(item => [item.uuid, item])))
  const fields: Record<string, string> = {}
  // 0 is what an order is before anything was moved, so it keeps nobody out.
  const taken = new Set(target.parts.flatMap(item => (orders.has(item.uuid) || item.order === 0 ? [] : item.order)))
  for (const [uuid, order] of orders) {
    if (!known.has(uuid)) fields[`parts.${uuid}`] = `There is no such ${sent.type} in this plan.`
    else if (taken.has(order)) fields[`parts.${uuid}`] = 'Another item has this place.'
    taken.add(order)
  }
  const [message] = Object.values(fields)
  if (message) return deny({ kind: 'invalid', fields, message })
  const moved = [...orders].flatMap(([uuid, order]) => {
    const item = known.get(uuid)
    return item ? [{ ...item, order }] : []
  })
  const placed = groups.map(group => {
    const rest = group.parts.filter(item => !orders.has(item.uuid))
    return withItems(group, group.uuid === target.uuid ? [...rest, ...moved].sort((a, b) => a.order - b.order) : rest)
  })
  return allow(withGroups(plan, sent.type, placed))
}

export function addGroup(plan: Plan, { client_uuid: _, ...sent }: StoreGroup): Result<Plan> {
  const groups = groupsOf(plan, sent.type)
  return sound(withGroups(plan, sent.type, [...groups, emptyGroup(sent)]), `${LISTS[sent.type]}.${groups.length}.`, '')
}

export function patchGroup(plan: Plan, uuid: string, { client_uuid: _, ...change }: PatchGroup): Result<Plan> {
  const type = typeOf(plan, uuid)
  if (!type) return missing()
  const groups = groupsOf(plan, type).map(group => (group.uuid === uuid ? { ...group, ...change } : group))
  return allow(withGroups(plan, type, groups as Group[]))
}

export function removeGroup(plan: Plan, uuid: string): Result<Plan> {
  const type = typeOf(plan, uuid)
  if (!type) return missing()
  const groups = groupsOf(plan, type)
  const gone = groups.filter(group => group.uuid === uuid).flatMap(group => group.parts.map(item => item.uuid))
  const left = withGroups(
    plan,
    type,
    groups.filter(group => group.uuid !== uuid)
  )
  return allow(withoutGoals(left, type === 'task' ? gone : []))
}

/** The plan, unless what was sent, which lies at `path` in it, cannot be; that is named as in the call's body. */
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

function typeOf(plan: Plan, uuid: string): Kind | null {
  if (plan.parts.some(group => group.uuid === uuid)) return 'part'
  return plan.tasks.some(group => group.uuid === uuid) ? 'task' : null
}

function groupsOf(plan: Plan, type: Kind): readonly Group[] {
  return plan[LISTS[type]]
}

/** Each kind's groups hold its own items; the casts here say so once for all the steps above. */
function withGroups(plan: Plan, type: Kind, groups: readonly Group[]): Plan {
  return { ...plan, [LISTS[type]]: groups }
}

function withItems(group: Group, parts: readonly (Part | Task)[]): Group {
  return { ...group, parts } as Group
}

function emptyGroup(settings: Omit<StoreGroup, 'client_uuid'>): Group {
  return { ...settings, parts: [] } as Group
}

function withoutGoals(plan: Plan, uuids: readonly string[]): Plan {
  if (uuids.length === 0) return plan
  const left = (part: Part): Part =>
    part.task_uuids.some(uuid => uuids.includes(uuid))
      ? { ...part, task_uuids: part.task_uuids.filter(uuid => !uuids.includes(uuid)) }
      : part
  return { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(left) })) }
}
