import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { REQUIRED } from '../../../domain/lib/refusal.ts'
import type { ProgrammeForm as Fields } from '../../../domain/programmes/api.ts'
import { LONGEST_TITLE } from '../../../domain/programmes/programme.ts'
import { readProgramme } from '../../../domain/programmes/read-text.ts'
import { useKeptForm } from '../../lib/drafts/kept-form.ts'
import type { Making } from '../../lib/make-once.ts'
import type { Stored } from '../../lib/merged-save.ts'
import { usePagePath } from '../../lib/page.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { DraftOffer } from '../../ui/forms/DraftOffer.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { MoreFields } from '../../ui/forms/MoreFields.tsx'
import classes from '../Programmes.module.css'
import { Weeks } from '../Weeks.tsx'
import { WeeksField } from './WeeksField.tsx'

export type ProgrammeFields = Fields

export const EMPTY: ProgrammeFields = {
  ...{ title: '', about: '', text: '', source_name: '', source_url: '' },
  visibility: 'private'
}

interface Props {
  label: string
  /** The values and revision that the form began with. */
  base: Stored<ProgrammeFields>
  onRestore?: (base: Stored<ProgrammeFields>) => void
  making?: { current: Making }
  submit: string
  /** Saves and opens the programme. `show` replaces the values of the form. */
  save: (fields: ProgrammeFields, show: (fields: ProgrammeFields) => void) => Promise<void>
}

const SEEN_BY = [
  { value: 'private', label: 'Only me' },
  { value: 'unlisted', label: 'Everyone with the link' },
  { value: 'public', label: 'Everyone' }
]

/** A programme as text, with a preview of its weeks. */
export function ProgrammeForm({ label, base, onRestore, making, submit, save }: Props) {
  const [fields, setFields] = useState(base.form)
  const kept = useKeptForm(usePagePath(), fields, base, making)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const reading = useMemo(() => readProgramme(fields.text), [fields.text])
  const isLeaving = useRef(false)
  const { busy, refusal, run } = useAction(error => {
    isLeaving.current = false
    const wrong = errorsByField(error)
    setErrors(wrong)
    return Object.keys(wrong).length > 0 ? null : messageOf(error)
  })
  const set = (change: Partial<ProgrammeFields>): void => setFields(now => ({ ...now, ...change }))

  async function send(): Promise<void> {
    isLeaving.current = true
    const saving = save(fields, setFields)
    kept.keep()
    await saving
    // Last, because nothing writes the draft again after this.
    kept.forget()
  }

  function submitForm(): void {
    const wrong = {
      ...(fields.title.trim() === '' ? { title: REQUIRED } : {}),
      ...(reading.problems.length > 0 ? { text: 'Fix the marked places first.' } : {}),
      ...(reading.weeks.length === 0 ? { text: 'Write at least one unit.' } : {})
    }
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) void run(send)
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
        placeholder="Ten weeks to ten kilometres"
        withAsterisk
        aria-required
        maxLength={LONGEST_TITLE}
        value={fields.title}
        error={errors.title}
        onChange={event => set({ title: event.currentTarget.value })}
      />
      <WeeksField
        value={fields.text}
        problems={reading.problems}
        error={errors.text}
        onChange={text => set({ text })}
      />
      {reading.weeks.length > 0 && (
        <section className={classes.preview} aria-label="Preview">
          <Weeks weeks={reading.weeks} {...(reading.weeks.length > 3 ? { current: 0 } : {})} />
        </section>
      )}
      <NativeSelect
        label="Who can see it?"
        size="md"
        data={SEEN_BY}
        value={fields.visibility}
        error={errors.visibility}
        onChange={event => set({ visibility: event.currentTarget.value as ProgrammeFields['visibility'] })}
      />
      <MoreFields label="About and source" errors={errors} hidden={/^(about|source)/}>
        <Textarea
          label="What is it about?"
          autosize
          minRows={2}
          maxLength={2000}
          value={fields.about}
          error={errors.about}
          onChange={event => set({ about: event.currentTarget.value })}
        />
        <TextInput
          label="Where it comes from"
          placeholder="A book, a page, a person"
          maxLength={255}
          value={fields.source_name}
          error={errors.source_name}
          onChange={event => set({ source_name: event.currentTarget.value })}
        />
        <TextInput
          label="Link to it"
          placeholder="https://"
          value={fields.source_url}
          error={errors.source_url}
          onChange={event => set({ source_url: event.currentTarget.value })}
        />
      </MoreFields>
      <LeaveGuard isChanged={kept.isChanged} typed={kept.isKept ? 'kept' : 'no room'} isLeaving={isLeaving} />
      <FormEnd refusal={refusal} busy={busy} submit={submit} size="md" />
    </Form>
  )
}
