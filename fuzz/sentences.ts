/** Typed goals: any text is read without a failure, and the goal that it describes fits the contract. */
import * as z from 'zod/mini'
import { readDateFrom } from '../client/goals/form/read-date.ts'
import { newGoal, storeGoal } from '../domain/goals/api.ts'
import { readSentence } from '../domain/goals/sentence.ts'
import type { PureTarget } from './lib/run.ts'
import { anyNumber, anyText } from './lib/values.ts'

const WORDS = [
  ...[
    'run',
    'Read',
    'drink',
    'water',
    'walk',
    'pages',
    'miles',
    'km',
    'm',
    'hours',
    'hour',
    'minutes',
    'min',
    'seconds',
    'h'
  ],
  ...[
    'a',
    'an',
    'half',
    'and',
    'every',
    'each',
    'per',
    'day',
    'week',
    'month',
    'daily',
    'weekly',
    'monthly',
    'once',
    'twice'
  ],
  ...[
    'times',
    'x',
    'days',
    'on',
    'Monday',
    'tue',
    'fridays',
    'weekends',
    'weekdays',
    'by',
    'until',
    'till',
    'in',
    'within'
  ],
  ...[
    'the end of',
    'next',
    'tomorrow',
    'May',
    'the 5th',
    '2026-12-31',
    '31/2',
    'Feb 30',
    '24:00',
    'at most',
    'no',
    'to',
    '-'
  ],
  ...[
    'one',
    'twelve',
    'sixty',
    '1',
    '2',
    '5',
    '30',
    '1,000',
    '10k',
    '1.5',
    '999999999',
    '0',
    '00',
    '1e3',
    '½',
    ',',
    '.',
    '/',
    '%'
  ],
  ...['$', '(', ')', '’', 'é', '中', '🏃', '\u00a0', '\u202e', '\n']
]
const TODAY = '2026-03-02'

export const sentences: PureTarget<string> = {
  make(dice) {
    const word = () =>
      dice.chance(0.9) ? dice.pick(WORDS) : dice.chance(0.5) ? String(anyNumber(dice)) : anyText(dice)
    // The field of a page has no such characters: the contract refuses them in any title.
    const typed = dice.some(10, word).join(dice.chance(0.9) ? ' ' : '')
    return typed.slice(0, 20_000).replaceAll('\0', '').toWellFormed()
  },
  check(sentence) {
    const goal = readSentence(sentence, TODAY, readDateFrom(TODAY))
    if (!goal) return null
    const { title, amount, unit, distance, duration, repeats, until } = goal
    const task = {
      ...newGoal('a'.repeat(32)),
      title,
      amount,
      unit,
      distance,
      duration,
      repeats,
      ended_at: until && `${until}T12:00:00Z`
    }
    const { error } = z.safeParse(storeGoal.body as z.ZodMiniType, { challenge: { tasks: [task] } })
    return error ? `${JSON.stringify(goal)} is refused: ${JSON.stringify(error.issues).slice(0, 300)}` : null
  }
}
