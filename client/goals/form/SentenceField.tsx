import { TextInput } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { fillBySentence } from './fill-by-sentence.ts'
import type { GoalFormState } from './goal-form.ts'
import type { GoalValues } from './goal-values.ts'

interface Props {
  form: GoalFormState
  /** While it is set, the form doesn't have the last typed text yet. */
  reading: RefObject<Promise<void> | null>
  onTyped: (hasText: boolean) => void
  /** Empties the form and returns its values. */
  restart: () => GoalValues
}

/** Fills the form from a sentence. */
export function SentenceField({ form, reading, onTyped, restart }: Props) {
  const [sentence, setSentence] = useState('')
  const blank = useRef(form.values)
  const filled = useRef(form.values)
  const latest = useRef('')

  async function read(typed: string): Promise<void> {
    latest.current = typed
    // Without the parser, the sentence is a plain title.
    const parser = await import('./read-goal.ts').catch(() => null)
    if (latest.current !== typed) return
    // A sentence replaces a chosen suggestion.
    if (!form.isDirty()) blank.current = filled.current = restart()
    const meant = parser?.readGoal(typed) ?? { title: typed.trim() }
    const now = form.getValues()
    const values = fillBySentence(meant, { now, filled: filled.current, blank: blank.current })
    filled.current = { ...blank.current, ...meant }
    form.setValues(values)
  }

  return (
    <TextInput
      label="What do you want to do?"
      description="For example, “walk 30 minutes every day”"
      size="md"
      maxLength={255}
      autoComplete="off"
      enterKeyHint="done"
      value={sentence}
      onFocus={() => void import('./read-goal.ts').catch(() => {})}
      onChange={({ currentTarget: { value } }) => {
        setSentence(value)
        onTyped(value.trim() !== '')
        const done = read(value).finally(() => {
          if (reading.current === done) reading.current = null
        })
        reading.current = done
      }}
    />
  )
}
