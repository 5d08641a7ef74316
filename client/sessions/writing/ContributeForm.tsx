import { Button, Textarea } from '@mantine/core'
import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { contributeContent, type Session } from '../../../domain/sessions/api.ts'
import { call } from '../../lib/api.ts'
import { createDrafts } from '../../lib/drafts/drafts.ts'
import { useHydrated } from '../../lib/hydrated.ts'
import { heldBy, type Making, makeOnce, newMaking } from '../../lib/make-once.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import classes from './EditableParts.module.css'
import { changePartText } from './part-text.ts'
import { writeRequested } from './write-request.ts'

interface Draft {
  text: string
  busy: boolean
  error: string | null
  making: Making
}

const newDraft = (): Draft => ({ text: '', busy: false, error: null, making: newMaking() })
const EMPTY = newDraft()
// Drafts are stored, so that reloading the page in the middle of a turn loses nothing.
const drafts = createDrafts<Draft>('turn', newDraft, ({ text, making }) => (text ? { text, making } : null))

const ADDED_BEFORE = 'Your first version was added. What you’ve changed since is still here.'
const LATER = 'Your turn is over. You can send this when it comes round again.'
const OVER = 'This wasn’t sent, and you have no more turns. Copy what you want to keep, then discard it.'

interface Props {
  session: Session
  part: string
  mayWrite: boolean
  /** Whether the person can write again later. Called only if they may not write now. */
  comesAgain: () => boolean
  label: string
}

/**
 * The field for the person whose turn it is. Text that was typed when the turn ended stays until the next turn, or until
 * it is discarded (TMR-07).
 */
export function ContributeForm({ session, part, mayWrite, comesAgain, label }: Props) {
  const store = drafts(`${session.id} ${part}`)
  const kept = useStore(store)
  const draft = useHydrated() ? kept : EMPTY
  const field = useRef<HTMLTextAreaElement>(null)
  const isAsked = useStore(writeRequested)
  useEffect(() => {
    if (!isAsked || !mayWrite || !field.current) return
    writeRequested.set(false)
    field.current.focus({ preventScroll: true })
    field.current.scrollIntoView({ block: 'center' })
  }, [isAsked, mayWrite])
  if (!mayWrite && !draft.text) return null
  const isOver = !mayWrite && !comesAgain()
  async function send(): Promise<void> {
    const { text } = store.get()
    if (!text.trim()) {
      store.set({ ...store.get(), error: 'Please write something.' })
      return
    }
    store.set({ ...store.get(), busy: true, error: null })
    try {
      const body = { content: text.trim(), part_uuid: part }
      const making = heldBy(store)
      const { made, isOlder } = await makeOnce(body, making, (sent, key) =>
        call(contributeContent, { params: { event: session.slug }, body: sent, key })
      )
      making.current = newMaking()
      changePartText(session.id, { uuid: part, content: made.content, revision: made.revision ?? 0 })
      const typed = store.get()
      if (!isOlder && typed.text === text) store.set(newDraft())
      else store.set({ ...typed, busy: false, error: isOlder ? ADDED_BEFORE : null })
    } catch (error) {
      store.set({ ...store.get(), busy: false, error: errorsByField(error).content ?? messageOf(error) })
    }
  }
  return (
    <Form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <Textarea
        ref={field}
        label={label}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={draft.text}
        error={draft.error}
        readOnly={isOver}
        description={mayWrite ? undefined : isOver ? OVER : LATER}
        onChange={event => store.set({ ...store.get(), text: event.currentTarget.value, error: null })}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={draft.busy} disabled={!mayWrite}>
          Add to the text
        </Button>
        {isOver && (
          <Button variant="default" onClick={() => store.set(newDraft())}>
            Discard
          </Button>
        )}
      </div>
    </Form>
  )
}
