/** Detects a save that changed only the order within one group, and uses the reorder call for it (D-69). */
import type { reorderActivityParts } from '../../../domain/activities/parts-api.ts'
import type { PartGroup, TaskGroup } from '../../../domain/activities/plan.ts'
import type { CallOf } from '../../../domain/lib/endpoint.ts'
import type { Form } from '../form.ts'

type Places = CallOf<typeof reorderActivityParts>['body']
type Group = PartGroup | TaskGroup

/** Returns the body of the reorder call, or null if anything else changed or nothing did (BLD-55, BLD-62). */
export function reorderBody(start: Form, form: Form): Places | null {
  if (withoutPlaces(start) !== withoutPlaces(form)) return null
  const before = groupsOf(start)
  const moved = groupsOf(form).filter((group, index) => uuidsOf(group) !== uuidsOf(before[index]))
  const [group] = moved
  if (!group || moved.length > 1) return null
  const parts = Object.fromEntries(group.parts.map(({ uuid }, order) => [uuid, order]))
  return { type: group.type, events_group_uuid: group.uuid, parts }
}

function groupsOf({ parts, tasks }: Form): Group[] {
  return [...parts, ...tasks]
}

function uuidsOf(group: Group | undefined): string {
  return group?.parts.map(({ uuid }) => uuid).join() ?? ''
}

function withoutPlaces(form: Form): string {
  const sorted = groupsOf(form).map(group => ({
    ...group,
    parts: group.parts.map(item => ({ ...item, order: 0 })).sort((a, b) => (a.uuid < b.uuid ? -1 : 1))
  }))
  return JSON.stringify({ ...form, parts: [], tasks: sorted })
}
