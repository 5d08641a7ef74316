/** The common part of activities and sessions: columns, forms, and checks before they are stored. */
import { randomUUID } from 'node:crypto'
import type { ActivityForm, Draft } from '../../domain/activities/builder-api.ts'
import { copyPlan, uuidsIn } from '../../domain/activities/copy-plan.ts'
import { autoStartProblem, checkAlerts, checkParts, checkPlan } from '../../domain/activities/parts-check.ts'
import type { Plan } from '../../domain/activities/plan.ts'
import { planLimits } from '../../domain/activities/plan-limits.ts'
import { clearPlan } from '../../domain/activities/schedule.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { DEFAULT_DURATION } from '../../domain/sessions/length.ts'
import { pathTo, type Terms } from '../browse/term-rows.ts'
import { safeHtml } from '../lib/html.ts'
import { randomText } from '../lib/slugs.ts'
import type { ActivityRow } from './activity-rows.ts'

/** The columns that activities and sessions share. */
export type Planned = Pick<
  ActivityRow,
  | 'title'
  | 'content'
  | 'plan'
  | 'duration'
  | 'participant_limit'
  | 'difficulty'
  | 'term_id'
  | 'group_id'
  | 'is_preset'
  | 'unlisted'
  | 'is_manually_started'
  | 'needs_code'
  | 'join_code'
  | 'donation_link'
>

export const EMPTY: Planned = {
  title: '',
  content: '',
  plan: { parts: [], tasks: [], timers: [] },
  duration: DEFAULT_DURATION,
  participant_limit: null,
  difficulty: null,
  term_id: null,
  group_id: null,
  is_preset: false,
  unlisted: false,
  is_manually_started: false,
  needs_code: false,
  join_code: null,
  donation_link: ''
}

export function toWireDraft(row: Planned, terms: Terms): Draft {
  const [term_id_0 = null, term_id_1 = null, term_id_2 = null, term_id_3 = null] = pathTo(terms, row.term_id)
  const { parts, tasks, timers } = row.plan
  return {
    title: row.title,
    content: row.content,
    term_id: row.term_id,
    term_id_0,
    term_id_1,
    term_id_2,
    term_id_3,
    difficulty: row.difficulty,
    participant_limit: row.participant_limit,
    needs_code: row.needs_code ? 1 : 0,
    join_code: row.join_code,
    donation_link: row.donation_link,
    is_manually_started: row.is_manually_started ? 1 : 0,
    is_preset: row.is_preset ? 1 : 0,
    unlisted: row.unlisted ? 1 : 0,
    hut_id: row.group_id,
    duration: row.duration,
    parts,
    tasks,
    timers
  }
}

export function toWireForm(row: ActivityRow, terms: Terms): ActivityForm {
  const { id, slug, revision } = row
  return { id, slug, path: `/activities/${slug}`, revision, ...toWireDraft(row, terms) }
}

/** The start of something made from a template: new uuids, no dates, secrets or group, and not a template (D-62). */
export function fromTemplate(row: Planned): Planned {
  const plan = { ...row.plan, ...clearPlan(row.plan) }
  return {
    ...row,
    plan: copyPlan(
      plan,
      uuidsIn(plan).map(() => randomUUID())
    ),
    is_preset: false,
    unlisted: false,
    join_code: null,
    group_id: null
  }
}

/** The join code to store: the typed one, or a new one (D-77). */
export function codeFor(needsCode: boolean, typed: string | null): string | null {
  const code = typed?.trim() || null
  return needsCode && code === null ? randomText(6) : code
}

/** Refuses an unknown category. */
export function requireTerm(terms: Terms, id: number | null | undefined): void {
  if (id != null && !terms.byId.has(id)) refuse(invalid('challenge.term_id', 'There’s no such category.'))
}

interface Frame {
  /** Start of the session as ISO 8601; null without one, and for an activity. */
  startedAt: string | null
  isManual: boolean
}

/**
 * Checks a plan before it is stored, and returns it with safe texts in display order. Refuses with the fields of the
 * whole form: `challenge.parts.0…`.
 * @param stored the present plan, whose texts are safe
 */
export function checkedPlan(plan: Plan, { startedAt, isManual }: Frame, stored: Pick<Plan, 'parts'>): Plan {
  refuseFields({ ...planLimits(plan), ...checkAlerts(plan.parts), ...checkPlan(plan) })
  const { fields, warnings } = checkParts(plan, startedAt)
  for (const [index, group] of plan.parts.entries()) {
    const problem = autoStartProblem(group, isManual)
    if (problem) fields[`parts.${index}.auto_start`] = problem
  }
  refuseFields(fields, warnings[0])
  const safe = new Set(stored.parts.flatMap(group => group.parts.map(part => part.content)))
  const cleaned = (text: string): string => (safe.has(text) ? text : safeHtml(text))
  return {
    ...plan,
    parts: plan.parts.map(group => ({
      ...group,
      parts: inOrder(group.parts).map(part => ({ ...part, content: cleaned(part.content) }))
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
