import { Button, Collapse, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useId, useState } from 'react'
import { WeekdayField } from '../days/WeekdayField.tsx'
import { DurationInput } from '../ui/forms/DurationInput.tsx'
import { NumberField } from '../ui/forms/NumberField.tsx'
import { ChecklistFields } from './ChecklistFields.tsx'
import classes from './GoalForm.module.css'
import type { GoalFormState, GoalValues } from './goal-form.ts'
import { QuickLogFields } from './QuickLogFields.tsx'

const HIDDEN = /^(action|link|content|list|started_at)\b/

/** What the goal asks for begins anew with each. */
const REPEATS: { value: GoalValues['repeats']; label: string }[] = [
  { value: '', label: 'Does not repeat' },
  { value: 'day', label: 'Every day' },
  { value: 'weekdays', label: 'On chosen weekdays' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' }
]

interface Props {
  form: GoalFormState
  /** Of a person, not of a plan: with its days. */
  isOwn?: boolean
}

/** The fields of a goal, the same for a new one and for one that is changed. No bounds of its own (GOAL-17). */
export function GoalFields({ form, isOwn = false }: Props) {
  const [more, setMore] = useState(false)
  const id = useId()
  const open = more || Object.keys(form.errors).some(field => HIDDEN.test(field))
  return (
    <Stack gap="md" className={classes.fields}>
      <TextInput label="Title" placeholder="Read 12 books" withAsterisk {...form.getInputProps('title')} />
      <div className={classes.measures}>
        <NumberField label="Amount" {...form.getInputProps('amount')} />
        <TextInput label="Unit" placeholder="times" {...form.getInputProps('unit')} />
        <NumberField label="Distance in miles" {...form.getInputProps('distance')} />
        <DurationInput label="Duration" {...form.getInputProps('duration')} />
        {isOwn && <TextInput label="By" type="date" {...form.getInputProps('ended_at')} />}
      </div>
      {isOwn && (
        <NativeSelect label="Repeats" size="md" maw="16rem" data={REPEATS} {...form.getInputProps('repeats')} />
      )}
      {isOwn && form.values.repeats === 'weekdays' && (
        <WeekdayField label="On these days" {...form.getInputProps('weekdays')} />
      )}
      <QuickLogFields form={form} />
      <div>
        <Button
          variant="subtle"
          px="sm"
          ml="-0.75rem"
          aria-expanded={open}
          aria-controls={id}
          rightSection={
            <IconChevronDown size={18} aria-hidden className={classes.chevron} data-open={open || undefined} />
          }
          onClick={() => setMore(!open)}
        >
          More options
        </Button>
        <Collapse expanded={open} id={id}>
          <Stack gap="md" pt="xs">
            <TextInput label="Action" placeholder="Run, read, practise" {...form.getInputProps('action')} />
            {isOwn && <TextInput label="Starts on" type="date" maw="16rem" {...form.getInputProps('started_at')} />}
            <TextInput label="Link" type="url" placeholder="https://" {...form.getInputProps('link')} />
            <Textarea label="Description" rows={3} resize="vertical" {...form.getInputProps('content')} />
            <ChecklistFields form={form} />
          </Stack>
        </Collapse>
      </div>
    </Stack>
  )
}
