import { Card, Text, Title } from '@mantine/core'
import type { Goal } from '../../domain/goals/api.ts'
import { logText } from '../../domain/goals/presses.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import classes from '../logs/LogCard.module.css'
import type { WaitingLog } from './goal-presses.ts'

/** The logs of a goal that wait for a connection, the newest first. Shown above the list of its logs. */
export function WaitingLogs({ goal, waiting }: { goal: Goal; waiting: readonly WaitingLog[] }) {
  const distances = useDistanceUnit()
  return (
    <ul className={classes.logs} data-waiting aria-label="Waiting to send">
      {waiting.map(({ key, body }) => (
        <li key={key}>
          <Card component="article" className={classes.card}>
            <div className={classes.words}>
              <div className={classes.head}>
                <Title order={2} size="h3" className={classes.title}>
                  {logText(body, goal.unit, distances)}
                </Title>
                <Text c="dimmed">Waiting to send</Text>
              </div>
              {body.title && <Text fw={600}>{logText({ ...body, title: '' }, goal.unit, distances)}</Text>}
              {body.content && <Text className={classes.content}>{body.content}</Text>}
            </div>
          </Card>
        </li>
      ))}
    </ul>
  )
}
