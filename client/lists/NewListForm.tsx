import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ActivityList } from '../../domain/lists/api.ts'
import { newMaking } from '../lib/make-once.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import classes from './lists.module.css'
import { createList } from './lists.ts'

/** Only the server limits the title. Its errors appear under the field (LIST-02..LIST-05). */
export function NewListForm({ onCreated }: { onCreated?: (list: ActivityList) => void | Promise<void> }) {
  const [title, setTitle] = useState('')
  const { busy, refusal, run } = useAction(error => errorsByField(error).title ?? messageOf(error))
  const making = useRef(newMaking())

  async function create(): Promise<void> {
    const list = await createList(title, making)
    setTitle(now => (now === title ? '' : now))
    await onCreated?.(list)
  }

  return (
    <Form busy={busy} onSubmit={() => run(create)} className={classes.form} aria-label="New list">
      <TextInput
        label="List Title"
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
        error={refusal}
        withAsterisk={refusal !== null}
        className={classes.field}
      />
      <Button type="submit" loading={busy}>
        Create List
      </Button>
    </Form>
  )
}
