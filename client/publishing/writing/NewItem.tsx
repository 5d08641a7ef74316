import { Button } from '@mantine/core'
import { useStore } from '@nanostores/react'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { heldBy, newMaking } from '../../lib/make-once.ts'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from '../publishing.module.css'
import { createItem } from '../publishing.ts'
import { ItemForm, type Writer } from './ItemForm.tsx'
import { newItemDraft } from './typing.ts'

interface Props {
  person: { id: number; username: string }
  writer: Writer
  /** On whose page it is written; null on the person's. */
  book: { id: number } | null
}

/** The owner's toggle for a form that adds an item (PUB-035, PUB-036). What was typed is there when it opens again. */
export function NewItem({ person, writer, book }: Props) {
  const parent_id = book?.id ?? null
  const draft = newItemDraft(person.id, parent_id)
  const { isOpen, title, content, parent_id: chosen } = useStore(draft)
  const [isAsked, setIsAsked] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  function toggle(): void {
    setIsAsked(true)
    const isEmpty = !title && !content
    draft.set({ ...draft.get(), isOpen: !isOpen, parent_id: isEmpty ? parent_id : chosen })
  }

  async function save(): Promise<void> {
    setBusy(true)
    setErrors({})
    setRefusal(null)
    try {
      const sent = { title, content, parent_id: chosen }
      const item = await createItem(sent, heldBy(draft))
      draft.set({ title: '', content: '', parent_id, isOpen: false, making: newMaking() })
      toast.success(`“${item.title}” is published.`, { link: { label: 'Look at it', to: item.path } })
    } catch (error) {
      const wrong = errorsByField(error)
      setErrors(wrong)
      setRefusal(wrong.title || wrong.content || wrong.parent_id ? null : messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={classes.add}>
      <Button
        variant={isOpen ? 'default' : 'filled'}
        aria-expanded={isOpen}
        leftSection={isOpen ? <IconX size={20} aria-hidden /> : <IconPlus size={20} aria-hidden />}
        onClick={toggle}
      >
        {isOpen ? 'Close the form' : 'Add an item'}
      </Button>
      {isOpen && (
        <ItemForm
          label="New item"
          isAsked={isAsked}
          writer={writer}
          fields={{ title, content, parent_id: chosen }}
          errors={errors}
          refusal={refusal}
          busy={busy}
          submit="Publish"
          onChange={change => draft.set({ ...draft.get(), ...change })}
          onSubmit={() => void save()}
        />
      )}
    </div>
  )
}
