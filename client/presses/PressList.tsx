import { Text } from '@mantine/core'
import type { PressAddress } from '../../domain/presses/api.ts'
import classes from '../accounts/LoginsPanel.module.css'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

interface Props {
  addresses: readonly PressAddress[]
  /** Names the goal of each. */
  withGoal?: boolean
  onEnd: (id: number) => Promise<void>
}

export function PressList({ addresses, withGoal = false, onEnd }: Props) {
  const minute = useMinute()
  return (
    <ul className={classes.logins} aria-label="Press addresses">
      {addresses.map(({ id, goal_title, logs, created_at, used_at }) => (
        <li key={id}>
          <div>
            <Text fw={600}>
              {withGoal && `${goal_title}: `}
              {logs ?? 'its button is gone'}
            </Text>
            <Text size="sm" c="dimmed">
              Made {minute(Date.parse(created_at))},{' '}
              {used_at === null ? 'not pressed yet' : `last pressed ${minute(Date.parse(used_at))}`}
            </Text>
          </div>
          <ConfirmButton
            label="End"
            button={{ 'aria-label': `End the address for ${goal_title}: ${logs ?? 'no button'}` }}
            title="End this address?"
            confirm="End it"
            onConfirm={() => onEnd(id)}
          >
            Whatever presses it stops working. What it has logged stays.
          </ConfirmButton>
        </li>
      ))}
    </ul>
  )
}
