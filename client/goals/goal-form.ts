/** A goal as its form holds it: numbers as typed (empty is ''), durations as text; and back again. */
import type { UseFormReturnType } from '@mantine/form'
import { type Goal, type GoalInput, newGoal } from '../../domain/goals/api.ts'
import { amountTarget } from '../../domain/goals/targets.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { unreadable as unreadableMeasures } from '../logs/log-form.ts'
import { durationText, secondsOf } from '../ui/forms/DurationInput.tsx'
import { errorsByField } from '../ui/forms/form-errors.tsx'
import { numberOf, type Typed } from '../ui/forms/NumberField.tsx'

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
  title: string
  amount: Typed
  unit: string
  distance: Typed
  duration: string
  action: string
  link: string
  content: string
  list: { uuid: string; title: string; link: string; done: 0 | 1 }[]
  buttons: ButtonValues[]
  /** First and last day, as 2026-12-31; '' for none. Goals of a plan have neither. */
  started_at: string
  ended_at: string
  /** '' for a goal that does not repeat. */
  repeats: '' | 'day' | 'weekdays' | 'week' | 'month'
  weekdays: number[]
}
export type GoalFormState = UseFormReturnType<GoalValues>

/** What the form does not show, such as timers, is sent back as it was. */
export type Unshown = Omit<GoalInput, 'title'> & { title?: string }

export function newValues(): { values: GoalValues; unshown: Unshown } {
  const goal = newGoal(randomUuid())
  return { values: valuesOf(goal), unshown: { sets: goal.sets, is_interval: goal.is_interval } }
}

export function valuesOf(goal: GoalInput | Goal): GoalValues {
  return {
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
    buttons: (goal.quick_log_buttons ?? []).map(button => ({
      uuid: button.uuid,
      title: button.title ?? '',
      content: button.content ?? '',
      amount: button.amount ?? '',
      distance: button.distance ?? '',
      duration: durationText(button.duration || null),
      status: button.status ?? 1
    })),
    started_at: dayOf(goal.started_at),
    ended_at: dayOf(goal.ended_at),
    repeats: goal.repeats ? (goal.repeats.weekdays?.length ? 'weekdays' : goal.repeats.every) : '',
    weekdays: goal.repeats?.weekdays ?? []
  }
}

/** The day of a moment where the person is. */
function dayOf(date: string | null | undefined): string {
  if (!date) return ''
  const at = new Date(date)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The first or last moment of a day there. A day that was left as it is keeps the moment that it had. */
function momentOf(day: string, time: string, before: string | null | undefined): string | null {
  if (!day) return null
  return before && day === dayOf(before) ? before : new Date(`${day}T${time}`).toISOString()
}

/**
 * What the first quick-log button logs while nobody has touched it: what the goal is measured by (GOAL-10). Null when it
 * was touched, or fits already.
 */
export function fittingButtons(values: GoalValues, before: GoalValues): ButtonValues[] | null {
  const [button, ...others] = values.buttons
  if (!button || others.length > 0 || !isSame(button, usual(before))) return null
  const fitting = usual(values)
  return isSame(button, fitting) ? null : [{ ...button, ...fitting }]
}

type Usual = Pick<ButtonValues, 'amount' | 'distance' | 'duration'>

function usual(values: GoalValues): Usual {
  const [distance, duration] = [numberOf(values.distance) ?? 0, secondsOf(values.duration) ?? 0]
  const amount = amountTarget({ amount: numberOf(values.amount), unit: values.unit, distance, duration })
  if (amount || !(distance || duration)) return { amount: 1, distance: '', duration: '' }
  if (distance) return { amount: '', distance: 1, duration: '' }
  return { amount: '', distance: '', duration: durationText(Math.min(duration, 3600)) }
}

function isSame(button: ButtonValues | Usual, other: Usual): boolean {
  return (
    !('title' in button && (button.title || button.content)) &&
    numberOf(button.amount) === numberOf(other.amount) &&
    numberOf(button.distance) === numberOf(other.distance) &&
    secondsOf(button.duration) === secondsOf(other.duration)
  )
}

export function newButton(): ButtonValues {
  return { uuid: randomUuid(), title: '', content: '', amount: 1, distance: '', duration: '', status: 1 }
}

export function newItem(): GoalValues['list'][number] {
  return { uuid: randomUuid(), title: '', link: '', done: 0 }
}

/** What the page itself must read before it can send. */
export function unreadable(values: GoalValues): Record<string, string> {
  const ofButtons = values.buttons.flatMap((button, index) =>
    Object.entries(unreadableMeasures(button)).map(([field, text]) => [`buttons.${index}.${field}`, text] as const)
  )
  const weekdays = values.repeats === 'weekdays' && values.weekdays.length === 0 && 'Choose at least one weekday.'
  return { ...unreadableMeasures(values), ...(weekdays ? { weekdays } : {}), ...Object.fromEntries(ofButtons) }
}

export function bodyOf(values: GoalValues, unshown: Unshown): GoalInput {
  const { buttons, list, amount, distance, duration, started_at, ended_at, repeats, weekdays, ...texts } = values
  return {
    ...unshown,
    ...texts,
    started_at: momentOf(started_at, '00:00:00', unshown.started_at),
    ended_at: momentOf(ended_at, '23:59:59', unshown.ended_at),
    repeats: repeatsOf(repeats, weekdays),
    amount: numberOf(amount),
    distance: numberOf(distance),
    duration: secondsOf(duration) ?? 0,
    // An item that nobody wrote is none.
    list: list.filter(({ title }) => title.trim() !== ''),
    is_list: list.length > 0 ? 1 : 0,
    quick_log_buttons: buttons.map(({ duration, ...button }) => ({
      ...button,
      amount: numberOf(button.amount),
      distance: numberOf(button.distance),
      duration: secondsOf(duration)
    }))
  }
}

function repeatsOf(repeats: GoalValues['repeats'], weekdays: number[]): GoalInput['repeats'] {
  if (!repeats) return null
  return repeats === 'weekdays' ? { every: 'day', weekdays } : { every: repeats, weekdays: [] }
}

/** The whole goal, as an update or a copy sends it; progress is no part of it. */
export function inputOf(goal: Goal): GoalInput {
  const { title, ...unshown } = unshownOf(goal)
  return { ...bodyOf(valuesOf(goal), unshown), title: title ?? goal.title }
}

export function unshownOf(goal: GoalInput | Goal): Unshown {
  const { sets, is_interval, timers, action_duration, amount_per_log, completions_required, started_at, ended_at } =
    goal
  return { sets, is_interval, timers, action_duration, amount_per_log, completions_required, started_at, ended_at }
}

/** "challenge.tasks.0.quick_log_buttons.1.amount" is the field "buttons.1.amount" here. */
export function goalErrors(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errorsByField(error)).map(([field, text]) => [
      field
        .replace(/^challenge\.tasks\.0\./, '')
        .replace('quick_log_buttons', 'buttons')
        .replace('repeats.weekdays', 'weekdays'),
      text
    ])
  )
}
