/**
 * Copies a plan or an item of it under new uuids: to make an activity from a template (D-62), or to duplicate an item
 * in the builder. Only the uuids change.
 *
 * The rule that surprises: the caller passes the new uuids as a list, one for each uuid that `uuidsIn` finds. The copy
 * of a part stays attached to the same goals, or to their copies when they are copied with it.
 */
import type { Plan } from './plan.ts'

/** Returns the uuids of a value and of everything inside it, in the order in which `withNewUuids` replaces them. */
export function uuidsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(uuidsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'uuid' ? [String(inner)] : uuidsIn(inner)))
}

/**
 * Returns a copy of the value in which `fresh` replaces the uuids at every depth.
 * @param fresh at least as many uuids as `uuidsIn(value)` has
 * @throws Error when there are too few
 */
export function withNewUuids<T>(value: T, fresh: readonly string[]): T {
  const old = uuidsIn(value)
  if (fresh.length < old.length) throw new Error(`${old.length} new uuids are needed, not ${fresh.length}`)
  const renamed = new Map(old.map((uuid, index) => [uuid, fresh[index] ?? uuid]))
  const copied = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(copied)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(
      Object.entries(inner).map(([key, field]) => {
        if (key === 'uuid') return [key, renamed.get(field)]
        return [key, key === 'task_uuids' ? field.map((uuid: string) => renamed.get(uuid) ?? uuid) : copied(field)]
      })
    )
  }
  return copied(value) as T
}

/**
 * Copies a whole plan under new uuids (D-62): `fresh` has one for each of `uuidsIn(plan)`. The copy drops links from
 * parts to goals that the plan does not have.
 * @throws Error when `fresh` has too few uuids
 */
export function copyPlan(plan: Plan, fresh: readonly string[]): Plan {
  const copy = withNewUuids(plan, fresh)
  const goals = new Set(copy.tasks.flatMap(group => group.parts.map(({ uuid }) => uuid)))
  const parts = copy.parts.map(group => ({
    ...group,
    parts: group.parts.map(part => ({ ...part, task_uuids: part.task_uuids.filter(uuid => goals.has(uuid)) }))
  }))
  return { ...copy, parts }
}

/**
 * One address may name an activity and a session. Returns the one that is a template, the activity when both are, or
 * null (D-62, D-80).
 */
export function chooseTemplate<Plan extends { is_preset: boolean }>(
  activity: Plan | null,
  session: Plan | null
): Plan | null {
  return [activity, session].find(plan => plan?.is_preset) ?? null
}
