import { NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { REQUIRED } from '../../domain/lib/refusal.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { Zones } from '../days/Zones.tsx'
import { RichTextField } from '../editor/RichTextField.tsx'
import { useKeptForm } from '../lib/drafts/kept-form.ts'
import type { Making } from '../lib/make-once.ts'
import type { Stored } from '../lib/merged-save.ts'
import { usePagePath } from '../lib/page.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { DraftOffer } from '../ui/forms/DraftOffer.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../ui/forms/LeaveGuard.tsx'
import classes from './groups.module.css'

export interface GroupFields {
  title: string
  /** HTML. */
  content: string
  /** Missing for a new group, which takes its creator's time zone. */
  time_zone?: string
}

export const CONTENT_LABEL = 'What is it about?'
export const ZONE_LABEL = 'Time zone'

interface Props {
  label: string
  /** The values and revision that the form began with. */
  base: Stored<GroupFields>
  /** Called when the person restores a draft that began from another version. */
  onRestore?: (base: Stored<GroupFields>) => void
  /** Set for a form that creates a group. */
  making?: { current: Making }
  signInText: string
  /** "Create Group" */
  submit: string
  /** Saves and opens the group. `show` replaces the values of the form. */
  save: (fields: GroupFields, show: (fields: GroupFields) => void) => Promise<void>
}

/**
 * Title, text and time zone of a group. The server's errors appear under their fields, and a refusal keeps the typed
 * text (D-113).
 */
export function GroupForm({ label, base, onRestore, making, signInText, submit, save }: Props) {
  const [fields, setFields] = useState(base.form)
  const kept = useKeptForm(usePagePath(), fields, base, making)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { busy, refusal, run } = useAction(error => {
    isLeaving.current = false
    const wrong = errorsByField(error)
    setErrors(wrong)
    return wrong.title || wrong.content || wrong.time_zone ? null : messageOf(error)
  })
  const isLeaving = useRef(false)

  async function send(): Promise<void> {
    isLeaving.current = true
    const saving = save(fields, setFields)
    kept.keep()
    await saving
    // Last, because nothing writes the draft again after this.
    kept.forget()
  }

  function submitForm(): void {
    const isEmpty = fields.title.trim() === ''
    setErrors(isEmpty ? { title: REQUIRED } : {})
    if (!isEmpty) requireSignIn(signInText, () => void run(send))
  }

  return (
    <Form className={classes.form} busy={busy} onSubmit={submitForm} aria-label={label}>
      <DraftOffer
        drafts={kept.drafts}
        restore={draft => {
          kept.restore(draft)
          setFields(draft.form)
          onRestore?.(draft.base)
        }}
        discard={kept.discard}
      />
      <TextInput
        label="Title"
        placeholder="Early runners"
        withAsterisk
        aria-required
        maxLength={255}
        value={fields.title}
        error={errors.title}
        onChange={event => setFields({ ...fields, title: event.currentTarget.value })}
      />
      <RichTextField
        label={CONTENT_LABEL}
        value={fields.content}
        error={errors.content}
        onChange={content => setFields(now => ({ ...now, content }))}
      />
      {fields.time_zone !== undefined && (
        <NativeSelect
          label={ZONE_LABEL}
          size="md"
          description="The group’s days follow it, for everyone in the group."
          value={fields.time_zone}
          error={errors.time_zone}
          onChange={event => setFields({ ...fields, time_zone: event.currentTarget.value })}
        >
          <Zones chosen={[fields.time_zone]} />
        </NativeSelect>
      )}
      <LeaveGuard isChanged={kept.isChanged} typed={kept.isKept ? 'kept' : 'no room'} isLeaving={isLeaving} />
      <FormEnd refusal={errors.title ? null : refusal} busy={busy} submit={submit} size="md" />
    </Form>
  )
}
