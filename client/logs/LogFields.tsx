import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { addDays, dayOf, UTC } from '../../domain/days/day.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { serverNow } from '../lib/server-clock.ts'
import { useUser } from '../lib/user.ts'
import { DistanceField } from '../ui/forms/DistanceField.tsx'
import { DurationInput } from '../ui/forms/DurationInput.tsx'
import { NumberField } from '../ui/forms/NumberField.tsx'
import classes from './LogCard.module.css'
import type { LogValues } from './log-form.ts'

interface Props {
  form: UseFormReturnType<LogValues>
  unit: string
  /** Asks when it began and ended, too. */
  withTimes?: boolean
}

export function LogFields({ form, unit, withTimes = false }: Props) {
  const user = useUser()
  const today = () => dayOf(serverNow(), user ?? UTC)
  return (
    <Stack gap="md">
      <div className={classes.measures}>
        <NumberField label={unit ? `Amount (${unit})` : 'Amount'} {...form.getInputProps('amount')} />
        <DistanceField unit={useDistanceUnit()} {...form.getInputProps('distance')} />
        <DurationInput label="Duration" {...form.getInputProps('duration')} />
      </div>
      <Group align="end" gap="xs">
        <TextInput
          label="Day"
          description="Today, unless you choose another"
          type="date"
          {...form.getInputProps('day')}
        />
        <Button variant="default" onClick={() => form.setFieldValue('day', addDays(today(), -1))}>
          Yesterday
        </Button>
      </Group>
      {withTimes && (
        <Group align="start" gap="xs">
          <TextInput label="From" type="time" {...form.getInputProps('from')} />
          <TextInput label="To" type="time" {...form.getInputProps('to')} />
        </Group>
      )}
      <TextInput label="Title" placeholder="Optional" {...form.getInputProps('title')} />
      <Textarea label="Content" rows={3} resize="vertical" {...form.getInputProps('content')} />
    </Stack>
  )
}
