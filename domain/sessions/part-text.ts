/**
 * The texts of parts that a room writes together. A form holds the texts as they were when it was opened, so saving it
 * must not undo what was written meanwhile (D-140).
 */
import type { Part, Plan } from '../activities/plan.ts'
import { escapeHtml } from '../lib/plain-text.ts'
import type { Refusal } from '../lib/refusal.ts'

const TEXT_HAS_CHANGED =
  'The room has changed this text since you opened the page. Copy what you wrote and open the page again.'

/**
 * The parts of a form with the stored text wherever that is newer. Call it before `keepRun`, which takes over the stored
 * revisions.
 *
 * @returns the plan, and what to say about each text that was changed both in the form and in the room, by its path such
 * as `parts.0.parts.1.content`
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
    // A room adds to the end, so a text that is the beginning of the stored one was not touched in the form.
    if (!was.content.startsWith(part.content)) fields[`${path}.content`] = TEXT_HAS_CHANGED
    return { ...part, content: was.content }
  }
  const parts = sent.parts.map((group, g) => ({
    ...group,
    parts: group.parts.map((part, p) => kept(part, `parts.${g}.parts.${p}`))
  }))
  return { plan: { ...sent, parts }, fields }
}

/** The plan with another text of a part, one revision on. */
export function withPartText(plan: Plan, uuid: string, content: string): Plan {
  const changed = (part: Part): Part => (part.uuid === uuid ? { ...part, content, revision: part.revision + 1 } : part)
  return { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(changed) })) }
}

/** What a participant adds to a part begins with their name. */
export function byline(username: string): string {
  return `<p><strong>${escapeHtml(username)}:</strong>`
}

/** The plan without the name of a deleted account: in what they added to parts, and among who had a turn (D-131). */
export function withoutName<P extends Pick<Plan, 'parts'>>(plan: P, username: string, instead: string): P {
  const renamed = (part: Part): Part => ({
    ...part,
    content: part.content.replaceAll(byline(username), byline(instead)),
    turns: part.turns && { ...part.turns, done: part.turns.done.map(name => (name === username ? instead : name)) }
  })
  return { ...plan, parts: plan.parts.map(group => ({ ...group, parts: group.parts.map(renamed) })) }
}

/** The 409 of a save that started from an older text; it carries the newer one. */
export function textIsNewer({ content, revision }: Pick<Part, 'content' | 'revision'>): Refusal {
  const message = 'Somebody changed this text while you edited it. Nothing was saved yet.'
  return { kind: 'conflict', message, newer: { content, revision } }
}

/** Uuids of the parts whose text guests may read in `before` and no longer in `after` (D-98). */
export function noLongerSeen(before: Pick<Plan, 'parts'>, after: Pick<Plan, 'parts'>): string[] {
  const seen = (plan: Pick<Plan, 'parts'>) =>
    plan.parts.flatMap(group => (group.hidden ? [] : group.parts.map(({ uuid }) => uuid)))
  const still = new Set(seen(after))
  return seen(before).filter(uuid => !still.has(uuid))
}
