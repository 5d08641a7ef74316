import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Session, saveContent } from '../../../domain/sessions/api.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { paragraphs, plainParagraphs } from '../../ui/text/paragraphs.ts'
import { RichText } from '../../ui/text/RichText.tsx'
import classes from './EditableParts.module.css'
import { changePartText } from './part-text.ts'

interface Props {
  session: Session
  part: { uuid: string; content: string; revision: number }
  onDone: () => void
}

/**
 * The host edits a text that people wrote together (D-68). If someone has added to it meanwhile, nothing is saved: the
 * newer text is shown below the typed one, and the next save replaces it (D-140).
 */
export function EditPartText({ session, part, onDone }: Props) {
  const [text, setText] = useState(() => plainParagraphs(part.content))
  const [revision, setRevision] = useState(part.revision)
  const [newer, setNewer] = useState<string | null>(null)
  const { busy, refusal, run } = useAction(error => {
    const meanwhile = error instanceof CallRefused ? error.body.newer : undefined
    if (meanwhile) {
      setNewer(String(meanwhile.content))
      setRevision(meanwhile.revision)
    }
    return errorsByField(error).content ?? messageOf(error)
  })
  async function save(): Promise<void> {
    const body = { content: paragraphs(text), part_uuid: part.uuid, revision }
    const stored = await call(saveContent, { params: { event: session.slug }, body })
    changePartText(session.id, { uuid: part.uuid, content: stored.content, revision: stored.revision ?? revision })
    onDone()
  }
  return (
    <Form
      takesFocus
      onCancel={text === plainParagraphs(part.content) ? onDone : undefined}
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        void run(save)
      }}
    >
      <Textarea
        label="The text of this part"
        autosize
        minRows={4}
        maxRows={18}
        value={text}
        readOnly={busy}
        error={refusal}
        onChange={event => setText(event.currentTarget.value)}
      />
      {newer !== null && (
        <section aria-label="The newer text">
          <p className={classes.prompt}>
            The text now reads as below. Copy what you need into yours. Saving again replaces it.
          </p>
          <RichText html={newer} />
        </section>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
