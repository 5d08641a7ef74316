import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ListedGoalReminder, ListedStart } from '../../domain/reminders/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { Panel } from '../ui/Panel.tsx'
import classes from './ComingPanels.module.css'
import { timesText } from './goal-times.ts'

const useMoment = dateTexts({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** When goals remind the person. */
export function GoalsPanel({ goals }: { goals: readonly ListedGoalReminder[] }) {
  return (
    <Panel id="goals" title="Goals" space="xs">
      <Text c="dimmed">We’ll remind you only while a goal isn’t met yet.</Text>
      {goals.length > 0 ? (
        <ul className={classes.list}>
          {goals.map(goal => (
            <li key={goal.goal_id}>
              <span className={classes.words}>
                <strong>{goal.title}</strong>
                <span>{goal.is_paused ? 'Paused' : timesText(goal)}</span>
              </span>
              <Button
                component={Link}
                to={`/my/goals/${goal.goal_id}`}
                variant="default"
                aria-label={`Change the reminder of ${goal.title}`}
              >
                Change
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Text mt="xs">To be reminded of a goal, open it and press “Remind me”.</Text>
      )}
    </Panel>
  )
}

/** The sessions whose starts remind the person. */
export function StartsPanel({ starts }: { starts: readonly ListedStart[] }) {
  const moment = useMoment()
  return (
    <Panel id="sessions" title="Sessions" space="xs">
      <Text c="dimmed">We’ll tell you 10 minutes before each one starts.</Text>
      {starts.length > 0 ? (
        <ul className={classes.list}>
          {starts.map(({ path, title, starts_at }) => (
            <li key={path}>
              <span className={classes.words}>
                <Link to={path}>{title}</Link>
                <span>{moment(Date.parse(starts_at))}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Text mt="xs">You aren’t in any planned session.</Text>
      )}
    </Panel>
  )
}
