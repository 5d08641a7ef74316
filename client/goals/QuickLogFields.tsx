import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useRef } from 'react'
import { addAndFocus } from '../ui/add-and-focus.ts'
import { DurationInput } from '../ui/forms/DurationInput.tsx'
import { NumberField } from '../ui/forms/NumberField.tsx'
import classes from './GoalForm.module.css'
import { type GoalFormState, newButton } from './goal-form.ts'

export function QuickLogFields({ form }: { form: GoalFormState }) {
  const set = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset ref={set} className={classes.set}>
      <legend>Quick-log buttons</legend>
      <Text c="dimmed">One press logs this much. With a duration it starts a timer.</Text>
      <ol className={classes.rows}>
        {form.values.buttons.map((button, index) => (
          <li key={button.uuid} className={classes.button}>
            <TextInput label="Title" placeholder="Optional" {...form.getInputProps(`buttons.${index}.title`)} />
            <ActionIcon
              color="gray"
              aria-label={`Remove button ${index + 1}`}
              onClick={() => form.removeListItem('buttons', index)}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
            <div className={classes.measures}>
              <NumberField label="Amount" {...form.getInputProps(`buttons.${index}.amount`)} />
              <NumberField label="Miles" {...form.getInputProps(`buttons.${index}.distance`)} />
              <DurationInput label="Duration" placeholder="25m" {...form.getInputProps(`buttons.${index}.duration`)} />
            </div>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => addAndFocus(() => form.insertListItem('buttons', newButton()), set.current)}
      >
        Add a button
      </Button>
    </fieldset>
  )
}
