import { Anchor, Stack, Switch, Text } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { Link } from 'react-router'
import type { User } from '../../domain/accounts/user.ts'
import { personPath } from '../../domain/publishing/person.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Panel } from '../ui/Panel.tsx'
import { updateProfile } from './accounts.ts'

/** Chooses what everyone sees on the person's profile (D-163). Each switch saves at once. */
export function ShownPanel({ user }: { user: User }) {
  const [refused, setRefused] = useState<string | null>(null)
  const [isSaved, setIsSaved] = useState(false)

  async function save(userData: { shows_streak?: 0 | 1; shows_sessions?: 0 | 1 }): Promise<void> {
    setRefused(null)
    setIsSaved(false)
    try {
      await updateProfile({ userData })
      setIsSaved(true)
    } catch (error) {
      setRefused(messageOf(error))
    }
  }

  return (
    <Panel id="on-my-profile" title="On my profile">
      <Stack gap="md">
        <Switch
          size="md"
          label="My streak"
          description={user.streaks === 1 ? 'How many days in a row you’ve logged something.' : 'Your streaks are off.'}
          disabled={user.streaks === 0}
          checked={user.streaks === 1 && user.shows_streak === 1}
          onChange={event => void save({ shows_streak: event.currentTarget.checked ? 1 : 0 })}
        />
        <Switch
          size="md"
          label="Sessions I’m in"
          description="Only public ones, now and coming up."
          checked={user.shows_sessions === 1}
          onChange={event => void save({ shows_sessions: event.currentTarget.checked ? 1 : 0 })}
        />
        <Text>
          To show a goal, choose “Share” in its menu. Everyone then sees its title, target, progress and streak, but
          never its notes or single logs.
        </Text>
        <Anchor component={Link} to={personPath(user.username)}>
          See my profile
        </Anchor>
      </Stack>
      <FormMessage text={refused} />
      <Text role="status" mt="xs">
        {isSaved && 'Saved.'}
      </Text>
    </Panel>
  )
}
