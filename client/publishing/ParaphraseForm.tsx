import { Button, Textarea } from '@mantine/core'
import { useStore } from '@nanostores/react'
import { sourcePage, storeParaphrase } from '../../domain/publishing/source-api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { createDrafts } from '../lib/drafts/drafts.ts'
import { heldBy, type Making, makeOnce, newMaking } from '../lib/make-once.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import classes from './publishing.module.css'

interface Draft {
  content: string
  making: Making
}

const drafts = createDrafts<Draft>(
  'paraphrase',
  () => ({ content: '', making: newMaking() }),
  draft => (draft.content ? draft : null)
)

/**
 * Adds a paraphrase, which costs nothing. A visitor signs in first, and then the typed text is sent (D-42, PUB-068).
 */
export function ParaphraseForm({ snippet }: { snippet: number }) {
  const draft = drafts(String(snippet))
  const { content } = useStore(draft)
  const { busy, refusal, run } = useAction(error => errorsByField(error).content ?? messageOf(error))

  async function send(): Promise<void> {
    const mine = drafts(String(snippet))
    const body = { snippet_id: snippet, content: mine.get().content }
    await makeOnce(body, heldBy(mine), (sent, key) => call(storeParaphrase, { body: sent, key }))
    mine.set({ content: '', making: newMaking() })
    await reloadPages(sourcePage)
  }

  return (
    <Form
      className={classes.form}
      aria-label="Your words"
      busy={busy}
      onSubmit={() => requireSignIn('to say this in your own words', () => void run(send))}
    >
      <Textarea
        label="Say it in your own words"
        autosize
        minRows={3}
        maxRows={14}
        value={content}
        error={refusal}
        onChange={event => draft.set({ ...draft.get(), content: event.currentTarget.value })}
      />
      <div>
        <Button type="submit" loading={busy}>
          Add
        </Button>
      </div>
    </Form>
  )
}
