import { Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { SessionData } from '../../domain/sessions/api.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import classes from './Posts.module.css'
import { submit, useDraft, write } from './posts.ts'

interface Props {
  data: SessionData
  /** The post that this replies to, or null for a new post. */
  parent: number | null
  /** True if a press has just opened the form: its text field takes the focus. */
  takesFocus?: boolean
  onSent?: () => void
  onCancel?: () => void
}

export function PostForm({ data, parent, takesFocus = false, onSent, onCancel }: Props) {
  const { id } = data.challengeEvent
  const draft = useDraft(id, parent)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <Form className={classes.form} onCancel={onCancel} onSubmit={() => submit(data, parent, onSent)}>
      {parent === null && (
        <TextInput
          label="Title"
          maxLength={255}
          value={draft.title}
          error={draft.titleError}
          onChange={event => write(id, parent, { title: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={parent === null ? 'What would you like to say?' : 'Your reply'}
        autosize
        minRows={parent === null ? 3 : 2}
        maxRows={14}
        ref={box}
        value={draft.content}
        error={draft.error}
        onChange={event => write(id, parent, { content: event.currentTarget.value })}
      />
      <FormEnd refusal={null} busy={draft.busy} submit={parent === null ? 'Post' : 'Reply'} onCancel={onCancel} />
    </Form>
  )
}
