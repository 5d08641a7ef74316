import { Button, Text } from '@mantine/core'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { type ComponentProps, useState } from 'react'
import type { Goal } from '../../../domain/goals/api.ts'
import { GoalStatus } from '../../../domain/goals/goal.ts'
import type { GoalReminder as Reminder } from '../../../domain/reminders/goal-api.ts'
import { useOnceTrue } from '../../lib/once-true.ts'
import { timesText } from '../../reminders/goal-times.ts'
import { late } from '../../ui/loading/late.tsx'

const ReminderDialog = late(async () => (await import('./ReminderDialog.tsx')).ReminderDialog)

/** The dialog of a reminder. Loads when it is first opened. */
function LaterDialog(props: ComponentProps<typeof ReminderDialog> & { opened: boolean }) {
  return useOnceTrue(props.opened) && <ReminderDialog {...props} />
}

/** When a goal reminds its person, and a button that changes it. A goal to stay below asks for nothing. */
export function GoalReminder({ goal, reminder }: { goal: Goal; reminder: Reminder | null }) {
  const [changing, setChanging] = useState(false)
  if (goal.is_limit || goal.status !== GoalStatus.Open) return null
  return (
    <>
      {reminder ? (
        <Text component="div">
          Reminds you at {timesText(reminder)}.
          <Button variant="subtle" px="xs" onClick={() => setChanging(true)}>
            Change
          </Button>
        </Text>
      ) : (
        <Button
          variant="default"
          leftSection={<IconBell size={20} aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={() => setChanging(true)}
        >
          Remind me
        </Button>
      )}
      <LaterDialog goal={goal} reminder={reminder} opened={changing} onClose={() => setChanging(false)} />
    </>
  )
}
