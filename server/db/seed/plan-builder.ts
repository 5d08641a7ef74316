/**
 * Turns short drafts of activities into complete plans, with every default spelled out and every uuid derived from
 * the activity's slug and the place inside its plan: seeding twice writes the same rows.
 *
 * The rule that surprises: reordering parts or goals in a draft changes their uuids, since those follow the index.
 *
 * Units: seconds, miles.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type Part, type Plan, type part, plan, type task } from '../../../domain/activities/plan.ts'
import type { InnerTimer, listItem, quickLogButton, Timer, timer } from '../../../domain/goals/goal.ts'

export type SeedActivity = {
  slug: string
  title: string
  /** HTML of p, ul, ol, li, strong, em, a and h3. */
  content: string
  /** Slug of a category. */
  category: string
  difficulty: 3 | 4 | 6
  is_preset: boolean
  /** Seconds of the longest part group, with every place taken. */
  duration: number
  participant_limit: number | null
  source: { title: string; note: string }
  plan: Plan
}

type TimerDraft = Omit<z.input<typeof timer>, 'uuid'>
type ButtonDraft = Omit<z.input<typeof quickLogButton>, 'uuid'>
type PartInput = Omit<z.input<typeof part>, 'uuid' | 'order' | 'timers' | 'task_uuids'>
type PartDraft = PartInput & {
  timers?: TimerDraft[]
  /** Titles of the goals that belong to this part. */
  goals?: string[]
}
type GoalDraft = Omit<z.input<typeof task>, 'uuid' | 'order' | 'timers' | 'list' | 'quick_log_buttons'> & {
  timers?: TimerDraft[]
  buttons?: ButtonDraft[]
  list?: (string | { title: string; link: string })[]
}
type ActivityDraft = Omit<SeedActivity, 'duration' | 'plan' | 'participant_limit'> & {
  participant_limit?: number | null
  parts: PartDraft[]
  goals?: GoalDraft[]
  /** Timers of the whole activity, which cycle while a session runs. */
  timers?: TimerDraft[]
}

/** One linked, automatically started group of parts and one group of goals. Throws when a draft breaks the contract. */
export function defineActivity({
  parts,
  goals = [],
  timers = [],
  participant_limit = null,
  ...rest
}: ActivityDraft): SeedActivity {
  const { slug } = rest
  const taskUuid = (title: string) => {
    const index = goals.findIndex(candidate => candidate.title === title)
    if (index < 0) throw new Error(`${slug}: no goal is called "${title}"`)
    return uuidFor(`${slug}/goals/${index}`)
  }
  const built = z.parse(plan, {
    parts: [
      {
        uuid: uuidFor(`${slug}/parts`),
        parts: parts.map(({ goals: titles = [], ...draft }, order) => ({
          ...draft,
          uuid: uuidFor(`${slug}/parts/${order}`),
          order,
          task_uuids: titles.map(taskUuid),
          timers: withUuids(`${slug}/parts/${order}/timers`, draft.timers)
        }))
      }
    ],
    tasks:
      goals.length === 0
        ? []
        : [{ uuid: uuidFor(`${slug}/goals`), parts: goals.map((draft, order) => buildGoal(slug, draft, order)) }],
    timers: withUuids(`${slug}/timers`, timers)
  })
  return { ...rest, participant_limit, duration: planDuration(built, participant_limit ?? 1), plan: built }
}

function buildGoal(slug: string, { buttons, list = [], timers, ...draft }: GoalDraft, order: number) {
  const place = `${slug}/goals/${order}`
  return {
    ...draft,
    uuid: uuidFor(place),
    order,
    timers: withUuids(`${place}/timers`, timers),
    quick_log_buttons: withUuids(`${place}/buttons`, buttons),
    is_list: list.length > 0,
    list: withUuids(
      `${place}/list`,
      list.map(
        item => (typeof item === 'string' ? { title: item } : item) satisfies Omit<z.input<typeof listItem>, 'uuid'>
      )
    )
  }
}

/** Seconds of the longest part group; a part that goes round the participants counts once for each of them (D-93). */
function planDuration({ parts }: Plan, participants: number): number {
  return Math.max(0, ...parts.map(group => group.sets * total(group.parts.map(one => partDuration(one, participants)))))
}

function partDuration(one: Part, participants: number): number {
  return one.per_participant ? one.duration * one.sets * participants : one.duration
}

/** Seconds of a timer: of all its nested timers where it is an interval. */
function timerDuration({ is_interval, duration = 0, sets = 1, nested = [] }: TimerDraft | Timer): number {
  return is_interval ? sets * total(nested.map(inner => inner.duration)) : duration
}

/** A uuid in the form of version 5: the same name always gives the same one. */
export function uuidFor(name: string): string {
  const bytes = createHash('sha1').update(`challenge-hut/seed/${name}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function minutes(count: number): number {
  return count * 60
}

export function hours(count: number): number {
  return count * 3600
}

export function days(count: number): number {
  return count * 86_400
}

/** A part with one countdown. */
export function timed(title: string, duration: number, text: string, more: Partial<PartDraft> = {}): PartDraft {
  return { title, duration, content: `<p>${text}</p>`, ...more }
}

/** A part made of intervals; its duration is theirs. */
export function intervals(title: string, timers: TimerDraft[], text: string, more: Partial<PartDraft> = {}): PartDraft {
  return {
    ...timed(title, total(timers.map(timerDuration)), text),
    is_interval: 1,
    is_custom_duration: 0,
    timers,
    ...more
  }
}

/** A part that gives everyone the same time, one after another, and a box to reply to the prompt in. */
export function turns(
  title: string,
  each: number,
  text: string,
  prompt: string,
  more: Partial<PartDraft> = {}
): PartDraft {
  return { ...timed(title, each, text), per_participant: 1, edit_content: 1, edit_prompt: prompt, ...more }
}

/** An interval timer: the steps in order, `sets` times. */
export function repeat(sets: number, title: string, steps: [title: string, duration: number][]): TimerDraft {
  const nested: InnerTimer[] = steps.map(([name, duration]) => ({ title: name, duration }))
  return { title, is_interval: 1, sets, nested, duration: sets * total(nested.map(inner => inner.duration)) }
}

export const lastMinute = { at: 60, title: 'One minute left' }

/** An alert in the middle of a part of this many seconds. */
export function halfway(duration: number) {
  return { at: Math.floor(duration / 2), title: 'Halfway there' }
}

function withUuids<Item extends object>(place: string, items: Item[] = []) {
  return items.map((item, index) => ({ ...item, uuid: uuidFor(`${place}/${index}`) }))
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
