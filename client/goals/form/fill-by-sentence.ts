/** Fills the form from a sentence, and leaves what the person has corrected in its fields. */
import { numberOf } from '../../ui/forms/NumberField.tsx'
import type { GoalValues } from './goal-values.ts'

const MEASURES = ['amount', 'unit', 'distance', 'typedUnit', 'duration'] as const
const FIELDS = ['title', 'kind', 'also', ...MEASURES, 'repeats', 'weekdays', 'ended_at', 'isLimit'] as const

/** The fields that a sentence can fill. */
export type Readable = Pick<GoalValues, (typeof FIELDS)[number]>

/**
 * Returns the values for the form. A field that the sentence doesn't mention gets its blank value again.
 * @param filled what the last sentence filled in; a field with another value was corrected
 */
export function fillBySentence(
  reading: Partial<Readable>,
  { now, filled, blank }: { now: Readable; filled: Readable; blank: Readable }
): Readable {
  const isUntouched = (field: keyof Readable): boolean => isSame(field, now[field], filled[field])
  const untouched = FIELDS.filter(field => partsOf(field).every(isUntouched))
  return { ...readableOf(now), ...readableOf({ ...blank, ...reading }, untouched) } as Readable
}

function readableOf(values: Readable, fields: readonly (keyof Readable)[] = FIELDS): Partial<Readable> {
  return Object.fromEntries(fields.map(field => [field, values[field]]))
}

/** Whoever has corrected a measure keeps its kind, and whoever has chosen weekdays keeps the repetition. */
function partsOf(field: keyof Readable): readonly (keyof Readable)[] {
  if (field === 'kind' || field === 'also') return ['kind', 'also', ...MEASURES]
  return field === 'repeats' ? ['repeats', 'weekdays'] : [field]
}

/** Leaving a field of a number rewrites 1000 as "1,000". */
function isSame(field: keyof Readable, one: Readable[keyof Readable], other: Readable[keyof Readable]): boolean {
  const isNumber = field === 'amount' || field === 'distance'
  return isNumber
    ? numberOf(one as string) === numberOf(other as string)
    : JSON.stringify(one) === JSON.stringify(other)
}
