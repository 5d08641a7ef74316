import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { User } from '../../domain/accounts/user.ts'
import { LATEST_DAY_START } from '../../domain/lib/day.ts'
import { zoneOfDevice } from '../lib/dates/device-zone.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../ui/forms/LeaveGuard.tsx'
import { Panel } from '../ui/Panel.tsx'
import { saveDays } from './days.ts'
import { WeekdayField } from './WeekdayField.tsx'
import { Zones, zoneName } from './Zones.tsx'

/** Sets the time zone, the hour at which a day starts, and how streaks are counted. */
export function DaysPanel({ user }: { user: User }) {
  const form = useForm({
    initialValues: {
      time_zone: user.time_zone,
      day_start: String(user.day_start),
      streaks: user.streaks === 1,
      rest_days: user.rest_days
    }
  })
  const refusal = useRefusal(form)
  const [isSaved, setIsSaved] = useState(false)
  const here = useHydrated() ? zoneOfDevice() : user.time_zone

  async function save(values: typeof form.values): Promise<void> {
    await saveDays({ ...values, day_start: Number(values.day_start) })
    form.resetDirty(values)
    setIsSaved(true)
  }

  return (
    <Panel id="days" title="Days">
      <Form onSubmit={form.onSubmit(refusal.guard(save))}>
        <Stack gap="md">
          <div>
            <NativeSelect label="Time zone" size="md" {...form.getInputProps('time_zone')}>
              <Zones chosen={[user.time_zone, here]} />
            </NativeSelect>
            {here !== form.values.time_zone && (
              <Group gap="xs" mt="xs">
                <Text>This device is in {zoneName(here)}.</Text>
                <Button variant="default" size="xs" onClick={() => form.setFieldValue('time_zone', here)}>
                  Use it
                </Button>
              </Group>
            )}
          </div>
          <NativeSelect
            label="A day starts at"
            size="md"
            description="Anything you log earlier counts for the day before."
            data={HOURS}
            {...form.getInputProps('day_start')}
          />
          <Checkbox label="Show my streaks" {...form.getInputProps('streaks', { type: 'checkbox' })} />
          {form.values.streaks && (
            <WeekdayField label="Rest days, which don’t break your streak" {...form.getInputProps('rest_days')} />
          )}
        </Stack>
        <LeaveGuard isChanged={form.isDirty()} typed="lost" />
        <FormEnd refusal={refusal.text} busy={form.submitting} submit="Save days" mt="lg">
          <Text role="status">{isSaved && !form.isDirty() && 'Saved. Your earlier logs keep their day.'}</Text>
        </FormEnd>
      </Form>
    </Panel>
  )
}

const HOURS = Array.from({ length: LATEST_DAY_START + 1 }, (_, hour) => ({
  value: String(hour),
  label: hour === 0 ? 'Midnight' : hour === 12 ? 'Noon' : `${hour} in the morning`
}))
