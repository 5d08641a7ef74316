import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { addDays, dayOf, UTC } from '../../domain/lib/day.ts'
import type { Contribution } from '../../domain/logs/log.ts'
import { serverNow } from '../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { useUser } from '../lib/user.ts'
import { DistanceField } from '../ui/forms/DistanceField.tsx'
import { DurationInput } from '../ui/forms/DurationInput.tsx'
import { MoreFields } from '../ui/forms/MoreFields.tsx'
import { NumberField } from '../ui/forms/NumberField.tsx'
import classes from './LogCard.module.css'
import type { LogValues } from './log-form.ts'

const KINDS = ['amount', 'distance', 'duration'] as const
type Kind = keyof Contribution

interface Props {
  form: UseFormReturnType<LogValues>
  unit: string
  /** Adds fields for the start and end. */
  withTimes?: boolean
}

export function LogFields({ form, unit, withTimes = false }: Props) {
  return (
    <Stack gap="md">
      <Measures form={form} unit={unit} kinds={KINDS} />
      <AboutFields form={form} withTimes={withTimes} />
    </Stack>
  )
}

/** The measures that the goal counts. The other fields of a log are behind More. */
export function ProgressFields({ form, unit, counted }: Props & { counted: readonly Kind[] }) {
  const others = KINDS.filter(kind => !counted.includes(kind))
  return (
    <Stack gap="md">
      <Measures form={form} unit={unit} kinds={counted} />
      <MoreFields
        label="More"
        errors={form.errors}
        hidden={new RegExp(`^(${[...others, 'day|title|content'].join('|')})\\b`)}
      >
        {others.length > 0 && <Measures form={form} unit={unit} kinds={others} />}
        <AboutFields form={form} />
      </MoreFields>
    </Stack>
  )
}

function Measures({ form, unit, kinds }: Props & { kinds: readonly Kind[] }) {
  const distances = useDistanceUnit()
  return (
    <div className={classes.measures}>
      {kinds.includes('amount') && (
        <NumberField label={unit ? `Amount (${unit})` : 'Amount'} {...form.getInputProps('amount')} />
      )}
      {kinds.includes('distance') && <DistanceField unit={distances} {...form.getInputProps('distance')} />}
      {kinds.includes('duration') && <DurationInput label="Duration" {...form.getInputProps('duration')} />}
    </div>
  )
}

function AboutFields({ form, withTimes = false }: Pick<Props, 'form' | 'withTimes'>) {
  const user = useUser()
  const today = () => dayOf(serverNow(), user ?? UTC)
  return (
    <>
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
    </>
  )
}
