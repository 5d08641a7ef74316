import { ActionIcon, Button, TextInput } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import classes from './GoalForm.module.css'
import { type GoalFormState, newItem } from './goal-form.ts'

export function ChecklistFields({ form }: { form: GoalFormState }) {
  return (
    <fieldset className={classes.set}>
      <legend>Checklist</legend>
      <ol className={classes.rows}>
        {form.values.list.map((item, index) => (
          <li key={item.uuid} className={classes.item}>
            <TextInput aria-label={`Item ${index + 1}`} {...form.getInputProps(`list.${index}.title`)} />
            <ActionIcon
              color="gray"
              aria-label={`Remove item ${index + 1}`}
              onClick={() => form.removeListItem('list', index)}
            >
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => form.insertListItem('list', newItem())}
      >
        Add an item
      </Button>
    </fieldset>
  )
}
