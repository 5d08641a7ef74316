import { useForm } from '@mantine/form'
import type { Goal } from '../../../domain/goals/api.ts'
import type { GoalInput } from '../../../domain/goals/fields.ts'
import { useMerging } from '../../ui/forms/ClashDialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { updateGoal } from '../goals.ts'
import { GoalFields } from './GoalFields.tsx'
import { bodyOf, inputOf, unshownOf } from './goal-body.ts'
import { goalErrors, unreadable } from './goal-form.ts'
import { type GoalValues, kindsIn, valuesOf } from './goal-values.ts'

interface Props {
  goal: Goal
  /** Lets Save in the goal's menu submit this form. */
  formId: string
  onDone: () => void
}

/**
 * Edits a goal in place. A refusal keeps the form. Sends only the changed fields, so that ticks and changes from
 * other tabs stay (D-140).
 */
export function EditGoal({ goal, formId, onDone }: Props) {
  const merging = useMerging<GoalInput>(() => ({ form: inputOf(goal), revision: goal.revision }))
  const form = useForm<GoalValues>({ initialValues: valuesOf(goal), validate: unreadable })
  const refusal = useRefusal(form, goalErrors)

  async function save(values: GoalValues): Promise<void> {
    await merging.save(bodyOf(values, unshownOf(merging.base.form)), {
      send: change => updateGoal(goal.id, change),
      read: inputOf,
      show: joined => form.setValues(valuesOf(joined))
    })
    onDone()
  }

  return (
    <Form
      takesFocus
      id={formId}
      onCancel={form.isDirty() ? undefined : onDone}
      onSubmit={form.onSubmit(refusal.guard(save))}
      aria-label={`Edit ${goal.title}`}
    >
      <GoalFields form={form} stored={kindsIn(goal)} />
      <LeaveGuard isChanged={form.isDirty()} typed="lost" />
      {merging.dialog}
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Save" onCancel={onDone} mt="1.25rem" />
    </Form>
  )
}
