/**
 * The kind of a part, which gives it its colour. Plans have no field for it, so the title decides: people name a break a
 * break. The colour is only a hint beside the title, so a wrong guess does no harm.
 *
 * The rule that surprises: a part without a telling word is work, and one without a title is none of the kinds. Turns
 * are talk unless the title says otherwise.
 */
import type { Part } from './plan.ts'

export const PartKind = { Work: 'work', Rest: 'rest', Talk: 'talk', Other: 'other' } as const
export type PartKind = (typeof PartKind)[keyof typeof PartKind]

/** Returns the kind of a part by the first of these words in its title, else by its turns. */
export function partKind({ title, per_participant }: Pick<Part, 'title' | 'per_participant'>): PartKind {
  for (const [kind, words] of WORDS) if (words.test(title)) return kind
  if (per_participant === 1) return PartKind.Talk
  return title.trim() ? PartKind.Work : PartKind.Other
}

const WORDS = [
  [
    PartKind.Rest,
    /\b(?:rest(?! of)|break(?! (?:down|into|it|out|the|up))|breather|lunch|nap|pause|recover|recovery|relax|snack|tea)\b/i
  ],
  [
    PartKind.Talk,
    new RegExp(
      String.raw`\b(?:chat|check[- ]?(?:in|out)|cheer|debrief|discuss|discussion|feedback|greet|hello|introduce|` +
        String.raw`introductions?|news|q ?& ?a|questions|retro|retrospective|share|sharing|talk|tell|topic|vote)\b`,
      'i'
    )
  ],
  [
    PartKind.Other,
    /\b(?:arrive|arrival|clean ?up|close|closing|cool[- ]?down|get ready|open|opening|prepare|settle|set ?up|shut down|sit down|warm[- ]?up|welcome|wrap[- ]?up)\b/i
  ]
] as const
