import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ResponseOf } from '../../../domain/lib/endpoint.ts'
import type { Item } from '../../../domain/publishing/item.ts'
import type { getItem } from '../../../domain/publishing/item-api.ts'
import { useKeptForm } from '../../lib/drafts/kept-form.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { useFocusAfter } from '../../ui/focus.ts'
import { useClashes, useMerging } from '../../ui/forms/ClashDialog.tsx'
import { DraftOffer } from '../../ui/forms/DraftOffer.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { Loading } from '../../ui/loading/Loading.tsx'
import classes from '../publishing.module.css'
import { type ItemFields, updateItem } from '../publishing.ts'
import { DeleteItem } from './DeleteItem.tsx'
import { ItemForm, labelsOf, type Writer } from './ItemForm.tsx'
import { itemQuery, startOf, useServerDraft } from './server-draft.ts'
import { Versions } from './Versions.tsx'

interface Props {
  item: Item
  writer: Writer
  /** Called after a save with the saved item. */
  onSaved: (item: Item) => void
  onDeleted: () => void
}

/** The form of an existing item. Loads the item first, because a list has only the beginning of a long text. */
export function EditItem(props: Props) {
  const { data, error, refetch } = useQuery(itemQuery(props.item.id))
  if (data) return <Editing key={props.item.id} {...props} found={data} />
  if (!error) return <Loading />
  return (
    <div role="alert">
      <p>{messageOf(error)}</p>
      <Button variant="default" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}

const fieldsOf = ({ title, content, parent_id }: ItemFields): ItemFields => ({ title, content, parent_id })

function Editing({ found, writer, ...props }: Props & { found: ResponseOf<typeof getItem> }) {
  const { item } = found
  const words = labelsOf(writer)
  const [fields, setFields] = useState(() => startOf(found).fields)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { busy, refusal, refuse, run } = useAction(error => {
    onServer.resume()
    const wrong = itemErrors(error)
    setErrors(wrong)
    return wrong.title || wrong.content || wrong.parent_id ? null : messageOf(error)
  })
  const merging = useMerging(() => startOf(found).base, words)
  const kept = useKeptForm(`item ${item.id}`, fields, merging.base)
  const clashes = useClashes({ ...words, isTyping: true })
  const typing = { fields, base: merging.base, change, onKept: kept.forget }
  const onServer = useServerDraft(found, typing, clashes.ask)
  const isLeaving = useRef(false)

  function change(changed: Partial<ItemFields>): void {
    setFields(now => ({ ...now, ...changed }))
    // Clears the errors of the changed fields.
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([field]) => !Object.hasOwn(changed, field))))
  }

  function throwAway(): void {
    const saved = fieldsOf(item)
    setFields(saved)
    merging.setBase({ form: saved, revision: item.revision })
    onServer.forget().catch(error => refuse(messageOf(error)))
  }

  /** The server deletes the draft with the item's next save. */
  function leave(then: () => void): void {
    isLeaving.current = true
    kept.forget()
    then()
  }

  async function save(): Promise<void> {
    setErrors({})
    await onServer.settle()
    const now = await merging.save(fields, {
      send: itemData => updateItem(item.id, itemData),
      read: fieldsOf,
      show: setFields
    })
    if (now === null) void onServer.forget().catch(() => {})
    leave(() => props.onSaved(now ?? item))
  }

  return (
    <>
      {merging.dialog}
      {clashes.dialog}
      <DraftOffer
        drafts={kept.drafts}
        restore={draft => {
          kept.restore(draft)
          setFields(draft.form)
          merging.setBase(draft.base)
        }}
        discard={kept.discard}
      />
      {kept.isChanged && <KeptNotice onDiscard={throwAway} />}
      <LeaveGuard
        isChanged={kept.isChanged && !onServer.isStored}
        typed={kept.isKept ? 'kept' : 'no room'}
        isLeaving={isLeaving}
      />
      <ItemForm
        label={`Edit ${item.title}`}
        writer={writer}
        fields={fields}
        errors={errors}
        refusal={refusal}
        busy={busy}
        submit="Save"
        slug={item.slug}
        onChange={change}
        onSubmit={() => void run(save)}
      >
        <Versions
          item={item}
          onRestored={now => {
            void onServer
              .settle()
              .then(onServer.forget)
              .catch(() => {})
            leave(() => props.onSaved(now))
          }}
        />
        <DeleteItem
          item={item}
          onDeleted={() => {
            void onServer.settle()
            leave(props.onDeleted)
          }}
        />
      </ItemForm>
    </>
  )
}

function KeptNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p ref={useFocusAfter<HTMLParagraphElement>()} className={classes.notice}>
      We keep what you typed until you save it.{' '}
      <Button variant="subtle" onClick={onDiscard}>
        Discard it
      </Button>
    </p>
  )
}

/** Strips the `itemData.` prefix, because the body nests the fields in `itemData`. */
function itemErrors(error: unknown): Record<string, string> {
  const errors = Object.entries(errorsByField(error))
  return Object.fromEntries(errors.map(([field, text]) => [field.replace('itemData.', ''), text]))
}
