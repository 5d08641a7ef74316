import { Button, TextInput } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { type KeyboardEvent, useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { addAndFocus } from '../../ui/rows/add-and-focus.ts'
import classes from './GoalForm.module.css'
import type { GoalFormState } from './goal-form.ts'
import { newItem } from './goal-values.ts'

export function ChecklistFields({ form }: { form: GoalFormState }) {
  const set = useRef<HTMLFieldSetElement>(null)
  const add = (): void => addAndFocus(() => form.insertListItem('list', newItem()), set.current)
  // Otherwise Enter would submit an unfinished checklist.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (event.currentTarget.value.trim()) add()
  }
  return (
    <fieldset ref={set} className={classes.set}>
      <legend>Checklist</legend>
      <ol className={classes.rows}>
        {form.values.list.map((item, index) => (
          <li key={item.uuid} className={classes.item}>
            <TextInput
              aria-label={`Item ${index + 1}`}
              onKeyDown={onKeyDown}
              {...form.getInputProps(`list.${index}.title`)}
            />
            <IconButton
              icon={IconTrash}
              label={`Remove item ${index + 1}`}
              onClick={() => form.removeListItem('list', index)}
            />
          </li>
        ))}
      </ol>
      <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
        Add an item
      </Button>
    </fieldset>
  )
}
