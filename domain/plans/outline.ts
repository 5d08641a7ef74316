/**
 * The outline of a plan: the part of it that plan text expresses (D-155). `read-text.ts` reads an outline from text,
 * `write-text.ts` writes it, and `join.ts` puts it into a plan.
 *
 * The rule that surprises: an outline has no uuids, alerts, checklists, gaps between parts or formatted notes. A plan
 * keeps these when its text changes.
 *
 * Units: seconds, and miles for distances. Notes are plain lines.
 */

import type { Part, PartGroup, Plan, Task, TaskGroup } from '../activities/plan.ts'
import type { Timer } from '../goals/fields.ts'
import { escapeHtml, plainText } from '../lib/plain-text.ts'

export interface Step {
  title: string
  seconds: number
}

/** An interval timer inside a part. */
export interface Repeat {
  title: string
  times: number
  steps: Step[]
}

export interface OutlinePart {
  title: string
  /** Null: as long as its steps. */
  seconds: number | null
  /** Everyone has a turn of `seconds`. */
  each: boolean
  /** How often its steps or its turns repeat. 1 for a part without either. */
  times: number
  /** The timers of an interval part; null for other parts. */
  steps: (Step | Repeat)[] | null
  note: string
}

export interface OutlineGroup {
  title: string
  sets: number
  parts: OutlinePart[]
}

export interface OutlineGoal {
  title: string
  amount: number | null
  unit: string
  distance: number | null
  seconds: number
  note: string
}

export interface OutlineGoals {
  title: string
  goals: OutlineGoal[]
}

export interface Outline {
  groups: OutlineGroup[]
  goals: OutlineGoals[]
}

export function isRepeat(step: Step | Repeat): step is Repeat {
  return 'steps' in step
}

/** Returns the outline of a plan, with its items in the order that people see. */
export function outlineOf({ parts, tasks }: Pick<Plan, 'parts' | 'tasks'>): Outline {
  return { groups: parts.map(groupOutline), goals: tasks.map(goalsOutline) }
}

export function groupOutline({ title, sets, parts }: PartGroup): OutlineGroup {
  return { title, sets, parts: inOrder(parts).map(partOutline) }
}

export function goalsOutline({ title, parts }: TaskGroup): OutlineGoals {
  return { title, goals: inOrder(parts).map(goalOutline) }
}

export function partOutline(part: Part): OutlinePart {
  const { title, duration, sets, timers } = part
  const head = { title, each: part.per_participant === 1, note: noteOf(part.content) }
  if (!hasSteps(part)) return { ...head, seconds: duration, times: head.each ? sets : 1, steps: null }
  const isComputed = part.is_custom_duration === 0 || duration === 0
  return { ...head, seconds: isComputed ? null : duration, times: sets, steps: timers.map(stepOutline) }
}

/** Whether the part runs its timers one after another. */
export function hasSteps(part: Pick<Part, 'is_interval' | 'timers'>): boolean {
  return part.is_interval === 1 && part.timers.length > 0
}

export function stepOutline({ title, duration, is_interval, sets, nested }: Timer): Step | Repeat {
  if (is_interval === 0 || nested.length === 0) return { title, seconds: duration }
  return { title, times: sets, steps: nested.map(inner => ({ title: inner.title, seconds: inner.duration })) }
}

export function goalOutline({ title, amount, unit, distance, duration, content }: Task): OutlineGoal {
  return { title, amount, unit, distance, seconds: duration, note: noteOf(content) }
}

/** Returns the items sorted by their place, as readers of a plan do. */
export function inOrder<Item extends { order: number }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.order - b.order)
}

/** Returns rich text as lines without formatting; an empty text without words. */
export function noteOf(html: string): string {
  if (html === '') return ''
  return html
    .split(/<\/(?:p|li|h\d|div|blockquote|pre|td|th)>|<br\s*\/?>/i)
    .map(line => plainText(line, Number.POSITIVE_INFINITY))
    .filter(Boolean)
    .join('\n')
}

/** Returns rich text with one paragraph for each line of the note. */
export function noteHtml(note: string): string {
  return note
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map(line => `<p>${escapeHtml(line)}</p>`)
    .join('')
}
