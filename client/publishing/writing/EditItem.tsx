import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../../domain/lib/endpoint.ts'
import type { getItem } from '../../../domain/publishing/api.ts'
import type { Item } from '../../../domain/publishing/item.ts'
import { useClashes, useMerging } from '../../ui/forms/ClashDialog.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { Loading } from '../../ui/Loading.tsx'
import classes from '../publishing.module.css'
import { updateItem } from '../publishing.ts'
import { DeleteItem } from './DeleteItem.tsx'
import { ItemForm, type Writer } from './ItemForm.tsx'
import { itemQuery, useKeptDraft } from './kept-draft.ts'
import { editDraft, forgetEdit, type ItemFields, useEditDraft } from './typing.ts'
import { Versions } from './Versions.tsx'

interface Props {
  item: Item
  writer: Writer
  /** The pencil was pressed just now, which goes on in the form. */
  isAsked: boolean
  /** Saved; `item` is what it is now. */
  onSaved: (item: Item) => void
  onDeleted: () => void
}

/** The form of an item that exists. A list has only the beginning of a long one, so all of it is loaded first. */
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

function Editing({ found, writer, isAsked, onSaved, onDeleted }: Props & { found: ResponseOf<typeof getItem> }) {
  const { item } = found
  const typed = useEditDraft(item.id)
  const saved = fieldsOf(item)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const merging = useMerging<Partial<ItemFields>>(() => typed.base ?? { form: saved, revision: item.revision })
  const fields = typed.fields ?? saved
  const clashes = useClashes()
  const kept = useKeptDraft(found, clashes.ask)

  function change(changed: Partial<ItemFields>): void {
    editDraft(item.id).set({
      fields: { ...fields, ...editDraft(item.id).get().fields, ...changed },
      base: merging.base
    })
  }

  function throwAway(): void {
    merging.setBase({ form: saved, revision: item.revision })
    void kept.forget().catch(error => setRefusal(messageOf(error)))
  }

  async function save(): Promise<void> {
    setBusy(true)
    setErrors({})
    setRefusal(null)
    try {
      await kept.settle()
      const now = await merging.save(fields, {
        send: itemData => updateItem(item.id, itemData),
        read: newer => fieldsOf(newer as unknown as ItemFields),
        show: change
      })
      forgetEdit(item.id)
      if (now === null) void kept.forget().catch(() => {})
      onSaved(now ?? item)
    } catch (error) {
      kept.goOn()
      const wrong = itemErrors(error)
      setErrors(wrong)
      setRefusal(wrong.title || wrong.content || wrong.parent_id ? null : messageOf(error))
      setBusy(false)
    }
  }

  return (
    <>
      {merging.dialog}
      {clashes.dialog}
      {typed.fields && (
        <p className={classes.notice}>
          What you typed is kept until you save it.{' '}
          <Button variant="subtle" onClick={throwAway}>
            Throw it away
          </Button>
        </p>
      )}
      <ItemForm
        isAsked={isAsked}
        label={`Edit ${item.title}`}
        writer={writer}
        fields={fields}
        isBook={item.is_book === 1}
        errors={errors}
        refusal={refusal}
        busy={busy}
        submit="Save"
        onChange={change}
        onSubmit={() => void save()}
      >
        <Versions
          item={item}
          onRestored={now => {
            void kept.forget().catch(() => {})
            onSaved(now)
          }}
        />
        <DeleteItem item={item} onDeleted={onDeleted} />
      </ItemForm>
    </>
  )
}

/** The body is `itemData`, so its fields come with that in front. */
function itemErrors(error: unknown): Record<string, string> {
  const errors = Object.entries(errorsByField(error))
  return Object.fromEntries(errors.map(([field, text]) => [field.replace('itemData.', ''), text]))
}
