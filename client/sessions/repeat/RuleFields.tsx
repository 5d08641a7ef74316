import { Box, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  ALL_REPEATS,
  type First,
  MOST_DATES,
  MOST_WEEKS,
  type Pattern,
  Repeats,
  weekdayAt
} from '../../../domain/sessions/repeats.ts'
import { daysInWords } from '../../../domain/sessions/repeats-words.ts'
import { WeekdayField } from '../../days/WeekdayField.tsx'
import { NumberField, numberOf } from '../../ui/forms/NumberField.tsx'

export interface RuleForm {
  repeats: Repeats
  every: string
  /** From 1 (Monday) to 7. */
  weekdays: number[]
  ends: 'never' | 'until' | 'count'
  until: string
  count: string
}

const DEFAULT_COUNT = '10'

const NEW_RULE: Pattern = { repeats: Repeats.Weekly, every: 1, weekdays: [], until: null, count: null }

/** @param first the first date, whose weekday is one of the rule */
export function ruleFormOf(first: First, { repeats, every, weekdays, until, count }: Pattern = NEW_RULE): RuleForm {
  return {
    repeats,
    every: String(every),
    weekdays: [...new Set([...weekdays, weekdayAt(first)])].sort(),
    ends: until !== null ? 'until' : count !== null ? 'count' : 'never',
    until: until ?? '',
    count: count === null ? DEFAULT_COUNT : String(count)
  }
}

export function patternOf({ repeats, every, weekdays, ends, until, count }: RuleForm): Pattern {
  const isWeekly = repeats === Repeats.Weekly
  return {
    repeats,
    every: isWeekly ? (numberOf(every) ?? 1) : 1,
    weekdays: isWeekly ? weekdays : [],
    until: ends === 'until' ? until : null,
    count: ends === 'count' ? numberOf(count) : null
  }
}

const ENDS = [
  { value: 'never', label: 'No end date' },
  { value: 'until', label: 'Ends on a day' },
  { value: 'count', label: 'Ends after a number of dates' }
]

interface Props {
  form: UseFormReturnType<RuleForm>
  first: First
}

/** The fields of a rule: how often, and how long. */
export function RuleFields({ form, first }: Props) {
  const { repeats, ends } = form.values
  return (
    <>
      <NativeSelect
        label="Repeats"
        data={ALL_REPEATS.map(value => ({ value, label: wordsOf(value, first) }))}
        {...form.getInputProps('repeats')}
      />
      {repeats === Repeats.Weekly && (
        <>
          <Box mt="sm">
            <WeekdayField label="On these days" {...form.getInputProps('weekdays')} />
          </Box>
          <NumberField
            label="Repeat every (weeks)"
            description={`1 means every week. Up to ${MOST_WEEKS}.`}
            inputMode="numeric"
            mt="sm"
            {...form.getInputProps('every')}
          />
        </>
      )}
      <NativeSelect label="How long" data={ENDS} mt="sm" {...form.getInputProps('ends')} />
      {ends === 'until' && <TextInput label="Last day" type="date" mt="sm" {...form.getInputProps('until')} />}
      {ends === 'count' && (
        <NumberField
          label="Number of dates"
          description={`Including this one, up to ${MOST_DATES}`}
          inputMode="numeric"
          mt="sm"
          {...form.getInputProps('count')}
        />
      )}
    </>
  )
}

function wordsOf(repeats: Repeats, first: First): string {
  return repeats === Repeats.Weekly ? 'On chosen weekdays' : daysInWords({ ...first, repeats, every: 1, weekdays: [] })
}
