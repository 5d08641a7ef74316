import { Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DurationInput } from '../ui/forms/DurationInput.tsx'
import { NumberField } from '../ui/forms/NumberField.tsx'
import classes from './LogCard.module.css'
import type { LogValues } from './log-form.ts'

export function LogFields({ form, unit }: { form: UseFormReturnType<LogValues>; unit: string }) {
  return (
    <Stack gap="md">
      <div className={classes.measures}>
        <NumberField label={unit ? `Amount (${unit})` : 'Amount'} {...form.getInputProps('amount')} />
        <NumberField label="Distance in miles" {...form.getInputProps('distance')} />
        <DurationInput label="Duration" {...form.getInputProps('duration')} />
      </div>
      <TextInput label="Title" placeholder="Optional" {...form.getInputProps('title')} />
      <Textarea label="Content" rows={3} resize="vertical" {...form.getInputProps('content')} />
    </Stack>
  )
}
