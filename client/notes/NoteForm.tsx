import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { NoteTexts } from '../../domain/notes/note.ts'
import { useKeptForm } from '../lib/drafts/kept-form.ts'
import type { Making } from '../lib/make-once.ts'
import type { Stored } from '../lib/merged-save.ts'
import { isForTokens } from '../tokens/purchase.ts'
import { DraftOffer } from '../ui/forms/DraftOffer.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../ui/forms/LeaveGuard.tsx'
import classes from './notes.module.css'

interface Props {
  label: string
  /** What the form is about, for the drafts that this browser keeps. */
  item: string
  /** What it began from. */
  base: Stored<NoteTexts>
  /** A draft of an earlier visit began from something else. */
  onRestore?: (base: Stored<NoteTexts>) => void
  /** Earlier visits left drafts. */
  onDrafts?: () => void
  /** Of the note that it makes, if it makes one. */
  making?: { current: Making }
  /** It took the place of the button that was pressed. */
  isAsked?: boolean
  submit: string
  /** Asks who is not signed in to do so first. */
  mayGoOn?: (goOn: () => void) => void
  /** Saves; `show` puts other values into the form. */
  save: (note: NoteTexts, show: (note: NoteTexts) => void) => Promise<void>
  onCancel?: () => void
}

/** Four texts without bounds of the page's own; what the server says stands under its field (NOTE-14). */
export function NoteForm({ label, item, base, onRestore, onDrafts, making, submit, ...props }: Props) {
  const { isAsked = false, mayGoOn = goOn => goOn(), save, onCancel } = props
  const [note, setNote] = useState(base.form)
  const typed = useRef(note)
  typed.current = note
  const kept = useKeptForm(item, note, base, making)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const hasDrafts = kept.drafts.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when they are found
  useEffect(() => {
    if (hasDrafts) onDrafts?.()
  }, [hasDrafts])

  async function send(): Promise<void> {
    setBusy(true)
    setErrors({})
    setRefused(null)
    const sent = typed.current
    try {
      const saving = save(sent, setNote)
      kept.keep()
      await saving
      // Who has gone on typing meanwhile has begun the next note.
      if (making && typed.current === sent) setNote(base.form)
      kept.forget()
    } catch (error) {
      const wrong = errorsByField(error)
      setErrors(wrong)
      setRefused(Object.keys(wrong).some(field => Object.hasOwn(note, field)) ? null : messageOf(error))
      isForTokens(error, () => void latest.current(), item)
    } finally {
      setBusy(false)
    }
  }

  // After a purchase, as the form is then.
  const latest = useRef(send)
  latest.current = send

  function submitForm(event: FormEvent): void {
    event.preventDefault()
    if (!busy) mayGoOn(() => void send())
  }

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
      isAsked={isAsked}
      className={classes.form}
      onCancel={isChanged ? undefined : onCancel}
      onSubmit={submitForm}
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
      <FormMessage text={refused} />
      <Group gap="sm">
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </Form>
  )
}
