/** The progress of a goal in words and as a ratio, for each of its measures. */
import { type DistanceUnit, distanceText, fromMiles, roundMiles } from '../lib/distance.ts'
import { amountText, clockFace, plural } from '../lib/duration.ts'
import { numberText } from '../lib/numbers.ts'
import type { Contribution } from '../logs/log.ts'
import { showsAmount } from './completions.ts'
import { isOver, type Limit, limitOf } from './limit.ts'
import { amountTarget, type Targets } from './targets.ts'
import { completionsUnderway, withUnderway } from './underway.ts'

export interface Measure {
  kind: 'completions' | 'amount' | 'distance' | 'duration' | 'items'
  /** "8 of 12 books", or "8 books" without a target. */
  text: string
  /**
   * The part of the target that is done; may exceed 1. Null without a target, and for a limit. Only durations include
   * running timers.
   */
  ratio: number | null
  /** The part of a limit that is left, from 0 to 1 (D-153). */
  left?: number
}

const NOTHING: Contribution = { amount: 0, distance: 0, duration: 0 }

/**
 * Returns the measures that have a target or progress, or the amount if there are none.
 * @param total what was done, in the current period if the goal repeats
 * @param ticked number of ticked checklist items
 * @param running the part of `total` whose timers still run
 */
export function measuresOf(
  goal: Targets,
  total: Contribution,
  distances: DistanceUnit,
  ticked = 0,
  running = NOTHING
): Measure[] {
  const limit = limitOf(goal)
  if (limit) return [measureOfLimit(limit, total, goal.unit, distances)]
  const repeated = completionsUnderway(goal, total, running)
  const done = repeated?.sinceLast ?? total
  const all = [
    repeated && ({ kind: 'completions', text: repeated.text, ratio: repeated.done / repeated.required } as const),
    repeated && showsAmount(goal)
      ? null
      : measureOf({
          kind: 'amount',
          done: done.amount,
          running: running.amount,
          target: amountTarget(goal),
          text: value => amountText(value, goal.unit)
        }),
    measureOf({
      kind: 'distance',
      done: done.distance,
      running: running.distance,
      target: goal.distance,
      text: value => distanceText(value, distances),
      inUnit: value => fromMiles(value, distances)
    }),
    measureOf({ kind: 'duration', done: done.duration, target: goal.duration, text: clockFace }),
    items(goal, ticked)
  ].filter(one => one !== null)
  return all.length > 0 ? all : [{ kind: 'amount', text: amountText(0, goal.unit), ratio: null }]
}

/** "2 of 3 coffees left", "1 coffee over the limit of 3", or "None so far" if none is the limit. */
function measureOfLimit({ kind, limit }: Limit, total: Contribution, unit: string, distances: DistanceUnit): Measure {
  const text = (value: number, measure = kind): string => {
    if (measure === 'distance') return distanceText(roundMiles(value), distances)
    return measure === 'duration' ? clockFace(value) : amountText(Math.round(value * 1000) / 1000, unit)
  }
  const bare = (value: number): string => {
    if (kind === 'duration') return clockFace(value)
    return numberText(kind === 'distance' ? fromMiles(roundMiles(value), distances) : Math.round(value * 1000) / 1000)
  }
  if (limit === 0) {
    const logged = [kind, ...MEASURED].find(one => total[one] > 0)
    return { kind, text: logged ? text(total[logged], logged) : 'None so far', ratio: null, left: logged ? 0 : 1 }
  }
  const left = limit - total[kind]
  const words = isOver({ kind, limit }, total)
    ? `${text(-left)} over the limit of ${bare(limit)}`
    : `${bare(Math.max(0, left))} of ${text(limit)} left`
  return { kind, text: words, ratio: null, left: Math.max(0, left / limit) }
}

const MEASURED = ['amount', 'distance', 'duration'] as const

function items({ list = [] }: Targets, ticked: number): Measure | null {
  if (list.length === 0) return null
  return { kind: 'items', text: `${ticked} of ${plural(list.length, 'item')}`, ratio: ticked / list.length }
}

interface Progress {
  kind: 'amount' | 'distance' | 'duration'
  done: number
  /** The part of `done` whose timers still run. */
  running?: number
  target: number | null
  text: (value: number) => string
  /** Converts a value to the unit that the person reads. */
  inUnit?: (value: number) => number
}

function measureOf({ kind, done, running = 0, target, text, inUnit = value => value }: Progress): Measure | null {
  const rounded = kind === 'distance' ? roundMiles(done) : Math.round(done * 1000) / 1000
  if (target) {
    // Omits the first unit, because "8 of 12 books" needs it only once.
    const first = kind === 'duration' ? text(rounded) : numberText(inUnit(rounded))
    return {
      kind,
      text: withUnderway(`${first} of ${text(target)}`, inUnit(running)),
      ratio: Math.max(0, rounded - running) / target
    }
  }
  return rounded > 0 ? { kind, text: text(rounded), ratio: null } : null
}
