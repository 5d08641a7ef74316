import type { DistanceUnit } from '../../../domain/lib/distance.ts'
import { own } from '../../../domain/lib/own.ts'
import type { Session } from '../../../domain/sessions/api.ts'
import { type Amounts, amountsText, NOTHING } from '../goals/goal-progress.ts'

export interface Done {
  title: string
  text: string
}

/** The logged amounts of each goal, as text. Skips goals without a log. */
export function doneOf(
  { tasks }: Pick<Session, 'tasks'>,
  totals: Record<string, Amounts>,
  distances: DistanceUnit
): Done[] {
  return tasks
    .flatMap(group => group.parts)
    .map(task => ({ title: task.title, text: amountsText(own(totals, task.uuid) ?? NOTHING, task.unit, distances) }))
    .filter(({ text }) => text !== '')
}
