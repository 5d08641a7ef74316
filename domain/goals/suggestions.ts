/** Example goals for people who have none: at least one of each kind, some of them repeating. */

import { type DistanceUnit, toMiles, unitName } from '../lib/distance.ts'
import type { GoalInput } from './fields.ts'
import type { GoalKind } from './kind.ts'
import { newTimer } from './new-timer.ts'
import { fittingPresses } from './presses.ts'

interface Suggestion {
  kind: GoalKind
  /** A description of a few words. */
  about: string
  goal: GoalInput
}

/**
 * Returns the example goals.
 * @param uuid returns a new uuid for each timer, item and button
 */
export function suggestions(uuid: () => string, distances: DistanceUnit): Suggestion[] {
  const timer = (title: string, duration: number) => ({ ...newTimer(uuid()), title, duration })
  const item = (title: string) => ({ uuid: uuid(), title, link: '' })
  const suggested: Suggestion[] = [
    { kind: 'count', about: '12 books', goal: { title: 'Read 12 books', action: 'Read', amount: 12, unit: 'books' } },
    {
      kind: 'count',
      about: '8 glasses, every day',
      goal: {
        title: 'Drink enough water',
        action: 'Drink',
        amount: 8,
        unit: 'glasses',
        repeats: { every: 'day', weekdays: [] }
      }
    },
    {
      kind: 'count',
      about: '2 coffees at most, every day',
      goal: {
        title: 'At most 2 coffees',
        action: 'Drink',
        amount: 2,
        unit: 'coffees',
        is_limit: 1,
        repeats: { every: 'day', weekdays: [] }
      }
    },
    {
      kind: 'distance',
      about: `10 ${unitName(distances)}, every week`,
      goal: {
        title: 'Run every week',
        action: 'Run',
        distance: toMiles(10, distances),
        repeats: { every: 'week', weekdays: [] }
      }
    },
    {
      kind: 'time',
      about: '20 hours',
      goal: { title: 'Practise an instrument', action: 'Practise', duration: 72_000 }
    },
    {
      kind: 'checklist',
      about: '5 things to tick',
      goal: {
        title: 'A tidy home',
        is_list: 1,
        list: ['Kitchen', 'Bathroom', 'Bedroom', 'Desk', 'Wardrobe'].map(item)
      }
    },
    {
      kind: 'intervals',
      about: '8 × 20 s, with 10 s of rest',
      goal: {
        title: 'A short workout',
        action: 'Exercise',
        amount: 10,
        is_interval: 1,
        sets: 8,
        timers: [timer('Work', 20), timer('Rest', 10)]
      }
    }
  ]
  return suggested.map(({ kind, about, goal }) => ({
    kind,
    about,
    goal: {
      ...goal,
      quick_log_buttons: buttonsOf(kind, goal, distances).map(measures => ({ uuid: uuid(), ...measures }))
    }
  }))
}

function buttonsOf(
  kind: GoalKind,
  { amount = null, unit = '', distance = null, duration = 0 }: GoalInput,
  distances: DistanceUnit
) {
  return fittingPresses(kind, { amount, unit, distance, duration }, distances)
}
