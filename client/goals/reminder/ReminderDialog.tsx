import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Goal, goalPage } from '../../../domain/goals/api.ts'
import { type GoalReminder, removeGoalReminder, setGoalReminder } from '../../../domain/reminders/goal-api.ts'
import { isAtNight } from '../../../domain/reminders/goal-times.ts'
import { WeekdayField } from '../../days/WeekdayField.tsx'
import { call } from '../../lib/api.ts'
import { changePages } from '../../lib/page-cache.ts'
import { useUser } from '../../lib/user.ts'
import { isReminderNeeded, remindMe } from '../../reminders/remind-me.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { TextLink } from '../../ui/links/TextLink.tsx'
import { toast } from '../../ui/toasts/toast.tsx'

interface Props {
  goal: Goal
  reminder: GoalReminder | null
  opened: boolean
  onClose: () => void
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

/** Sets when a goal reminds, or that it doesn’t. */
export function ReminderDialog({ goal, reminder, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Remind me of “${goal.title}”`}>
      {opened && <Times goal={goal} reminder={reminder} onDone={onClose} />}
    </Dialog>
  )
}

/** A goal for chosen weekdays asks on these days only. */
const daysOf = ({ repeats }: Goal): number[] =>
  repeats?.every === 'day' && repeats.weekdays.length > 0 ? repeats.weekdays : EVERY_DAY

function Times({ goal, reminder, onDone }: { goal: Goal; reminder: GoalReminder | null; onDone: () => void }) {
  const params = { goal: String(goal.id) }
  const days = reminder?.weekdays.length ? reminder.weekdays : daysOf(goal)
  const form = useForm({
    initialValues: { at: reminder?.at ?? '20:00', weekdays: days, at_night: reminder?.at_night === 1 },
    validate: { weekdays: chosen => (chosen.length === 0 ? 'Choose at least one weekday.' : null) }
  })
  const refusal = useRefusal(form)
  const removing = useAction()
  const zone = useUser()?.time_zone

  function keep(next: GoalReminder | null): void {
    changePages(goalPage, page => (page.goal.id === goal.id ? { ...page, reminder: next } : page))
    onDone()
  }
  const save = refusal.guard(async ({ at, weekdays, at_night }: typeof form.values) => {
    const body = { at, weekdays: weekdays.length === 7 ? [] : weekdays, at_night: at_night ? 1 : 0 } as const
    const sent = await call(setGoalReminder, { params, body })
    keep(sent.reminder)
    await reach()
  })
  const remove = () =>
    removing.run(async () => {
      await call(removeGoalReminder, { params })
      keep(null)
    })

  return (
    <Form aria-label="Reminder" busy={form.submitting} onSubmit={form.onSubmit(save)}>
      <Stack gap="md">
        <Text c="dimmed">
          We’ll remind you only while the goal isn’t met yet{zone && `, by the clock in ${zone}`}. All of your reminders
          are on <TextLink to="/account/reminders">one page</TextLink>.
        </Text>
        <TextInput type="time" label="At" required maw="10rem" {...form.getInputProps('at')} />
        {isAtNight(form.values.at) && (
          <Checkbox label="Remind me at night" {...form.getInputProps('at_night', { type: 'checkbox' })} />
        )}
        <WeekdayField label="On these days" {...form.getInputProps('weekdays')} />
        <FormMessage text={refusal.text ?? removing.refusal} />
        <Group gap="xs">
          <Button type="submit" loading={form.submitting}>
            Save
          </Button>
          {reminder && (
            <Button variant="default" loading={removing.busy} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </Group>
      </Stack>
    </Form>
  )
}

/** Asks this browser for notifications if nothing else would reach the person. The reminder is saved anyway. */
async function reach(): Promise<void> {
  try {
    if (!(await isReminderNeeded('goal_due'))) return
    const by = await remindMe('goal_due')
    toast.success(`It comes as ${by === 'mail' ? 'an email' : 'a notification'}.`)
  } catch {
    toast.success('It comes to your inbox here.', { link: { label: 'Reminders', to: '/account/reminders' } })
  }
}
