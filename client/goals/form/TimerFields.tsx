import { createContext, useContext } from 'react'
import { parseDuration } from '../../../domain/lib/duration.ts'
import { own } from '../../../domain/lib/own.ts'
import { DurationInput, durationError, durationText } from '../../ui/forms/DurationInput.tsx'
import type { GoalFormState } from './goal-form.ts'
import { TimerList } from './TimerList.tsx'
import type { SecondsProps } from './TimerRow.tsx'

const FormOfTimers = createContext<GoalFormState | null>(null)

/** The timers of a goal, and how often all of them run (GOAL-75..GOAL-84). */
export function TimerFields({ form }: { form: GoalFormState }) {
  const { timers, sets } = form.values
  return (
    <FormOfTimers value={form}>
      <TimerList
        title="Intervals"
        note="These run one after another, as often as you set."
        timers={timers}
        sets={sets}
        onSets={sets => form.setFieldValue('sets', sets)}
        onChange={timers => form.setFieldValue('timers', timers)}
        error={form.errors.timers}
        SecondsField={SecondsField}
      />
    </FormOfTimers>
  )
}

/** Keeps text that is not a valid duration. */
function SecondsField({ id, label, disabled, seconds, onChange }: SecondsProps) {
  const form = useContext(FormOfTimers)
  const typed = own(form?.values.typed, id)
  const type = (text: string | null): void => {
    const { [id]: _, ...others } = form?.values.typed ?? {}
    form?.setFieldValue('typed', text === null ? others : { ...others, [id]: text })
  }
  return (
    <DurationInput
      aria-label={label}
      disabled={disabled}
      value={disabled ? durationText(seconds) : (typed ?? durationText(seconds || null))}
      error={!disabled && typed !== undefined && durationError(typed)}
      onChange={text => {
        const parsed = parseDuration(text)
        type(text)
        if (parsed.ok) onChange(parsed.seconds ?? 0)
      }}
      onBlur={() => {
        if (typed !== undefined && durationError(typed) === null) type(null)
      }}
    />
  )
}
