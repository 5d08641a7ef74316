import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import type { Task } from '../../../domain/activities/plan.ts'
import { parseDuration } from '../../../domain/lib/duration.ts'
import { own } from '../../../domain/lib/own.ts'
import { PlanGoalFields } from '../../goals/form/GoalFields.tsx'
import { bodyOf } from '../../goals/form/goal-body.ts'
import { type GoalValues, valuesOf } from '../../goals/form/goal-values.ts'
import { useBuilder } from '../builder.ts'

interface Props {
  task: Task
  path: string
  change: (fields: Partial<Task>) => void
}

/** The fields of personal goals. They write into the plan with each key press. */
export function GoalInPlan({ task, path, change }: Props) {
  const { typed, type, errors, revision, together } = useBuilder()
  const shown = useRef(revision)
  const form = useForm<GoalValues>({
    initialValues: withTyped(task, typed),
    onValuesChange: values => {
      if (shown.current !== revision) return
      together(() => write(values))
    }
  })

  function write(values: GoalValues): void {
    const { title, action, link, content, amount, unit, distance, duration, is_list, quick_log_buttons } = bodyOf(
      values,
      {}
    )
    change({
      ...({ title, action, link, content, amount, unit, distance, duration, is_list } as Partial<Task>),
      // Keeps items without a name, so that a new item does not vanish while it is typed.
      list: values.list,
      quick_log_buttons: quick_log_buttons as Task['quick_log_buttons']
    })
    for (const [key, text] of durationsOf(values, task)) {
      const isRead = parseDuration(text).ok
      if (!isRead || own(typed, key) !== undefined) type(key, isRead ? null : text)
    }
  }

  // Shows changes that were not typed here: undo, redo, a restored draft.
  const { setValues } = form
  useEffect(() => {
    if (shown.current === revision) return
    setValues(withTyped(task, typed))
    shown.current = revision
  }, [revision, task, typed, setValues])

  const mine = JSON.stringify(
    Object.entries(errors)
      .filter(([field]) => field.startsWith(`${path}.`))
      .map(([field, text]) => [field.slice(path.length + 1).replace('quick_log_buttons', 'buttons'), text])
  )
  const { setErrors } = form
  useEffect(() => setErrors(Object.fromEntries(JSON.parse(mine) as [string, string][])), [mine, setErrors])

  return <PlanGoalFields form={form} />
}

function durationsOf(values: GoalValues, task: Task): [string, string][] {
  return [
    [`${task.uuid} duration`, values.duration],
    ...values.buttons.map((button): [string, string] => [`${button.uuid} duration`, button.duration])
  ]
}

/** The values of the task, with durations that could not be read yet. All fields are shown. */
function withTyped(task: Task, typed: Record<string, string>): GoalValues {
  const values = valuesOf(task)
  return {
    ...values,
    kind: 'count',
    also: ['distance', 'time', 'checklist'],
    duration: typed[`${task.uuid} duration`] ?? values.duration,
    buttons: values.buttons.map(button => ({
      ...button,
      duration: typed[`${button.uuid} duration`] ?? button.duration
    }))
  }
}
