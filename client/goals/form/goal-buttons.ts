import { fittingPresses, type Measures } from '../../../domain/goals/presses.ts'
import { distanceUnitNow } from '../../lib/distances.ts'
import { durationText, secondsOf } from '../../ui/forms/DurationInput.tsx'
import { numberOf } from '../../ui/forms/NumberField.tsx'
import { type ButtonValues, type GoalValues, newButton } from './goal-values.ts'

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

function usual({ kind, amount, unit, distance, typedUnit, duration }: GoalValues): ButtonMeasures[] {
  const asked = { amount: numberOf(amount), unit, distance: numberOf(distance), duration: secondsOf(duration) ?? 0 }
  return fittingPresses(kind, asked, typedUnit ?? distanceUnitNow()).map(measures => ({
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
