/** Converts the values of the form to the body of a call. */
import type { Goal } from '../../../domain/goals/api.ts'
import type { GoalInput } from '../../../domain/goals/fields.ts'
import { addDays, type Day, startOfDay } from '../../../domain/lib/day.ts'
import { secondsOf } from '../../ui/forms/DurationInput.tsx'
import { numberOf } from '../../ui/forms/NumberField.tsx'
import {
  asksFor,
  asksForAmount,
  calendar,
  dayIn,
  type GoalValues,
  isLimitOf,
  type Unshown,
  valuesOf
} from './goal-values.ts'

/** The first moment of a day, or its last second. An unchanged day keeps its stored moment. */
function momentOf(day: Day | '', which: 'first' | 'last', before: string | null | undefined): string | null {
  if (!day) return null
  if (before && day === dayIn(before)) return before
  const at = which === 'first' ? startOfDay(day, calendar()) : startOfDay(addDays(day, 1), calendar()) - 1000
  return new Date(at).toISOString()
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
