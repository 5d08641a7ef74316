import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Activity } from '../../domain/activities/api.ts'
import { durationOptions, START_OFFSETS } from './start-options.ts'
import type { Wish } from './start-wish.ts'

interface OptionsProps {
  form: UseFormReturnType<Wish>
  activity: Pick<Activity, 'title' | 'duration'>
}

export function StartOptions({ form, activity }: OptionsProps) {
  const { at, byHand } = form.values
  return (
    <>
      <NativeSelect
        label="Duration"
        size="md"
        data={durationOptions(activity.duration).map(({ value, label }) => ({ value: String(value), label }))}
        {...form.getInputProps('duration')}
      />
      <NativeSelect
        label="Start in"
        size="md"
        disabled={byHand || at !== ''}
        data={START_OFFSETS.map(({ value, label }) => ({ value: String(value), label }))}
        {...form.getInputProps('offset')}
      />
      <TextInput
        type="datetime-local"
        label="Or start at a date and time"
        disabled={byHand}
        {...form.getInputProps('at')}
      />
      <Checkbox label="Start it myself when everyone’s here" {...form.getInputProps('byHand', { type: 'checkbox' })} />
      <TextInput label="Session title" placeholder={activity.title} maxLength={255} {...form.getInputProps('title')} />
    </>
  )
}
