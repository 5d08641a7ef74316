import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { ActivityList } from '../../domain/lists/api.ts'
import { newMaking } from '../lib/make-once.ts'
import { Form } from '../ui/forms/Form.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import classes from './lists.module.css'
import { createList } from './lists.ts'

/** Only the server limits the title. Its errors appear under the field (LIST-02..LIST-05). */
export function NewListForm({ onCreated }: { onCreated?: (list: ActivityList) => void | Promise<void> }) {
  const [title, setTitle] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const making = useRef(newMaking())

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      const list = await createList(title, making)
      setTitle(now => (now === title ? '' : now))
      await onCreated?.(list)
    } catch (refused) {
      setError(errorsByField(refused).title ?? messageOf(refused))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form onSubmit={submit} className={classes.form} aria-label="New list">
      <TextInput
        label="List Title"
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
        error={error}
        withAsterisk={error !== null}
        className={classes.field}
      />
      <Button type="submit" loading={busy}>
        Create List
      </Button>
    </Form>
  )
}
