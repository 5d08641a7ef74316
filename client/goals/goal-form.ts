/** A goal as its form holds it: numbers as typed (empty is ''), durations as text; and back again. */
import type { UseFormReturnType } from '@mantine/form'
import { type Goal, type GoalInput, newGoal } from '../../domain/goals/api.ts'
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
    }))
  }
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
  return { ...unreadableMeasures(values), ...Object.fromEntries(ofButtons) }
}

export function bodyOf(values: GoalValues, unshown: Unshown): GoalInput {
  const { buttons, list, amount, distance, duration, ...texts } = values
  return {
    ...unshown,
    ...texts,
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

/** The whole goal, as an update or a copy sends it; progress is no part of it. */
export function inputOf(goal: Goal): GoalInput {
  const { title, ...unshown } = unshownOf(goal)
  return { ...bodyOf(valuesOf(goal), unshown), title: title ?? goal.title }
}

export function unshownOf(goal: GoalInput | Goal): Unshown {
  const { sets, is_interval, timers, action_duration, amount_per_log, completions_required } = goal
  return { sets, is_interval, timers, action_duration, amount_per_log, completions_required }
}

/** "challenge.tasks.0.quick_log_buttons.1.amount" is the field "buttons.1.amount" here. */
export function goalErrors(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errorsByField(error)).map(([field, text]) => [
      field.replace(/^challenge\.tasks\.0\./, '').replace('quick_log_buttons', 'buttons'),
      text
    ])
  )
}
