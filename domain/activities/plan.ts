/**
 * The plan of an activity: groups of timed parts and groups of goals. Each session has its own copy, so that changing
 * or deleting the activity never changes a session (D-64). The wire format and the stored format are the same.
 *
 * The rule that surprises: a part's dates are either absolute (`started_at`) or, with `relative_dates`, computed from
 * the part before it (`start_of` and `time_from`). They are recomputed whenever an earlier part moves (D-91).
 */
import * as z from 'zod/mini'
import { goalFields, type QuickLogButton, timer } from '../goals/fields.ts'
import { date, flag, seconds, text, title, uuid, whole } from '../lib/fields.ts'

/** Where a relative part begins, relative to the previous part (B§9). */
export const START_POINTS = ['after_previous_ends', 'before_previous_ends', 'after_previous_starts'] as const
export type StartPoint = (typeof START_POINTS)[number]

/** A sound and a line of text inside a part, `at` seconds before its end. */
const partAlert = z.object({ at: seconds(), title: title(100) })

/**
 * Facts that a running session writes on a part (`domain/sessions/parts.ts`). Starting or resetting a session clears
 * them. No rule moves the `started_at` of a pinned part. The facts apply only to the set of the group in `pinned`.
 */
const runFields = {
  /** The set of the group that the facts apply to; 0 while the dates are computed. */
  pinned: z._default(whole(0, 1000), 0),
  /** When it ended, if that is a fact too: a host completed it early (D-98), or it was over when something moved. */
  completed_at: z._default(z.nullable(date), null),
  /** How often the text has changed. A save that started from an older text is refused (D-140). */
  revision: z._default(whole(0, 1_000_000), 0),
  /** Seconds that a host has added to its duration. */
  extra: z.optional(seconds()),
  /** When a host skipped the rest of the part. That moved the end of the session from `from` to `to`. */
  skipped: z.optional(z.object({ at: date, from: z.nullable(date), to: z.nullable(date) })),
  /**
   * When the current turn began, its round, and the usernames who had their turn in it (D-93). Null while the turns can
   * still be computed from the part's start.
   */
  turns: z._default(z.nullable(z.object({ round: whole(1, 1000), done: z.array(z.string()), at: date })), null)
}

/** The fields of a part, each with its own check. */
export const partFields = z.object({
  uuid,
  order: z._default(whole(0, 100_000), 0),
  title: z._default(text(255), ''),
  content: z._default(text(50_000), ''),
  started_at: z._default(z.nullable(date), null),
  ended_at: z._default(z.nullable(date), null),
  paused_at: z._default(z.nullable(date), null),
  duration: z._default(seconds(), 0),
  per_participant: z._default(flag, 0),
  edit_prompt: z._default(text(1000), ''),
  edit_content: z._default(flag, 0),
  relative_dates: z._default(flag, 1),
  time_from: z._default(seconds(), 0),
  start_of: z._default(z.literal(START_POINTS, 'Choose a start point.'), 'after_previous_ends'),
  can_complete: z._default(flag, 0),
  task_uuids: z._default(z.array(uuid).check(z.maxLength(100, 'Attach at most 100 goals.')), []),
  is_custom_duration: z._default(flag, 1),
  is_interval: z._default(flag, 0),
  timers: z._default(z.array(timer).check(z.maxLength(50, 'Use at most 50 timers.')), []),
  sets: z._default(whole(1, 1000), 1),
  alerts: z._default(z.array(partAlert).check(z.maxLength(20, 'Use at most 20 alerts.')), []),
  ...runFields
})
export type Part = z.output<typeof partFields>

/** Makes a part absolute when it is sent with a date but without `relative_dates` (D-91). */
export function withOwnDate<Fields extends z.ZodMiniType>(fields: Fields) {
  return z.pipe(
    z.transform((sent: unknown) => (hasOwnDate(sent) ? { ...sent, relative_dates: 0 } : sent)),
    fields as z.ZodMiniType<z.output<Fields>, unknown>
  ) as z.ZodMiniType<z.output<Fields>, z.input<Fields>>
}

function hasOwnDate(sent: unknown): sent is object {
  if (typeof sent !== 'object' || sent === null || !('started_at' in sent) || 'relative_dates' in sent) return false
  return sent.started_at !== null && sent.started_at !== undefined
}

export const part = withOwnDate(partFields)

export const task = z.object({
  uuid,
  order: z._default(whole(0, 100_000), 0),
  ...goalFields,
  started_at: z._default(z.nullable(date), null),
  ended_at: z._default(z.nullable(date), null)
})
export type Task = z.output<typeof task>

const groupFields = {
  uuid,
  title: z._default(text(255), ''),
  linked: z._default(flag, 1),
  auto_start: z._default(flag, 1),
  hidden: z._default(flag, 0),
  sets: z._default(whole(1, 1000), 1)
}

export const partGroup = z.object({
  ...groupFields,
  type: z._default(z.literal('part', 'Groups of parts have the type part.'), 'part'),
  parts: z._default(z.array(part).check(z.maxLength(500, 'Use at most 500 parts.')), [])
})
export type PartGroup = z.output<typeof partGroup>

export const taskGroup = z.object({
  ...groupFields,
  type: z._default(z.literal('task', 'Groups of goals have the type task.'), 'task'),
  parts: z._default(z.array(task).check(z.maxLength(500, 'Use at most 500 goals.')), [])
})
export type TaskGroup = z.output<typeof taskGroup>

export const plan = z.object({
  parts: z._default(z.array(partGroup).check(z.maxLength(50, 'Use at most 50 groups of parts.')), []),
  tasks: z._default(z.array(taskGroup).check(z.maxLength(50, 'Use at most 50 groups of goals.')), []),
  /** Timers of the whole activity; they cycle while the session runs (D-95). */
  timers: z._default(z.array(timer).check(z.maxLength(50, 'Use at most 50 timers.')), [])
})
export type Plan = z.output<typeof plan>

/** Returns the buttons of all goals of a plan, in order (SES-132). */
export function buttonsIn({ tasks }: Pick<Plan, 'tasks'>): QuickLogButton[] {
  return tasks.flatMap(group => group.parts.flatMap(task => task.quick_log_buttons))
}
