import { Card, Text, Title } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { dayOf, UTC } from '../../../domain/lib/day.ts'
import type { Log } from '../../../domain/logs/api.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { useUser } from '../../lib/user.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import logClasses from '../LogCard.module.css'
import { LogCard } from '../LogCard.tsx'
import { measuredOf, useTime } from '../LogWords.tsx'
import classes from './LogDays.module.css'

/** Repeated presses as one row, such as "Squats ×3", which opens. */
export function RepeatedLogs({ logs }: { logs: readonly [Log, ...Log[]] }) {
  const user = useUser() ?? UTC
  const distances = useDistanceUnit()
  const timeText = useTime()
  const [newest] = logs
  const times = logs.map(({ started_at, created_at }) => Date.parse(started_at ?? created_at))
  // A log that was entered later for that day has no time on it.
  const isTimeKnown = times.every(at => dayOf(at, user) === newest.day)
  const [from, to] = [timeText(Math.min(...times)), timeText(Math.max(...times))]
  const when = isTimeKnown && (from === to ? from : `${from} – ${to}`)
  return (
    <Card component="details" className={classes.repeated}>
      <summary>
        <span>
          <Title order={3} size="h3">
            {newest.title || newest.goal?.title} ×{logs.length}
          </Title>
          <Text component="span" c="dimmed">
            {[measuredOf(logs, distances), when].filter(Boolean).join(' · ')}
          </Text>
        </span>
        <IconChevronDown size={22} aria-hidden />
      </summary>
      <ul className={logClasses.logs}>
        {logs.map(log => (
          <li key={log.id}>
            <ErrorBoundary what="this log">
              <LogCard log={log} inDay />
            </ErrorBoundary>
          </li>
        ))}
      </ul>
    </Card>
  )
}
