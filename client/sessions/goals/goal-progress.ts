/** Progress on the goals of a session, as text and as a share of the target (TMR-18, TMR-19). */

import { showsAmount } from '../../../domain/goals/completions.ts'
import { amountTarget } from '../../../domain/goals/targets.ts'
import { completionsUnderway, withUnderway } from '../../../domain/goals/underway.ts'
import { type DistanceUnit, distanceText, fromMiles } from '../../../domain/lib/distance.ts'
import { amountText, clockFace } from '../../../domain/lib/duration.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { own } from '../../../domain/lib/own.ts'
import type { Participant, Session, SessionTask } from '../../../domain/sessions/api.ts'

export interface Amounts {
  amount: number
  distance: number
  duration: number
}

export const NOTHING: Amounts = { amount: 0, distance: 0, duration: 0 }

export function amountsText(amounts: Amounts, unit: string | undefined, distances: DistanceUnit): string {
  return [
    amounts.amount > 0 ? amountText(amounts.amount, unit) : '',
    amounts.distance > 0 ? distanceText(amounts.distance, distances) : '',
    amounts.duration > 0 ? clockFace(amounts.duration) : ''
  ]
    .filter(Boolean)
    .join(', ')
}

type Logged = { [Amount in keyof Amounts]?: number | null | undefined }

/** The amounts of one log, as text. A missing amount counts as 0. */
export function logText(
  { amount, distance, duration }: Logged,
  unit: string | undefined,
  distances: DistanceUnit
): string {
  return amountsText({ amount: amount ?? 0, distance: distance ?? 0, duration: duration ?? 0 }, unit, distances)
}

/** Everything that one person logged in the session, goal by goal. */
export function totalsText(
  person: Pick<Participant, 'task_totals'>,
  session: Pick<Session, 'tasks'>,
  distances: DistanceUnit
): string {
  return session.tasks
    .flatMap(group => group.parts)
    .map(task => amountsText(own(person.task_totals, task.uuid) ?? NOTHING, task.unit, distances))
    .filter(Boolean)
    .join(' · ')
}

export interface Aim {
  label: string
  share: number
}

/** The targets of a goal. */
export type Targets = Pick<SessionTask, 'amount' | 'unit' | 'distance' | 'duration' | 'action_duration'> &
  Partial<Pick<SessionTask, 'amount_per_log' | 'completions_required' | 'list'>>

/**
 * Returns one line for each target of the goal, or none for a goal without targets.
 * @param open the part of the total that still runs: the label mentions it, but the share leaves it out
 */
export function aims(task: Targets, total: Amounts, distances: DistanceUnit, open = NOTHING): Aim[] {
  const found: Aim[] = []
  const planned = task.action_duration || task.duration
  const repeated = completionsUnderway({ ...task, duration: planned }, total, open)
  if (repeated) found.push({ label: repeated.text, share: Math.min(1, repeated.done / repeated.required) })
  const done = repeated?.sinceLast ?? total
  const amount = amountTarget({ ...task, duration: planned })
  if (amount && !(repeated && showsAmount(task))) {
    const label = withUnderway(`${numberText(done.amount)} of ${amountText(amount, task.unit)}`, open.amount)
    found.push(aim(label, (done.amount - open.amount) / amount))
  }
  if (task.distance) {
    const miles = (value: number) => fromMiles(value, distances)
    const label = withUnderway(
      `${numberText(miles(done.distance))} of ${distanceText(task.distance, distances)}`,
      miles(open.distance)
    )
    found.push(aim(label, (done.distance - open.distance) / task.distance))
  }
  if (planned) found.push(aim(`${clockFace(done.duration)} of ${clockFace(planned)}`, done.duration / planned))
  return found
}

function aim(label: string, share: number): Aim {
  return { label, share: Math.max(0, Math.min(1, share)) }
}
