/** Converts a goal to the values of its form: numbers as typed (empty is ''), durations as text. */
import { type Goal, newGoal } from '../../../domain/goals/api.ts'
import type { GoalInput, Timer } from '../../../domain/goals/fields.ts'
import { type GoalKind, kindsOf } from '../../../domain/goals/kind.ts'
import { newTimer } from '../../../domain/goals/new-timer.ts'
import { type Calendar, type Day, dayOf } from '../../../domain/lib/day.ts'
import type { DistanceUnit } from '../../../domain/lib/distance.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { getUser } from '../../lib/user.ts'
import { durationText } from '../../ui/forms/DurationInput.tsx'
import type { Typed } from '../../ui/forms/NumberField.tsx'

export interface ButtonValues {
  uuid: string
  title: string
  content: string
  amount: Typed
  distance: Typed
  duration: string
  status: 1 | 2 | 3 | 4
}

export interface GoalValues {
  /** The form shows and sends only the fields that fit it. */
  kind: GoalKind
  /** Further kinds whose fields the goal asks for. */
  also: GoalKind[]
  title: string
  amount: Typed
  unit: string
  distance: Typed
  /** The unit in which a person who has not chosen one typed the distance; null for the one they see elsewhere. */
  typedUnit: DistanceUnit | null
  duration: string
  action: string
  link: string
  content: string
  list: { uuid: string; title: string; link: string; done: 0 | 1 }[]
  timers: Timer[]
  sets: number
  /** The typed text of timer durations, by the id of the field. */
  typed: Record<string, string>
  buttons: ButtonValues[]
  /** First and last day, as 2026-12-31; '' for none. Goals of a plan have no dates. */
  started_at: string
  ended_at: string
  /** '' for a goal that does not repeat. */
  repeats: '' | 'day' | 'weekdays' | 'week' | 'month'
  weekdays: number[]
  /** The target is a limit to stay below (D-153). */
  isLimit: boolean
}

/** Fields that the form hides, always or sometimes. They are sent back unchanged. */
export type Unshown = Omit<GoalInput, 'title'> & { title?: string }

export function newValues(): { values: GoalValues; unshown: Unshown } {
  const goal = newGoal(randomUuid())
  return { values: valuesOf(goal), unshown: { sets: goal.sets, is_interval: goal.is_interval } }
}

export function valuesOf(goal: GoalInput | Goal): GoalValues {
  const [kind, ...also] = kindsIn(goal)
  return {
    kind,
    also,
    title: goal.title,
    amount: goal.amount ?? '',
    unit: goal.unit ?? '',
    distance: goal.distance ?? '',
    typedUnit: null,
    duration: durationText(goal.duration ?? 0),
    action: goal.action ?? '',
    link: goal.link ?? '',
    content: goal.content ?? '',
    list: (goal.list ?? []).map(({ uuid, title, link, done }) => ({
      uuid,
      title,
      link: link ?? '',
      done: done ? 1 : 0
    })),
    timers: (goal.timers ?? []) as Timer[],
    sets: goal.sets ?? 1,
    typed: {},
    buttons: (goal.quick_log_buttons ?? []).map(button => ({
      uuid: button.uuid,
      title: button.title ?? '',
      content: button.content ?? '',
      amount: button.amount ?? '',
      distance: button.distance ?? '',
      duration: durationText(button.duration || null),
      status: button.status ?? 1
    })),
    started_at: dayIn(goal.started_at),
    ended_at: dayIn(goal.ended_at),
    repeats: goal.repeats ? (goal.repeats.weekdays?.length ? 'weekdays' : goal.repeats.every) : '',
    weekdays: goal.repeats?.weekdays ?? [],
    isLimit: Boolean(goal.is_limit)
  }
}

/** Like `kindsOf`, but some fields may be missing. */
export function kindsIn({ amount = null, unit = '', distance = null, duration = 0, ...goal }: GoalInput | Goal) {
  return kindsOf({ ...goal, amount, unit, distance, duration })
}

/** Whether the form shows the fields of a kind. */
export function asksFor({ kind, also }: Pick<GoalValues, 'kind' | 'also'>, which: GoalKind): boolean {
  return kind === which || also.includes(which)
}

/** Intervals use the amount too: how often to run them. */
export function asksForAmount(values: Pick<GoalValues, 'kind' | 'also'>): boolean {
  return asksFor(values, 'count') || asksFor(values, 'intervals')
}

/** The calendar of the person; for a visitor that of the device. */
export function calendar(): Calendar {
  return getUser() ?? { time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, day_start: 0 }
}

/** The day of a moment in that calendar. */
export function dayIn(date: string | null | undefined): Day | '' {
  return date ? dayOf(Date.parse(date), calendar()) : ''
}

export function newButton(): ButtonValues {
  return { uuid: randomUuid(), title: '', content: '', amount: 1, distance: '', duration: '', status: 1 }
}

export function newItem(): GoalValues['list'][number] {
  return { uuid: randomUuid(), title: '', link: '', done: 0 }
}

/** The default intervals: eight times twenty seconds of work and ten of rest. */
export function newIntervals(): Pick<GoalValues, 'timers' | 'sets'> {
  const timer = (title: string, duration: number): Timer => ({ ...newTimer(randomUuid()), title, duration })
  return { timers: [timer('Work', 20), timer('Rest', 10)], sets: 8 }
}

/** Only an amount, a distance or a time can be a limit. */
export const canBeLimit = ({ kind }: Pick<GoalValues, 'kind'>): boolean => kind !== 'checklist' && kind !== 'intervals'

export const isLimitOf = (values: GoalValues): boolean => values.isLimit && canBeLimit(values)
