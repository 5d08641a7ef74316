/**
 * The texts of parts, which participants may write together. A form contains the texts from when it was opened, so
 * saving it must not undo later additions (D-140).
 */
import type { Part, Plan } from '../activities/plan.ts'
import { escapeHtml } from '../lib/plain-text.ts'
import type { Refusal } from '../lib/refusal.ts'

const TEXT_HAS_CHANGED =
  'Others have changed this text since you opened the page. Copy what you wrote and reload the page.'

/**
 * Replaces texts of a sent plan by the stored ones where those are newer. Callers must call it before `keepRun`, which
 * copies the stored revisions.
 *
 * @returns the plan, and errors for texts that were changed both in the form and in the session, by path, such as
 * `parts.0.parts.1.content`
 */
export function keepTexts<P extends Pick<Plan, 'parts'>>(
  sent: P,
  stored: Pick<Plan, 'parts'>
): { plan: P; fields: Record<string, string> } {
  const before = new Map(stored.parts.flatMap(group => group.parts.map(part => [part.uuid, part])))
  const fields: Record<string, string> = {}
  const kept = (part: Part, path: string): Part => {
    const was = before.get(part.uuid)
    if (!was || was.revision <= part.revision || was.content === part.content) return part
    // Participants add to the end. So the form did not change a text with which the stored text begins.
    if (!was.content.startsWith(part.content)) fields[`${path}.content`] = TEXT_HAS_CHANGED
    return { ...part, content: was.content }
  }
  const parts = sent.parts.map((group, g) => ({
    ...group,
    parts: group.parts.map((part, p) => kept(part, `parts.${g}.parts.${p}`))
  }))
  return { plan: { ...sent, parts }, fields }
}

/** Returns the plan with a new text of a part and its revision increased by one. */
export function withPartText(plan: Plan, uuid: string, content: string): Plan {
  const changed = (part: Part): Part => (part.uuid === uuid ? { ...part, content, revision: part.revision + 1 } : part)
  return { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(changed) })) }
}

/** Returns the beginning of a participant's contribution: their name. */
export function byline(username: string): string {
  return `<p><strong>${escapeHtml(username)}:</strong>`
}

/** Replaces the username of a deleted account in the plan: in contributions to parts and in stored turns (D-131). */
export function withoutName<P extends Pick<Plan, 'parts'>>(plan: P, username: string, instead: string): P {
  const renamed = (part: Part): Part => ({
    ...part,
    content: part.content.replaceAll(byline(username), byline(instead)),
    turns: part.turns && { ...part.turns, done: part.turns.done.map(name => (name === username ? instead : name)) }
  })
  return { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(renamed) })) }
}

/** Returns the 409 for a save that started from an older text; it contains the newer text. */
export function textIsNewer({ content, revision }: Pick<Part, 'content' | 'revision'>): Refusal {
  const message = 'Someone changed this text while you were editing it. Nothing is saved yet.'
  return { kind: 'conflict', message, newer: { content, revision } }
}

/** Returns the uuids of parts whose text guests can read in `before` but not in `after` (D-98). */
export function noLongerSeen(before: Pick<Plan, 'parts'>, after: Pick<Plan, 'parts'>): string[] {
  const seen = (plan: Pick<Plan, 'parts'>) =>
    plan.parts.flatMap(group => (group.hidden ? [] : group.parts.map(({ uuid }) => uuid)))
  const still = new Set(seen(after))
  return seen(before).filter(uuid => !still.has(uuid))
}
