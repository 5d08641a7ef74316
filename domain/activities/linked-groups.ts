import type { Part, PartGroup, Plan } from './plan.ts'

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
