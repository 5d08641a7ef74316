/**
 * Limits of a whole plan. The contract bounds each field; these limits bound the sums, so that no plan makes a clock
 * slow or leads to a date that cannot be represented.
 */

import { timerInterval } from '../goals/timers.ts'
import { numberText } from '../lib/numbers.ts'
import type { Part, Plan, Task } from './plan.ts'
import { partSeconds, roundsOf } from './schedule.ts'

const MOST_PARTS = 500
/**
 * Characters of the plan as JSON. Without it, calls for single parts could build a plan that the form cannot send
 * whole.
 */
export const LONGEST_PLAN = 1_000_000
/** Inner timers, each counted as often as it runs: the clock steps through all of them. */
const MOST_STEPS = 10_000
const YEAR = 31_536_000

/**
 * Returns the errors of a plan that is too large: too many items or timers, too much text, or a group that lasts longer
 * than a year. Messages are keyed by path, such as `parts.0.parts.2.timers`; empty when the plan is within the limits.
 */
export function planLimits(plan: Plan): Record<string, string> {
  const fields: Record<string, string> = {}
  if (count(plan.parts) > MOST_PARTS) fields.parts = `Use at most ${MOST_PARTS} parts.`
  if (count(plan.tasks) > MOST_PARTS) fields.tasks = `Use at most ${MOST_PARTS} goals.`
  if (isTooLong(plan)) {
    const most = JSON.stringify(plan.tasks).length > JSON.stringify(plan.parts).length ? 'tasks' : 'parts'
    fields[most] ??= 'This plan is too long to save. Shorten its texts and lists.'
  }
  let steps = plan.timers.reduce((sum, timer) => sum + stepsOf({ timers: [timer], sets: 1 }), 0)
  if (steps > MOST_STEPS) fields.timers = TOO_MANY_STEPS
  for (const list of ['parts', 'tasks'] as const) {
    for (const [g, group] of plan[list].entries()) {
      for (const [index, item] of group.parts.entries()) {
        steps += stepsOf(item)
        if (steps > MOST_STEPS) return { ...fields, [`${list}.${g}.parts.${index}.timers`]: TOO_MANY_STEPS }
      }
    }
  }
  for (const [g, group] of plan.parts.entries()) {
    let length = 0
    for (const [index, part] of group.parts.entries()) {
      length += part.time_from + partSeconds(part) * (part.per_participant ? roundsOf(part) : 1)
      if (length > YEAR) {
        fields[`parts.${g}.parts.${index}.duration`] = 'Parts in a group can last at most a year in total.'
        break
      }
    }
  }
  return fields
}

/** Whether the plan has more than 1,000,000 characters as JSON. */
export function isTooLong(plan: Plan): boolean {
  return JSON.stringify(plan).length > LONGEST_PLAN
}

const TOO_MANY_STEPS = `Use at most ${numberText(MOST_STEPS)} timers, counting each set.`

function count(groups: readonly { parts: readonly unknown[] }[]): number {
  return groups.reduce((sum, group) => sum + group.parts.length, 0)
}

function stepsOf({ timers, sets }: Pick<Part | Task, 'timers' | 'sets'>): number {
  let once = 0
  for (const timer of timers) {
    const run = timerInterval(timer)
    once += run.inner.length * run.sets
  }
  return once * sets
}
