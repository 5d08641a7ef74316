import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NewItemDraft } from '../../../domain/publishing/draft-api.ts'
import { ItemStatus } from '../../../domain/publishing/item.ts'
import type { KeptDraft } from '../../lib/drafts/kept-drafts.ts'
import { useKeptForm } from '../../lib/drafts/kept-form.ts'
import { newMaking } from '../../lib/make-once.ts'
import { useUser } from '../../lib/user.ts'
import { toastError, useAction } from '../../ui/ActionButton.tsx'
import { useClashes } from '../../ui/forms/ClashDialog.tsx'
import { DraftOffer } from '../../ui/forms/DraftOffer.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import classes from '../publishing.module.css'
import { createItem, type ItemFields } from '../publishing.ts'
import { ItemForm, labelsOf, type Writer } from './ItemForm.tsx'
import { PublishAtField } from './PublishAt.tsx'
import { discardNewDraft, newDraftsQuery, useNewDraft } from './server-draft.ts'

interface Props {
  person: { id: number }
  writer: Writer
  /** The group whose page shows the form; null on the person's page. */
  book: { id: number } | null
}

type Draft = KeptDraft<ItemFields> & { saves?: number }

/** A button that opens the form for a new item (PUB-035, PUB-036). Closing it keeps the typed text. */
export function NewItem({ person, writer, book }: Props) {
  const { username } = writer
  const parent_id = book?.id ?? null
  const user = useUser()?.id ?? null
  const [base] = useState(() => ({ form: { title: '', content: '', parent_id }, revision: 0 }))
  const [fields, setFields] = useState<ItemFields>(base.form)
  const making = useRef(newMaking())
  const item = `new item ${person.id} ${parent_id ?? ''}`
  const kept = useKeptForm<ItemFields>(item, fields, base, making)
  const [isOpen, setIsOpen] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { busy, refusal, run } = useAction(error => {
    const wrong = errorsByField(error)
    setErrors(wrong)
    return wrong.title || wrong.content || wrong.parent_id || wrong.publish_at ? null : messageOf(error)
  })
  /** When to publish it; null unless the person asked for that. */
  const [local, setLocal] = useState<string | null>(null)
  const clashes = useClashes({ ...labelsOf(writer), isTyping: true })
  const typing = { fields, change, onKept: kept.forget }
  const onServer = useNewDraft({ username, making, empty: base.form }, typing, clashes.ask)
  // A draft has no time to publish.
  const isAllStored = onServer.isStored && !local
  const { data: stored = [] } = useQuery(newDraftsQuery(username))

  // Offers drafts that only this browser has, and drafts from the server.
  const ofServer = stored
    .filter(({ uuid }) => uuid !== making.current.key)
    .map(one => toDraft(one, { item, base, user }))
  const drafts: Draft[] = [...kept.drafts, ...ofServer]

  function change(changed: Partial<ItemFields>): void {
    setFields(now => ({ ...now, ...changed }))
    // Clears the errors of the changed fields.
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([field]) => !Object.hasOwn(changed, field))))
  }

  function restore(draft: Draft): void {
    const isOfServer = draft.saves !== undefined
    // A draft of this browser that the server has in another state becomes a separate draft.
    const isStored = stored.some(({ uuid }) => uuid === draft.making.key)
    kept.restore(isOfServer || !isStored ? draft : { ...draft, making: newMaking() })
    onServer.take(isOfServer ? draft.form : base.form, draft.saves ?? 0)
    setFields(draft.form)
    setIsOpen(true)
  }

  function discard(draft: Draft): void {
    if (draft.saves === undefined) kept.discard(draft)
    else discardNewDraft(username, draft.making.key).catch(toastError)
  }

  async function save(status: 0 | 1, publish_at?: string): Promise<void> {
    setErrors({})
    try {
      await onServer.settle()
      const creating = createItem({ ...fields, status, publish_at }, making)
      kept.keep()
      const made = await creating
      setFields(base.form)
      onServer.take(base.form, 0)
      setIsOpen(false)
      setLocal(null)
      const text = publish_at
        ? `“${made.title}” will be published later.`
        : status
          ? `“${made.title}” is published.`
          : `“${made.title}” is saved. Only you can see it.`
      toast.success(text, { link: { label: 'View it', to: made.path } })
    } finally {
      onServer.resume()
    }
  }

  function submit(): void {
    if (local === '') setErrors({ publish_at: 'Choose a date and a time.' })
    else if (local === null) void run(() => save(ItemStatus.Published))
    else void run(() => save(ItemStatus.Unpublished, local))
  }

  return (
    <div className={classes.add}>
      {clashes.dialog}
      <DraftOffer drafts={drafts} restore={restore} discard={discard} />
      <LeaveGuard isChanged={kept.isChanged && !isAllStored} typed={kept.isKept ? 'kept' : 'no room'} />
      <Button
        variant={isOpen ? 'default' : 'filled'}
        aria-expanded={isOpen}
        leftSection={isOpen ? <IconX size={20} aria-hidden /> : <IconPlus size={20} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Close the form' : 'Add an item'}
      </Button>
      {isOpen && (
        <ItemForm
          label="New item"
          writer={writer}
          fields={fields}
          errors={errors}
          refusal={refusal}
          busy={busy}
          submit={local === null ? 'Publish' : 'Publish then'}
          onChange={change}
          onSubmit={submit}
          onKeep={() => void onServer.keepNow()}
          more={
            local !== null && (
              <PublishAtField
                value={local}
                error={errors.publish_at}
                onChange={value => {
                  setLocal(value)
                  setErrors(({ publish_at: _, ...others }) => others)
                }}
              />
            )
          }
        >
          <Button variant="default" size="md" onClick={() => void run(() => save(ItemStatus.Unpublished))}>
            Save
          </Button>
          <Button variant="subtle" size="md" onClick={() => setLocal(local === null ? '' : null)}>
            {local === null ? 'Publish later' : 'Publish now instead'}
          </Button>
          <span role="status" className={classes.kept}>
            {kept.isChanged && onServer.isStored && 'Your draft is saved.'}
          </span>
        </ItemForm>
      )}
    </div>
  )
}

interface About {
  item: string
  base: Draft['base']
  user: number | null
}

function toDraft({ uuid, title, content, parent_id, saves, saved_at }: NewItemDraft, about: About): Draft {
  const form = { title, content, parent_id }
  return { id: uuid, form, saves, making: { key: uuid, sent: [] }, at: Date.parse(saved_at), ...about }
}
