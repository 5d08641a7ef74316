import { Card, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { GoalInput } from '../../../domain/goals/api.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { askForTokens } from '../../billing/purchase.ts'
import { newMaking } from '../../lib/make-once.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { createGoal } from '../goals.ts'
import { GoalFields } from './GoalFields.tsx'
import {
  bodyOf,
  fittingButtons,
  type GoalValues,
  goalErrors,
  newValues,
  unreadable,
  unshownOf,
  valuesOf
} from './goal-form.ts'

interface Props {
  /** The goal that fills the form; another object fills it again. */
  suggested: GoalInput | null
  onCreated: () => void
}

/** The form for a new goal. A visitor signs in on submit, and then the typed goal is created (GOAL-12). */
export function CreateGoal({ suggested, onCreated }: Props) {
  const [{ values, unshown }, setStart] = useState(newValues)
  const [busy, setBusy] = useState(false)
  const form = useForm<GoalValues>({
    initialValues: values,
    validate: unreadable,
    onValuesChange(now, before) {
      const buttons = fittingButtons(now, before)
      if (buttons) form.setFieldValue('buttons', buttons)
    }
  })
  const refusal = useRefusal(form, goalErrors)
  const making = useRef(newMaking())
  const [asking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  async function send(typed: GoalValues): Promise<void> {
    setBusy(true)
    refusal.clear()
    try {
      const goal = await createGoal(bodyOf(typed, unshown), making)
      toast.success('Goal created successfully!', { link: { label: 'View Goal', to: `/my/goals/${goal.id}` } })
      // If the person has typed meanwhile, they have begun the next goal.
      if (JSON.stringify(form.getValues()) !== JSON.stringify(typed)) return
      begin(newValues())
      onCreated()
    } catch (error) {
      refusal.show(error)
      askForTokens(error, () => void send(form.getValues()), 'new goal')
    } finally {
      setBusy(false)
    }
  }

  function begin(next: ReturnType<typeof newValues>): void {
    setStart(next)
    form.setInitialValues(next.values)
    form.setValues(next.values)
    form.resetDirty(next.values)
    form.clearErrors()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per chosen goal.
  useEffect(() => {
    if (!suggested) return
    if (form.isDirty()) setAsking(true)
    else fillIn(suggested)
    heading.current?.focus()
  }, [suggested])

  function fillIn(goal: GoalInput): void {
    begin({ values: valuesOf(goal), unshown: unshownOf(goal) })
  }

  function submit(typed: GoalValues): void {
    if (!busy) requireSignIn('to create a goal', () => void send(typed))
  }

  return (
    <Card component="section" aria-labelledby="new-goal" mb="xl">
      <Title ref={heading} tabIndex={-1} order={2} id="new-goal" mb="md">
        New goal
      </Title>
      <Form onSubmit={form.onSubmit(submit)} aria-label="New goal">
        <GoalFields form={form} />
        <LeaveGuard isChanged={form.isDirty()} typed="lost" />
        <FormEnd refusal={refusal.text} busy={busy} submit="Create goal" mt="1.25rem" />
      </Form>
      <ConfirmModal
        opened={asking}
        title="Replace what you typed?"
        confirm="Replace"
        onConfirm={() => {
          if (suggested) fillIn(suggested)
        }}
        onClose={() => setAsking(false)}
      >
        The form still has a goal that you began.
      </ConfirmModal>
    </Card>
  )
}
