import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useRef, useState } from 'react'
import { useKeptForm } from '../../lib/drafts/kept-form.ts'
import { newMaking } from '../../lib/make-once.ts'
import { DraftOffer } from '../../ui/forms/DraftOffer.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import classes from '../publishing.module.css'
import { createItem, type ItemFields } from '../publishing.ts'
import { ItemForm, type Writer } from './ItemForm.tsx'

interface Props {
  person: { id: number }
  writer: Writer
  /** On whose page it is written; null on the person's. */
  book: { id: number } | null
}

/** The owner's toggle for a form that adds an item (PUB-035, PUB-036). What was typed is there when it opens again. */
export function NewItem({ person, writer, book }: Props) {
  const parent_id = book?.id ?? null
  const [base] = useState(() => ({ form: { title: '', content: '', parent_id }, revision: 0 }))
  const [fields, setFields] = useState<ItemFields>(base.form)
  const making = useRef(newMaking())
  const kept = useKeptForm<ItemFields>(`new item ${person.id} ${parent_id ?? ''}`, fields, base, making)
  const [isOpen, setIsOpen] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    setErrors({})
    setRefusal(null)
    try {
      const creating = createItem(fields, making)
      kept.keep()
      const item = await creating
      setFields(base.form)
      setIsOpen(false)
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
      <DraftOffer
        drafts={kept.drafts}
        restore={draft => {
          kept.restore(draft)
          setFields(draft.form)
          setIsOpen(true)
        }}
        discard={kept.discard}
      />
      <LeaveGuard isChanged={kept.isChanged} typed={kept.isKept ? 'kept' : 'no room'} />
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
          submit="Publish"
          onChange={change => setFields(now => ({ ...now, ...change }))}
          onSubmit={() => void save()}
        />
      )}
    </div>
  )
}
