import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { QuietHours } from '../../domain/reminders/quiet.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { saveQuietHours } from './settings.ts'

const NIGHT: QuietHours = { from: '22:00', until: '07:00' }

/** Sets the hours without pushes and mails. */
export function QuietHoursPanel({ quiet, timeZone }: { quiet: QuietHours | null; timeZone: string }) {
  const form = useForm({ initialValues: { isOn: quiet !== null, quiet: quiet ?? NIGHT } })
  const refusal = useRefusal(form)

  async function save(values: typeof form.values): Promise<void> {
    await saveQuietHours(values.isOn ? values.quiet : null)
    form.resetDirty(values)
    toast.success('Your quiet hours are saved.', { id: 'quiet' })
  }

  return (
    <Panel id="quiet" title="Quiet hours" space="xs">
      <Text c="dimmed" mb="md">
        What can wait reaches you when they end. What can’t wait is in your inbox. They follow your time zone,{' '}
        {timeZone}, which you can change in <TextLink to="/account">My Account</TextLink>.
      </Text>
      <Form onSubmit={form.onSubmit(refusal.guard(save))}>
        <Stack gap="md">
          <Checkbox label="Turn on quiet hours every day" {...form.getInputProps('isOn', { type: 'checkbox' })} />
          {form.values.isOn && (
            <Group grow align="start" maw="22rem">
              <TextInput type="time" label="From" required {...form.getInputProps('quiet.from')} />
              <TextInput type="time" label="Until" required {...form.getInputProps('quiet.until')} />
            </Group>
          )}
          <FormMessage text={refusal.text} />
          <Button type="submit" loading={form.submitting} style={{ alignSelf: 'start' }}>
            Save
          </Button>
        </Stack>
      </Form>
    </Panel>
  )
}
