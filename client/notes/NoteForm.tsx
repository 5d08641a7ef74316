import { Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { NoteTexts } from '../../domain/notes/fields.ts'
import { askForTokens } from '../billing/purchase.ts'
import { useKeptForm } from '../lib/drafts/kept-form.ts'
import type { Making } from '../lib/make-once.ts'
import type { Stored } from '../lib/merged-save.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { DraftOffer } from '../ui/forms/DraftOffer.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../ui/forms/LeaveGuard.tsx'
import classes from './notes.module.css'

interface Props {
  label: string
  /** Names the form, so that its drafts in this browser are found again. */
  item: string
  /** The values and revision that the form began with. */
  base: Stored<NoteTexts>
  /** Called when the person restores a draft that began from another version. */
  onRestore?: (base: Stored<NoteTexts>) => void
  /** Called when there are drafts of earlier visits. */
  onDrafts?: () => void
  /** Set for a form that creates a note. */
  making?: { current: Making }
  /** Set when the form replaced the button that was pressed, so it takes the focus. */
  takesFocus?: boolean
  /** Calls the function now, or after a visitor has signed in. */
  mayGoOn?: (goOn: () => void) => void
  /** Saves. `show` replaces the values of the form. */
  save: (note: NoteTexts, show: (note: NoteTexts) => void) => Promise<void>
  onCancel?: () => void
}

/** Only the server limits the four texts. Its errors appear under their fields (NOTE-14). */
export function NoteForm({ label, item, base, onRestore, onDrafts, making, ...props }: Props) {
  const { takesFocus = false, mayGoOn = goOn => goOn(), save, onCancel } = props
  const [note, setNote] = useState(base.form)
  const typed = useRef(note)
  typed.current = note
  const kept = useKeptForm(item, note, base, making)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { busy, refusal, run } = useAction(error => {
    askForTokens(error, () => latest.current(), item)
    const wrong = errorsByField(error)
    setErrors(wrong)
    return Object.keys(wrong).some(field => Object.hasOwn(note, field)) ? null : messageOf(error)
  })
  const hasDrafts = kept.drafts.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when drafts are found
  useEffect(() => {
    if (hasDrafts) onDrafts?.()
  }, [hasDrafts])

  async function saveNote(): Promise<void> {
    setErrors({})
    const sent = typed.current
    const saving = save(sent, setNote)
    kept.keep()
    await saving
    // If the person has typed meanwhile, they have begun the next note.
    if (making && typed.current === sent) setNote(base.form)
    kept.forget()
  }
  const send = (): void => void run(saveNote)

  // After a purchase it sends the current texts, not those at the time of the refusal.
  const latest = useRef(send)
  latest.current = send

  const field = (name: keyof NoteTexts) => ({
    value: note[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setNote(now => ({ ...now, [name]: value }))
    }
  })
  const isChanged = Object.entries(base.form).some(([name, value]) => note[name as keyof NoteTexts] !== value)
  return (
    <Form
      takesFocus={takesFocus}
      className={classes.form}
      onCancel={isChanged ? undefined : onCancel}
      busy={busy}
      onSubmit={() => mayGoOn(send)}
      aria-label={label}
    >
      <DraftOffer
        drafts={kept.drafts}
        restore={draft => {
          kept.restore(draft)
          setNote(draft.form)
          onRestore?.(draft.base)
        }}
        discard={kept.discard}
      />
      <TextInput label="Title" placeholder="Optional" {...field('title')} />
      <Textarea label="Content" autosize minRows={3} maxRows={20} {...field('content')} />
      <div className={classes.lists}>
        <Textarea label="Todo" autosize minRows={3} maxRows={20} {...field('todo')} />
        <Textarea label="Done" autosize minRows={3} maxRows={20} {...field('done')} />
      </div>
      <LeaveGuard isChanged={isChanged} typed={kept.isKept ? 'kept' : 'no room'} follows />
      <FormEnd refusal={refusal} busy={busy} submit="Save" onCancel={onCancel} />
    </Form>
  )
}
