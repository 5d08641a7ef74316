import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { addDays, dayOf, UTC } from '../../domain/lib/day.ts'
import { serverNow } from '../lib/dates/server-clock.ts'
import { useUser } from '../lib/user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { goAway } from './away.ts'

const TWO_WEEKS = 14

/** Pauses all goals, streaks and reminders until a day. */
export function AwayDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Going away?">
      {opened && <Away onDone={onClose} />}
    </Dialog>
  )
}

function Away({ onDone }: { onDone: () => void }) {
  const today = dayOf(serverNow(), useUser() ?? UTC)
  const form = useForm({ initialValues: { back_on: addDays(today, TWO_WEEKS) } })
  const refusal = useRefusal(form)
  const save = refusal.guard(async ({ back_on }: typeof form.values) => {
    await goAway(back_on)
    onDone()
  })
  return (
    <Form aria-label="Going away" busy={form.submitting} onSubmit={form.onSubmit(save)}>
      <Stack gap="md">
        <Text>
          Your open goals and streaks rest until you’re back, and nothing reminds you. What you log still counts.
        </Text>
        <TextInput
          type="date"
          label="Back on"
          required
          min={addDays(today, 1)}
          maw="14rem"
          {...form.getInputProps('back_on')}
        />
        <FormMessage text={refusal.text} />
        <Button type="submit" loading={form.submitting} style={{ alignSelf: 'start' }}>
          Pause everything
        </Button>
      </Stack>
    </Form>
  )
}
