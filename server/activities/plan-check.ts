/** What is checked of every plan before it is stored, in an activity and in a session alike. */
import { autoStartProblem, checkParts, checkPlan } from '../../domain/activities/parts-check.ts'
import type { Plan } from '../../domain/activities/plan.ts'
import { planLimits } from '../../domain/activities/plan-limits.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import { safeHtml } from '../lib/html.ts'

interface Frame {
  /** Start of the session as ISO 8601; null without one, and for an activity. */
  startedAt: string | null
  isManual: boolean
}

/** The plan with safe texts, in display order. Refuses with fields as the whole form has them: `challenge.parts.0…`. */
export function checkedPlan(plan: Plan, { startedAt, isManual }: Frame): Plan {
  refuseFields({ ...planLimits(plan), ...checkPlan(plan) })
  const { fields, warnings } = checkParts(plan, startedAt)
  for (const [index, group] of plan.parts.entries()) {
    const problem = autoStartProblem(group, isManual)
    if (problem) fields[`parts.${index}.auto_start`] = problem
  }
  refuseFields(fields, warnings[0])
  return {
    ...plan,
    parts: plan.parts.map(group => ({
      ...group,
      parts: inOrder(group.parts).map(part => ({ ...part, content: safeHtml(part.content) }))
    })),
    tasks: plan.tasks.map(group => ({ ...group, parts: inOrder(group.parts) }))
  }
}

export function refuseFields(fields: Record<string, string>, message?: string): void {
  const entries = Object.entries(fields)
  const [first] = entries
  if (!first) return
  refuse({
    kind: 'invalid',
    fields: Object.fromEntries(entries.map(([path, text]) => [`challenge.${path}`, text])),
    message: message ?? first[1]
  })
}

function inOrder<Item extends { order: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.order - b.order)
}
