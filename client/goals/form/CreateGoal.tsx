import { Button, Card, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { updateUnits } from '../../../domain/accounts/api.ts'
import { type GoalInput, goalsBody } from '../../../domain/goals/fields.ts'
import { ApprovedOnly } from '../../accounts/ApprovedOnly.tsx'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { askForTokens } from '../../billing/purchase.ts'
import { CallRefused, call } from '../../lib/api.ts'
import type { KeptDraft } from '../../lib/drafts/kept-drafts.ts'
import { useKeptForm } from '../../lib/drafts/kept-form.ts'
import { newMaking } from '../../lib/make-once.ts'
import { getUser, setUser } from '../../lib/user.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { DraftOffer } from '../../ui/forms/DraftOffer.tsx'
import { errorsOf } from '../../ui/forms/errors-of.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { createGoal, keepGoal } from '../goals.ts'
import { GoalChips } from './GoalChips.tsx'
import { GoalFields } from './GoalFields.tsx'
import { GoalSuggestions } from './GoalSuggestions.tsx'
import { bodyOf, unshownOf } from './goal-body.ts'
import { fittingButtons } from './goal-buttons.ts'
import { goalErrors, unreadable } from './goal-form.ts'
import { type GoalValues, newValues, valuesOf } from './goal-values.ts'
import { SentenceField } from './SentenceField.tsx'

/** The fields of a goal that was not sent. */
type Kept = GoalValues & { unshown: ReturnType<typeof newValues>['unshown'] }

const OFFLINE = 'You’re offline. Please try again when you reconnect.'

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
  const kept = useKeptForm<Kept>(
    'new goal',
    { ...form.values, unshown },
    { form: { ...values, unshown }, revision: 0 },
    making
  )
  const isClosed = brief !== null && !isOpen && Object.keys(form.errors).length === 0

  async function send(typed: GoalValues): Promise<void> {
    refusal.clear()
    if (!navigator.onLine) return wait(typed)
    setBusy(true)
    try {
      const goal = await createGoal(bodyOf(typed, unshown), making)
      keepUnit(typed)
      toast.success('Goal created successfully!', { link: { label: 'View Goal', to: `/my/goals/${goal.id}` } })
      finish(typed)
    } catch (error) {
      refusal.show(error)
      askForTokens(error, () => void send(form.getValues()), 'new goal')
    } finally {
      setBusy(false)
    }
  }

  /** Offline the goal waits in the outbox. A goal that may exist already stays in the form, which knows its tries. */
  function wait(typed: GoalValues): void {
    const goal = bodyOf(typed, unshown)
    const errors = errorsOf(goalsBody, { challenge: { tasks: [goal] } })
    const message = OFFLINE
    if (Object.keys(errors).length > 0 || making.current.sent.length > 0) {
      refusal.show(new CallRefused(422, { message, error: message, errors }))
      return
    }
    keepGoal(goal, making.current.key)
    making.current = newMaking()
    toast.info(`“${typed.title}” will be created when you’re connected again.`)
    finish(typed)
  }

  /** Empties the form. If the person has typed meanwhile, they have begun the next goal. */
  function finish(typed: GoalValues): void {
    if (JSON.stringify(form.getValues()) !== JSON.stringify(typed)) return
    kept.forget()
    begin(newValues())
    setStarts(count => count + 1)
    setBrief(null)
    setOpen(false)
    onCreated()
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

  function restore(draft: KeptDraft<Kept>): void {
    const { unshown: rest, ...typed } = draft.form
    kept.restore(draft)
    setStart({ values, unshown: rest })
    form.setValues(typed)
    setBrief(null)
    setOpen(true)
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
      <DraftOffer drafts={kept.drafts} restore={restore} discard={kept.discard} />
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
        <LeaveGuard isChanged={form.isDirty()} typed={kept.isKept ? 'kept' : 'no room'} />
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

/** Shows distances as this goal's was typed, unless the person has chosen a unit (D-154). */
function keepUnit({ typedUnit }: GoalValues): void {
  if (!typedUnit || getUser()?.distance_unit !== null) return
  call(updateUnits, { body: { distance_unit: typedUnit }, isUnasked: true })
    .then(({ user }) => setUser(user))
    .catch(() => {})
}
