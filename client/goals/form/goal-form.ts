/** The state of the form of a goal, and its errors. */
import type { UseFormReturnType } from '@mantine/form'
import { type Day, dayOf } from '../../../domain/lib/day.ts'
import type { DistanceUnit } from '../../../domain/lib/distance.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { unreadable as unreadableMeasures } from '../../logs/log-form.ts'
import { durationError } from '../../ui/forms/DurationInput.tsx'
import { errorsByField } from '../../ui/forms/form-errors.tsx'
import { asksFor, asksForAmount, calendar, type GoalValues, isLimitOf } from './goal-values.ts'
export type GoalFormState = UseFormReturnType<GoalValues>

/** The unit of the form's distances. */
export function useUnitOf({ typedUnit }: GoalValues): DistanceUnit {
  const own = useDistanceUnit()
  return typedUnit ?? own
}

/** Whether the day has passed at `now` in that calendar. */
export function isOver(day: Day | '', now: number): boolean {
  return day !== '' && day < dayOf(now, calendar())
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
    ...(limited ? { [limited]: 'Enter the most you allow, or 0 for none.' } : {}),
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
