/** Reads a typed goal with the parser of dates. Imported on demand, because the parser is large. */
import { readSentence } from '../../../domain/goals/sentence.ts'
import { dayOf } from '../../../domain/lib/day.ts'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { distanceUnitNow } from '../../lib/distances.ts'
import { getUser } from '../../lib/user.ts'
import { durationText } from '../../ui/forms/DurationInput.tsx'
import type { Readable } from './fill-by-sentence.ts'
import { calendar } from './goal-values.ts'
import { readDateFrom } from './read-date.ts'

/** Returns the values that the sentence mentions; null when it stays a plain title. */
export function readGoal(sentence: string): Partial<Readable> | null {
  const today = dayOf(serverNow(), calendar())
  const goal = readSentence(sentence, today, readDateFrom(today))
  if (!goal) return null
  const { title, kind, amount, unit, distance, distances, duration, repeats, until, isLimit } = goal
  const isOther = distances !== null && !getUser()?.distance_unit && distances !== distanceUnitNow()
  return {
    title,
    ...(amount === null ? {} : { kind, amount, unit }),
    ...(distance === null ? {} : { kind, distance }),
    ...(isOther ? { typedUnit: distances } : {}),
    ...(duration ? { kind, duration: durationText(duration) } : {}),
    ...(repeats
      ? { repeats: repeats.weekdays.length > 0 ? 'weekdays' : repeats.every, weekdays: repeats.weekdays }
      : {}),
    ...(until ? { ended_at: until } : {}),
    ...(isLimit ? { isLimit } : {})
  }
}
