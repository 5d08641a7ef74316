import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  ALL_REPEATS,
  daysInWords,
  MOST_DATES,
  MOST_WEEKS,
  Repeats,
  type Rule
} from '../../../domain/sessions/repeats.ts'
import { NumberField, numberOf } from '../../ui/forms/NumberField.tsx'

export interface RuleForm {
  repeats: Repeats
  every: string
  ends: 'never' | 'until' | 'count'
  until: string
  count: string
}

type Pattern = Pick<Rule, 'repeats' | 'every' | 'until' | 'count'>

const DEFAULT_COUNT = '10'

export const NEW_RULE: RuleForm = {
  repeats: Repeats.Weekly,
  every: '1',
  ends: 'never',
  until: '',
  count: DEFAULT_COUNT
}

export function ruleFormOf({ repeats, every, until, count }: Pattern): RuleForm {
  return {
    repeats,
    every: String(every),
    ends: until !== null ? 'until' : count !== null ? 'count' : 'never',
    until: until ?? '',
    count: count === null ? DEFAULT_COUNT : String(count)
  }
}

export function patternOf({ repeats, every, ends, until, count }: RuleForm): Pattern {
  return {
    repeats,
    every: repeats === Repeats.Weekly ? (numberOf(every) ?? 1) : 1,
    until: ends === 'until' ? until : null,
    count: ends === 'count' ? numberOf(count) : null
  }
}

const ENDS = [
  { value: 'never', label: 'Goes on without an end' },
  { value: 'until', label: 'Ends on a day' },
  { value: 'count', label: 'Ends after a number of dates' }
]

interface Props {
  form: UseFormReturnType<RuleForm>
  /** The first date, which gives the weekday and the time. In ms. */
  startsAt: number
  zone: string
}

/** The fields of a rule: how often, and how long. */
export function RuleFields({ form, startsAt, zone }: Props) {
  const { repeats, ends } = form.values
  return (
    <>
      <NativeSelect
        label="Repeats"
        data={ALL_REPEATS.map(value => ({ value, label: daysInWords({ repeats: value, every: 1, startsAt, zone }) }))}
        {...form.getInputProps('repeats')}
      />
      {repeats === Repeats.Weekly && (
        <NumberField
          label="Weeks from one date to the next"
          description={`1 for every week, at most ${MOST_WEEKS}`}
          inputMode="numeric"
          mt="sm"
          {...form.getInputProps('every')}
        />
      )}
      <NativeSelect label="How long" data={ENDS} mt="sm" {...form.getInputProps('ends')} />
      {ends === 'until' && <TextInput label="Last day" type="date" mt="sm" {...form.getInputProps('until')} />}
      {ends === 'count' && (
        <NumberField
          label="Number of dates"
          description={`With this one, at most ${MOST_DATES}`}
          inputMode="numeric"
          mt="sm"
          {...form.getInputProps('count')}
        />
      )}
    </>
  )
}
