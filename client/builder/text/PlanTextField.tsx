import { Button, Text } from '@mantine/core'
import { useDeferredValue, useId, useMemo, useRef } from 'react'
import type { Plan } from '../../../domain/activities/plan.ts'
import { own } from '../../../domain/lib/own.ts'
import { joinOutline } from '../../../domain/plans/join.ts'
import { readPlanText } from '../../../domain/plans/read-text.ts'
import { outlineText, planText } from '../../../domain/plans/write-text.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { PLAN_TEXT, useBuilder, useBuilderStore, useFields } from '../builder.ts'
import { Legend } from './Legend.tsx'
import { MarkedText } from './MarkedText.tsx'
import { PlanProblems } from './PlanProblems.tsx'
import { PlanSources } from './PlanSources.tsx'
import classes from './PlanText.module.css'

/**
 * The whole plan as a text to type or paste (D-155). The plan changes with each letter. A typed text stays as it is
 * while it says what the plan is; after other changes of the plan the field shows the plan's own text.
 */
export function PlanTextField() {
  const { get } = useBuilderStore()
  const { plan, type, together } = get()
  const now = useFields('parts', 'tasks', 'timers')
  // The text follows a frame later, so that a new row appears at once. Typing shows at once.
  const later = useDeferredValue(now)
  const typed = useBuilder(builder => own(builder.typed, PLAN_TEXT))
  const written = useMemo(() => planText(later), [later])
  const reading = useMemo(() => (typed === undefined ? null : readPlanText(typed)), [typed])
  const isCurrent = useMemo(() => reading !== null && outlineText(reading.outline) === written, [reading, written])
  /** The plan before the typed text, so that a part comes back whole when its text is mended; and the plan after it. */
  const last = useRef<{ before: Plan; after: Plan } | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const problems = reading?.problems ?? []
  const shown = typed !== undefined && (isCurrent || later !== now || problems.length > 0) ? typed : written

  function change(text: string): void {
    const { form } = get()
    const before = last.current && isSame(last.current.after, form) ? last.current.before : form
    together(() => {
      type(PLAN_TEXT, text)
      plan(({ timers }) =>
        joinOutline({ parts: before.parts, tasks: before.tasks, timers }, readPlanText(text).outline, randomUuid)
      )
    })
    last.current = { before, after: get().form }
  }

  function propose(offset: number, length: number, proposal: string): void {
    change(shown.slice(0, offset) + proposal + shown.slice(offset + length))
    field.current?.focus()
  }

  return (
    <section className={classes.section} aria-labelledby={id}>
      <label id={id} htmlFor={`${id}-field`} className={classes.label}>
        Plan as text
      </label>
      <Text c="dimmed" size="sm" id={`${id}-help`}>
        Type or paste the whole plan. The parts below follow.
      </Text>
      <MarkedText
        ref={field}
        id={`${id}-field`}
        value={shown}
        marks={problems}
        placeholder={EXAMPLE}
        aria-describedby={`${id}-help ${id}-problems`}
        onChange={change}
      />
      <PlanProblems id={`${id}-problems`} text={shown} problems={problems} onPropose={propose} />
      {problems.length > 0 && !isCurrent && (
        <Button variant="default" mt="xs" onClick={() => type(PLAN_TEXT, null)}>
          Show the text of the parts below
        </Button>
      )}
      <PlanSources parts={later.parts} timers={later.timers} />
      {LEGEND}
    </section>
  )
}

/** Whether nothing but the text has changed the plan. */
function isSame(one: Plan, other: Plan): boolean {
  return one.parts === other.parts && one.tasks === other.tasks
}

const EXAMPLE = '10 min warm up, 5 x (1 min run, 2 min walk), 5 min cool down'

const EXAMPLES = [
  ['10 min warm up - Slow and easy', 'A part with a note'],
  ['5 x (1 min run, 2 min walk)', 'A repeat'],
  ['2 x (1 min run, 3 x (20 s sprint, 10 s rest))', 'A repeat inside another'],
  ['breakfast until 45:00', 'Up to a time after the start'],
  ['2 min each check-in', 'A turn for everyone'],
  ['Group Kitchen:', 'The lines below it run at the same time as those above'],
  ['Goals: 100 push-ups, 5 km run', 'Goals']
] as const

const LEGEND = <Legend rows={EXAMPLES} />
