import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { REQUIRED } from '../../domain/lib/fields.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { RichTextField } from '../editor/RichTextField.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../ui/forms/LeaveGuard.tsx'
import classes from './groups.module.css'

export interface GroupFields {
  title: string
  /** HTML. */
  content: string
}

interface Props {
  label: string
  start: GroupFields
  signInText: string
  /** "Create Group" */
  submit: string
  /** Saves, and goes where it is seen; `show` puts other values into the form. */
  save: (fields: GroupFields, show: (fields: GroupFields) => void) => Promise<void>
}

/** Title and text of a group; what the server says stands under its field, and nothing typed is lost (D-113). */
export function GroupForm({ label, start, signInText, submit, save }: Props) {
  const [fields, setFields] = useState(start)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isLeaving = useRef(false)

  async function send(): Promise<void> {
    setBusy(true)
    isLeaving.current = true
    try {
      await save(fields, setFields)
    } catch (error) {
      isLeaving.current = false
      const wrong = errorsByField(error)
      setErrors(wrong)
      setRefused(wrong.title || wrong.content ? null : messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  function submitForm(event: FormEvent): void {
    event.preventDefault()
    if (busy) return
    setRefused(null)
    const isEmpty = fields.title.trim() === ''
    setErrors(isEmpty ? { title: REQUIRED } : {})
    if (!isEmpty) requireSignIn(signInText, () => void send())
  }

  return (
    <Form className={classes.form} onSubmit={submitForm} aria-label={label}>
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
        label="What is it about?"
        value={fields.content}
        error={errors.content}
        onChange={content => setFields(now => ({ ...now, content }))}
      />
      <LeaveGuard
        isChanged={fields.title !== start.title || fields.content !== start.content}
        typed="lost"
        isLeaving={isLeaving}
      />
      <FormMessage text={refused} />
      <div>
        <Button type="submit" size="md" loading={busy}>
          {submit}
        </Button>
      </div>
    </Form>
  )
}
