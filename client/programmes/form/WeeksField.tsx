import { Text } from '@mantine/core'
import { useId, useRef } from 'react'
import type { Problem } from '../../../domain/plans/read-text.ts'
import { Legend } from '../../builder/text/Legend.tsx'
import { MarkedText } from '../../builder/text/MarkedText.tsx'
import { PlanProblems } from '../../builder/text/PlanProblems.tsx'
import planText from '../../builder/text/PlanText.module.css'

interface Props {
  value: string
  problems: readonly Problem[]
  error: string | undefined
  onChange: (text: string) => void
}

/** The weeks and units of a programme as a text, with marks where it is not understood. */
export function WeeksField({ value, problems, error, onChange }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  function propose(offset: number, length: number, proposal: string): void {
    onChange(value.slice(0, offset) + proposal + value.slice(offset + length))
    field.current?.focus()
  }
  return (
    <div>
      <label htmlFor={`${id}-field`} className={planText.label}>
        Weeks and units
      </label>
      <Text c="dimmed" size="sm" id={`${id}-help`}>
        One line for each unit. The preview follows below.
      </Text>
      <MarkedText
        ref={field}
        id={`${id}-field`}
        value={value}
        marks={problems}
        placeholder={EXAMPLE}
        aria-describedby={`${id}-help ${id}-problems`}
        onChange={onChange}
      />
      <PlanProblems id={`${id}-problems`} text={value} problems={problems} onPropose={propose} />
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <Legend rows={LEGEND} />
    </div>
  )
}

const EXAMPLE =
  'Week 1: Begin\n3 x Run: 5 min walk, 8 x (1 min run, 90 s walk)\nWeek 2\n3 x Run: 5 min walk, 10 min run'

const LEGEND = [
  ['Week 1: Begin', 'A week begins. “Weeks 2-4” are three weeks with the same units'],
  ['3 x Run: 5 min walk, 10 min run', 'Three units with a plan to run'],
  ['Read: 20 pages', 'A unit with an amount'],
  ['Rest - take a walk', 'A unit to tick, with a note'],
  ['> Slow is fine.', 'A note on the week or unit above']
] as const
