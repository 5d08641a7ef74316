/**
 * Copies of plans and of what is in them, under new uuids: an activity made from a template (D-62), or an item that is
 * duplicated in the builder. Nothing but the uuids changes.
 *
 * The rule that surprises: new uuids come in as a list, one for each that `uuidsIn` finds. A part stays attached to the
 * goals it had; those that are copied with it are named by their new uuids.
 */
import type { Plan } from './plan.ts'

/** The uuids of a value and of everything inside it, in the order in which `withNewUuids` replaces them. */
export function uuidsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(uuidsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'uuid' ? [String(inner)] : uuidsIn(inner)))
}

/**
 * The same value with `fresh` in place of its uuids, however deep.
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
 * A whole plan under new uuids (D-62), one of `fresh` for each of `uuidsIn(plan)`. A goal that a part names but the
 * plan does not have is left out.
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
 * What a new activity is copied from, of the activity and the session that one address may name: whichever is a template,
 * the activity first (D-62, D-80). Others are not copied.
 */
export function chooseTemplate<Plan extends { is_preset: boolean }>(
  activity: Plan | null,
  session: Plan | null
): Plan | null {
  return [activity, session].find(plan => plan?.is_preset) ?? null
}
