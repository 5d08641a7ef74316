import type { Plan } from '../activities/plan.ts'
import { lengthText } from '../lib/duration.ts'
import { joinOutline } from '../plans/join.ts'
import { isRepeat, type OutlinePart, type Repeat, type Step } from '../plans/outline.ts'
import { readPlanText } from '../plans/read-text.ts'
import type { Unit } from './programme.ts'

/** Returns the plan of a unit. @param uuid returns a new uuid for each part */
export function planOfUnit(text: string, uuid: () => string): Plan {
  return joinOutline({ parts: [], tasks: [], timers: [] }, readPlanText(text).outline, uuid)
}

/** Returns how long the plan of a unit takes for one person, in whole seconds. */
export function secondsOfUnit(text: string): number {
  const lengths = readPlanText(text).outline.groups.map(({ sets, parts }) => sets * sumOf(parts, secondsOfPart))
  return Math.ceil(Math.max(0, ...lengths))
}

/** Returns how long a part takes for one person, in seconds. */
export function secondsOfPart({ seconds, steps, times, each }: OutlinePart): number {
  if (seconds !== null) return each ? seconds * times : seconds
  return times * sumOf(steps ?? [], secondsOfStep)
}

function secondsOfStep(step: Step | Repeat): number {
  return isRepeat(step) ? step.times * sumOf(step.steps, inner => inner.seconds) : step.seconds
}

function sumOf<Item>(items: readonly Item[], length: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + length(item), 0)
}

/** Returns "26 min", or the amount as it was typed; an empty text for a unit that is only ticked. */
export function measureOf({ plan, amount }: Pick<Unit, 'plan' | 'amount'>): string {
  return plan === null ? (amount ?? '') : lengthText(secondsOfUnit(plan))
}
