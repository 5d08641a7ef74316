/** Converts a goal to the values of its form and back: numbers as typed (empty is ''), durations as text. */
import type { UseFormReturnType } from '@mantine/form'
import { type Goal, type GoalInput, newGoal } from '../../../domain/goals/api.ts'
import type { Timer } from '../../../domain/goals/goal.ts'
import { type GoalKind, kindsOf } from '../../../domain/goals/kind.ts'
import { newTimer } from '../../../domain/goals/new-timer.ts'
import { fittingPresses, type Measures } from '../../../domain/goals/presses.ts'
import { addDays, type Calendar, type Day, dayOf, startOfDay } from '../../../domain/lib/day.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { distanceUnitNow } from '../../lib/distances.ts'
import { getUser } from '../../lib/user.ts'
import { unreadable as unreadableMeasures } from '../../logs/log-form.ts'
import { durationError, durationText, secondsOf } from '../../ui/forms/DurationInput.tsx'
import { errorsByField } from '../../ui/forms/form-errors.tsx'
import { numberOf, type Typed } from '../../ui/forms/NumberField.tsx'

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
export type GoalFormState = UseFormReturnType<GoalValues>

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
function dayIn(date: string | null | undefined): Day | '' {
  return date ? dayOf(Date.parse(date), calendar()) : ''
}

/** Whether the day has passed at `now` in that calendar. */
export function isOver(day: Day | '', now: number): boolean {
  return day !== '' && day < dayOf(now, calendar())
}

/** The first moment of a day, or its last second. An unchanged day keeps its stored moment. */
function momentOf(day: Day | '', which: 'first' | 'last', before: string | null | undefined): string | null {
  if (!day) return null
  if (before && day === dayIn(before)) return before
  const at = which === 'first' ? startOfDay(day, calendar()) : startOfDay(addDays(day, 1), calendar()) - 1000
  return new Date(at).toISOString()
}

/**
 * The quick-log buttons that fit the typed goal, as long as nobody has edited them (GOAL-10). Null if they were
 * edited or fit already.
 */
export function fittingButtons(values: GoalValues, before: GoalValues): ButtonValues[] | null {
  if (!areSame(values.buttons, usual(before))) return null
  const fitting = usual(values)
  if (areSame(values.buttons, fitting)) return null
  return fitting.map((measures, at) => ({ ...(values.buttons[at] ?? newButton()), ...measures }))
}

type ButtonMeasures = Pick<ButtonValues, keyof Measures>

function usual({ kind, amount, unit, distance, duration }: GoalValues): ButtonMeasures[] {
  const asked = { amount: numberOf(amount), unit, distance: numberOf(distance), duration: secondsOf(duration) ?? 0 }
  return fittingPresses(kind, asked, distanceUnitNow()).map(measures => ({
    amount: measures.amount ?? '',
    distance: measures.distance ?? '',
    duration: durationText(measures.duration)
  }))
}

function areSame(buttons: readonly ButtonValues[], others: readonly ButtonMeasures[]): boolean {
  return (
    buttons.length === others.length &&
    buttons.every((button, at) => {
      const other = others[at] as ButtonMeasures
      return (
        !(button.title || button.content) &&
        numberOf(button.amount) === numberOf(other.amount) &&
        numberOf(button.distance) === numberOf(other.distance) &&
        secondsOf(button.duration) === secondsOf(other.duration)
      )
    })
  )
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

/** Errors of values that cannot be sent, because the page cannot read them. */
export function unreadable(values: GoalValues): Record<string, string> {
  const ofButtons = values.buttons.flatMap((button, index) =>
    Object.entries(unreadableMeasures(button)).map(([field, text]) => [`buttons.${index}.${field}`, text] as const)
  )
  const asked = {
    amount: asksForAmount(values) ? values.amount : '',
    distance: asksFor(values, 'distance') ? values.distance : '',
    duration: asksFor(values, 'time') ? values.duration : ''
  }
  const limited = limitField(values)
  const weekdays = values.repeats === 'weekdays' && values.weekdays.length === 0 && 'Choose at least one weekday.'
  const timers = asksFor(values, 'intervals') && Object.values(values.typed).map(durationError).find(Boolean)
  return {
    ...unreadableMeasures(asked),
    ...(limited ? { [limited]: 'Enter the most that is fine, or 0 for none.' } : {}),
    ...(weekdays ? { weekdays } : {}),
    ...(timers ? { timers } : {}),
    ...Object.fromEntries(ofButtons)
  }
}

/** The empty field of a limit. */
function limitField(values: GoalValues): 'amount' | 'distance' | 'duration' | null {
  if (!isLimitOf(values)) return null
  if (values.kind === 'time') return values.duration.trim() === '' ? 'duration' : null
  const field = values.kind === 'distance' ? 'distance' : 'amount'
  return values[field] === '' ? field : null
}

export function bodyOf(values: GoalValues, unshown: Unshown): GoalInput {
  const { title, action, link, content, buttons, list, repeats, weekdays } = values
  const items = asksFor(values, 'checklist') ? list : []
  return {
    ...unshown,
    title,
    action,
    link,
    content,
    ...intervalsOf(values, unshown),
    started_at: momentOf(values.started_at, 'first', unshown.started_at),
    ended_at: momentOf(values.ended_at, 'last', unshown.ended_at),
    repeats: repeatsOf(repeats, weekdays),
    is_limit: isLimitOf(values) ? 1 : 0,
    amount: asksForAmount(values) ? numberOf(values.amount) : null,
    unit: asksForAmount(values) ? values.unit : (unshown.unit ?? ''),
    distance: asksFor(values, 'distance') ? numberOf(values.distance) : null,
    duration: asksFor(values, 'time') ? (secondsOf(values.duration) ?? 0) : 0,
    // Skip empty items.
    list: items.filter(({ title }) => title.trim() !== ''),
    is_list: items.length > 0 ? 1 : 0,
    quick_log_buttons: buttons.map(({ duration, ...button }) => ({
      ...button,
      amount: numberOf(button.amount),
      distance: numberOf(button.distance),
      duration: secondsOf(duration)
    }))
  }
}

/** Only an amount, a distance or a time can be a limit. */
export const canBeLimit = ({ kind }: Pick<GoalValues, 'kind'>): boolean => kind !== 'checklist' && kind !== 'intervals'

const isLimitOf = (values: GoalValues): boolean => values.isLimit && canBeLimit(values)

/** Timers that run once keep doing so. Without timers, the stored settings stay. */
function intervalsOf(
  values: GoalValues,
  { sets = 1, is_interval = 0, timers = [] }: Unshown
): Pick<GoalInput, 'timers' | 'sets' | 'is_interval'> {
  if (asksFor(values, 'intervals') && values.timers.length > 0) {
    return { timers: values.timers, sets: values.sets, is_interval: timers.length > 0 ? is_interval : 1 }
  }
  return timers.length > 0 ? { timers: [], sets: 1, is_interval: 0 } : { timers: [], sets, is_interval }
}

function repeatsOf(repeats: GoalValues['repeats'], weekdays: number[]): GoalInput['repeats'] {
  if (!repeats) return null
  return repeats === 'weekdays' ? { every: 'day', weekdays } : { every: repeats, weekdays: [] }
}

/** The whole goal without its progress, for an update or a copy. */
export function inputOf(goal: Goal): GoalInput {
  const { title, ...unshown } = unshownOf(goal)
  return { ...bodyOf(valuesOf(goal), unshown), title: title ?? goal.title }
}

export function unshownOf(goal: GoalInput | Goal): Unshown {
  const { sets, is_interval, timers, action_duration, amount_per_log, completions_required } = goal
  const { started_at, ended_at, unit } = goal
  return {
    sets,
    is_interval,
    timers,
    action_duration,
    amount_per_log,
    completions_required,
    started_at,
    ended_at,
    unit
  }
}

/** Renames "challenge.tasks.0.quick_log_buttons.1.amount" to the form's field "buttons.1.amount". */
export function goalErrors(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errorsByField(error)).map(([field, text]) => [
      field
        .replace(/^challenge\.tasks\.0\./, '')
        .replace(/^timers\..*/, 'timers')
        .replace('quick_log_buttons', 'buttons')
        .replace('repeats.weekdays', 'weekdays'),
      text
    ])
  )
}
