import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { newMaking } from '../../lib/make-once.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import classes from '../GroupPicker.module.css'
import type { ChosenGroup } from '../group-search.ts'
import { createGroup } from '../publishing.ts'

/** Creates a group while choosing one (PUB-014). It is a fieldset, because it may be inside a form. */
export function CreateGroup({ onMade }: { onMade: (group: ChosenGroup) => void }) {
  const [title, setTitle] = useState('')
  const { busy, refusal, run } = useAction(error => errorsByField(error).title ?? messageOf(error))
  const making = useRef(newMaking())

  function create(): void {
    if (!busy) void run(async () => onMade(await createGroup(title, making)))
  }

  return (
    <fieldset aria-label="New group" className={classes.create}>
      <TextInput
        label="Group title"
        maxLength={255}
        value={title}
        error={refusal}
        onChange={event => setTitle(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          create()
        }}
      />
      <Button onClick={create} loading={busy}>
        Create Group
      </Button>
    </fieldset>
  )
}
