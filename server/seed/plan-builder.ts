/**
 * Turns short drafts of activities into complete plans with all defaults.
 *
 * A uuid is derived from the activity's slug and the place inside its plan, so each seed writes the same rows.
 * Reordering parts or goals in a draft changes their uuids.
 *
 * Units: seconds, miles.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type Part, type Plan, type part, plan, type task } from '../../domain/activities/plan.ts'
import type { listItem, quickLogButton, timer } from '../../domain/goals/fields.ts'

export type SeedActivity = {
  slug: string
  title: string
  /** HTML of p, ul, ol, li, strong, em, a and h3. */
  content: string
  /** The slug of a category. */
  category: string
  difficulty: 3 | 4 | 6
  is_preset: boolean
  /** Seconds of the longest part group when every place is taken. */
  duration: number
  participant_limit: number | null
  source: { title: string; note: string }
  plan: Plan
}

type PlainTimer = Omit<z.input<typeof timer>, 'uuid'>
/** An interval timer has `steps`, which run in order, `sets` times. Its duration is their sum. */
type TimerDraft = PlainTimer | { title: string; sets: number; steps: [title: string, duration: number][] }
type ButtonDraft = Omit<z.input<typeof quickLogButton>, 'uuid'>
type PartInput = Omit<z.input<typeof part>, 'uuid' | 'order' | 'timers' | 'task_uuids'>
type PartDraft = PartInput & {
  /** One paragraph of plain text, instead of `content`. */
  text?: string
  /** A part with timers and without a duration lasts as long as they do. */
  timers?: TimerDraft[]
  /** The titles of this part's goals. */
  goals?: string[]
}
type GoalDraft = Omit<z.input<typeof task>, 'uuid' | 'order' | 'timers' | 'list' | 'quick_log_buttons'> & {
  timers?: TimerDraft[]
  buttons?: ButtonDraft[]
  list?: (string | { title: string; link: string })[]
}
/** An activity in the format of its data file. */
export type ActivityDraft = Omit<SeedActivity, 'duration' | 'plan' | 'participant_limit'> & {
  participant_limit?: number | null
  parts: PartDraft[]
  goals?: GoalDraft[]
  /** Timers of the whole activity, which cycle while a session runs. */
  timers?: TimerDraft[]
}

/**
 * Builds an activity with one linked, automatically started group of parts and one group of goals. Throws when a draft
 * breaks the contract.
 */
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
        parts: parts.map((draft, order) => buildPart(slug, draft, order, taskUuid))
      }
    ],
    tasks:
      goals.length === 0
        ? []
        : [{ uuid: uuidFor(`${slug}/goals`), parts: goals.map((draft, order) => buildGoal(slug, draft, order)) }],
    timers: buildTimers(`${slug}/timers`, timers)
  })
  return { ...rest, participant_limit, duration: planDuration(built, participant_limit ?? 1), plan: built }
}

function buildPart(
  slug: string,
  { goals = [], text, timers = [], ...draft }: PartDraft,
  order: number,
  taskUuid: (title: string) => string
) {
  const place = `${slug}/parts/${order}`
  const built = buildTimers(`${place}/timers`, timers)
  const isInterval = draft.duration === undefined && built.length > 0
  return {
    ...(text === undefined ? {} : { content: `<p>${text}</p>` }),
    ...(isInterval ? { is_interval: 1, is_custom_duration: 0, duration: total(built.map(timerDuration)) } : {}),
    ...draft,
    uuid: uuidFor(place),
    order,
    task_uuids: goals.map(taskUuid),
    timers: built
  }
}

function buildGoal(slug: string, { buttons, list = [], timers, ...draft }: GoalDraft, order: number) {
  const place = `${slug}/goals/${order}`
  return {
    ...draft,
    uuid: uuidFor(place),
    order,
    timers: buildTimers(`${place}/timers`, timers),
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

/** Seconds of the longest part group. A part with a turn for each participant counts once per participant (D-93). */
function planDuration({ parts }: Plan, participants: number): number {
  return Math.max(0, ...parts.map(group => group.sets * total(group.parts.map(one => partDuration(one, participants)))))
}

function partDuration(one: Part, participants: number): number {
  return one.per_participant ? one.duration * one.sets * participants : one.duration
}

/** Seconds of a timer. For an interval timer it is the sum of its nested timers. */
function timerDuration({ is_interval, duration = 0, sets = 1, nested = [] }: PlainTimer): number {
  return is_interval ? sets * total(nested.map(inner => inner.duration)) : duration
}

/** Returns a uuid in the form of version 5. The same name always gives the same uuid. @internal */
export function uuidFor(name: string): string {
  const bytes = createHash('sha1').update(`challenge-hut/seed/${name}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function buildTimers(place: string, drafts: TimerDraft[] = []) {
  return withUuids(
    place,
    drafts.map((draft): PlainTimer => {
      if (!('steps' in draft)) return draft
      const { steps, ...rest } = draft
      const nested = steps.map(([title, duration]) => ({ title, duration }))
      return { ...rest, is_interval: 1, nested, duration: rest.sets * total(nested.map(one => one.duration)) }
    })
  )
}

function withUuids<Item extends object>(place: string, items: Item[] = []) {
  return items.map((item, index) => ({ ...item, uuid: uuidFor(`${place}/${index}`) }))
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
