import { Button, Card, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GoalInput } from '../../../domain/goals/api.ts'
import { ApprovedOnly } from '../../accounts/ApprovedOnly.tsx'
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
import { GoalChips } from './GoalChips.tsx'
import { GoalFields } from './GoalFields.tsx'
import { GoalSuggestions } from './GoalSuggestions.tsx'
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
import { SentenceField } from './SentenceField.tsx'

interface Props {
  onCreated: () => void
}

/**
 * The form for a new goal. It begins with a sentence or a suggestion, and its fields close while that says it all. A
 * visitor signs in on submit, and then the typed goal is created (GOAL-12).
 */
export function CreateGoal({ onCreated }: Props) {
  return (
    <ApprovedOnly>
      <NewGoal onCreated={onCreated} />
    </ApprovedOnly>
  )
}

function NewGoal({ onCreated }: Props) {
  const [{ values, unshown }, setStart] = useState(newValues)
  // Counts the goals that filled the form, so that the sentence starts empty with each.
  const [starts, setStarts] = useState(0)
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
  const reading = useRef<Promise<void>>(null)
  const [asked, setAsked] = useState<GoalInput | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The sentence that the goal began with. Chips then show it in short. */
  const [brief, setBrief] = useState<'sentence' | 'suggestion' | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isClosed = brief !== null && !isOpen && Object.keys(form.errors).length === 0

  async function send(typed: GoalValues): Promise<void> {
    setBusy(true)
    refusal.clear()
    try {
      const goal = await createGoal(bodyOf(typed, unshown), making)
      toast.success('Goal created successfully!', { link: { label: 'View Goal', to: `/my/goals/${goal.id}` } })
      // If the person has typed meanwhile, they have begun the next goal.
      if (JSON.stringify(form.getValues()) !== JSON.stringify(typed)) return
      begin(newValues())
      setStarts(count => count + 1)
      setBrief(null)
      setOpen(false)
      onCreated()
    } catch (error) {
      refusal.show(error)
      askForTokens(error, () => void send(form.getValues()), 'new goal')
    } finally {
      setBusy(false)
    }
  }

  function begin(next: ReturnType<typeof newValues>): GoalValues {
    setStart(next)
    form.setInitialValues(next.values)
    form.setValues(next.values)
    form.resetDirty(next.values)
    form.clearErrors()
    return next.values
  }

  function choose(goal: GoalInput): void {
    if (form.isDirty()) setAsked(goal)
    else fillIn(goal)
  }

  function fillIn(goal: GoalInput): void {
    begin({ values: valuesOf(goal), unshown: unshownOf(goal) })
    setStarts(count => count + 1)
    setBrief('suggestion')
    setOpen(false)
    heading.current?.focus()
  }

  function submit(typed: GoalValues): void {
    requireSignIn('to create a goal', () => void send(typed))
  }

  /** Sends what the sentence says, also when its parser is still loading. */
  async function submitWhenRead(event: FormEvent<HTMLFormElement>): Promise<void> {
    if (busy) return
    if (reading.current) {
      setBusy(true)
      await reading.current
      setBusy(false)
    }
    form.onSubmit(submit)(event)
  }

  return (
    <Card component="section" aria-labelledby="new-goal" mb="xl">
      <Title ref={heading} tabIndex={-1} order={2} id="new-goal" mb="md">
        New goal
      </Title>
      <Form onSubmit={submitWhenRead} aria-label="New goal">
        <Stack gap="md">
          <SentenceField
            key={starts}
            form={form}
            reading={reading}
            onTyped={hasText => setBrief(hasText ? 'sentence' : null)}
            restart={() => begin(newValues())}
          />
          {!brief && <GoalSuggestions onChoose={choose} />}
          {brief && (
            <GoalChips
              values={form.values}
              hasTitle={brief === 'suggestion'}
              onCorrect={field => {
                flushSync(() => setOpen(true))
                form.getInputNode(field)?.focus()
              }}
            />
          )}
          <div hidden={isClosed}>
            <GoalFields form={form} />
          </div>
        </Stack>
        <LeaveGuard isChanged={form.isDirty()} typed="lost" />
        <FormEnd refusal={refusal.text} busy={busy} submit="Create goal" mt="1.25rem">
          {brief && (
            <Button variant="subtle" px="sm" aria-expanded={!isClosed} onClick={() => setOpen(isClosed)}>
              {isClosed ? 'Show all fields' : 'Hide the fields'}
            </Button>
          )}
        </FormEnd>
      </Form>
      <ConfirmModal
        opened={asked !== null}
        title="Replace what you typed?"
        confirm="Replace"
        onConfirm={() => {
          if (asked) fillIn(asked)
        }}
        onClose={() => setAsked(null)}
      >
        The form still has a goal you started.
      </ConfirmModal>
    </Card>
  )
}
