import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Session, saveContent } from '../../../domain/sessions/api.ts'
import { call } from '../../lib/api.ts'
import { paragraphs, plainParagraphs } from '../../posts/paragraphs.ts'
import { errorsByField, messageOf } from '../../ui/form-errors.tsx'
import classes from './EditableParts.module.css'
import { changePartText } from './part-text.ts'

interface Props {
  session: Session
  part: { uuid: string; content: string }
  onDone: () => void
}

/** The host corrects what was written together (D-68). */
export function EditPartText({ session, part, onDone }: Props) {
  const [text, setText] = useState(() => plainParagraphs(part.content))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      const body = { content: paragraphs(text), part_uuid: part.uuid }
      const { content } = await call(saveContent, { params: { event: session.slug }, body })
      changePartText(session.id, part.uuid, content)
      onDone()
    } catch (refused) {
      setError(errorsByField(refused).content ?? messageOf(refused))
      setBusy(false)
    }
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Textarea
        label="The text of this part"
        autosize
        minRows={4}
        maxRows={18}
        value={text}
        error={error}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
