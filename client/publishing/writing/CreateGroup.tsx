import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { newMaking } from '../../lib/make-once.ts'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import classes from '../GroupPicker.module.css'
import type { ChosenGroup } from '../group-search.ts'
import { createGroup } from '../publishing.ts'

/** Creates a group while choosing one (PUB-014). It is a fieldset, because it may be inside a form. */
export function CreateGroup({ onMade }: { onMade: (group: ChosenGroup) => void }) {
  const [title, setTitle] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const making = useRef(newMaking())

  async function create(): Promise<void> {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      onMade(await createGroup(title, making))
    } catch (refused) {
      setError(errorsByField(refused).title ?? messageOf(refused))
      setBusy(false)
    }
  }

  return (
    <fieldset aria-label="New group" className={classes.create}>
      <TextInput
        label="Group title"
        maxLength={255}
        value={title}
        error={error}
        onChange={event => setTitle(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void create()
        }}
      />
      <Button onClick={() => void create()} loading={busy}>
        Create Group
      </Button>
    </fieldset>
  )
}
