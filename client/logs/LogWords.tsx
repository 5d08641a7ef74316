import { Badge, Text, Title } from '@mantine/core'
import { useDistanceUnit } from '../lib/distances.ts'
import '@mantine/core/styles/Badge.layer.css'
import { Link } from 'react-router'
import { dayOf } from '../../domain/lib/day.ts'
import { type DistanceUnit, distanceText, roundMiles } from '../../domain/lib/distance.ts'
import { amountText, clockFace } from '../../domain/lib/duration.ts'
import type { Log } from '../../domain/logs/api.ts'
import { elapsed, isCounting, isTimed, LogStatus } from '../../domain/logs/log.ts'
import { dateTexts, useDayText } from '../lib/dates/date-texts.ts'
import { serverNow } from '../lib/dates/server-clock.ts'
import { useUser } from '../lib/user.ts'
import classes from './LogCard.module.css'

const useWhen = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })
export const useTime = dateTexts({ timeStyle: 'short' })

interface Props {
  log: Log
  hideGoal: boolean
  /** Set below the heading of its day, so the day is omitted. */
  inDay: boolean
  example: boolean
}

export function LogWords({ log, hideGoal, inDay, example }: Props) {
  const user = useUser()
  const distances = useDistanceUnit()
  const [whenText, timeText, dayText] = [useWhen(), useTime(), useDayText()]
  const when = log.started_at ?? log.created_at
  // The log was entered later for that day, or moved to it, so its time belongs to another day.
  const isOfOtherDay = user?.username === log.username && log.day !== dayOf(Date.parse(when), user)
  const time = <time dateTime={when}>{(inDay ? timeText : whenText)(Date.parse(when))}</time>
  const at = isOfOtherDay ? !inDay && <time dateTime={log.day}>{dayText(log.day)}</time> : time
  const about = !hideGoal && log.goal
  return (
    <div className={classes.words}>
      <div className={classes.head}>
        <Title order={inDay ? 3 : 2} size="h3" className={classes.title}>
          {logName(log, distances)}
          {example && (
            <Badge variant="light" ff="text">
              Example
            </Badge>
          )}
        </Title>
        <Text c="dimmed">
          {about && (about.id && !example ? <Link to={`/my/goals/${about.id}`}>{about.title}</Link> : about.title)}
          {about && at && ' · '}
          {at}
          {isTimed(log) && log.status === LogStatus.Done && ' · Done'}
          {isTimed(log) && log.status === LogStatus.Stopped && log.started_at && ' · Stopped'}
        </Text>
      </div>
      {log.title && measured(log, distances) && <Text fw={600}>{measured(log, distances)}</Text>}
      {log.content && <Text className={classes.content}>{log.content}</Text>}
    </div>
  )
}

/** The heading of a log: its title, else what it measured. */
export function logName(log: Log, distances: DistanceUnit): string {
  return log.title || measured(log, distances) || (isCounting(log) ? 'Timer' : 'Progress')
}

const measured = (log: Log, distances: DistanceUnit): string => measuredOf([log], distances)

/**
 * Sums logs of one goal: "2 books, 3.5 miles, 25:00". The time is the time that ran; an open timer shows its own.
 */
export function measuredOf(logs: readonly Log[], distances: DistanceUnit): string {
  const sum = (of: (log: Log) => number | null): number => logs.reduce((total, log) => total + (of(log) ?? 0), 0)
  const amount = Math.round(sum(log => log.amount) * 1000) / 1000
  const distance = roundMiles(sum(log => log.distance))
  const timed = logs.filter(log => isTimed(log) && !isCounting(log))
  return [
    amount ? amountText(amount, logs[0]?.goal?.unit) : '',
    distance ? distanceText(distance, distances) : '',
    timed.length > 0 ? clockFace(timed.reduce((total, log) => total + elapsed(log, serverNow()), 0)) : ''
  ]
    .filter(Boolean)
    .join(', ')
}
