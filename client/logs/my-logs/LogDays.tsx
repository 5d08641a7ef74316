import { Text, Title } from '@mantine/core'
import { addDays, type Day, dayOf, UTC } from '../../../domain/lib/day.ts'
import { type DistanceUnit, distanceText } from '../../../domain/lib/distance.ts'
import { amountText, lengthText, plural } from '../../../domain/lib/duration.ts'
import { isCounting } from '../../../domain/logs/log.ts'
import type { LoggedDay, MyLogs } from '../../../domain/logs/my-logs-api.ts'
import { repeatsOf } from '../../../domain/logs/repeats.ts'
import { useDayText } from '../../lib/dates/date-texts.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { useUser } from '../../lib/user.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../../ui/Pager.tsx'
import logClasses from '../LogCard.module.css'
import { LogCard } from '../LogCard.tsx'
import classes from './LogDays.module.css'
import { RepeatedLogs } from './RepeatedLogs.tsx'

/** The user's logs by day. A day that continues on the next page shows its whole sum on both. */
export function LogDays({ logs, days }: Pick<MyLogs, 'logs' | 'days'>) {
  const today = dayOf(useNow(), useUser() ?? UTC)
  const dayText = useDayText()
  const distances = useDistanceUnit()
  return (
    <>
      {[...Map.groupBy(pageOf(logs), log => log.day)].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`} className={classes.day}>
          <div className={classes.head}>
            <Title order={2} id={`day-${day}`} size="h3">
              <time dateTime={day}>{`${nearName(day, today)}${dayText(day)}`}</time>
            </Title>
            <Text c="dimmed">
              {sumOf(
                days.find(sum => sum.day === day),
                distances
              )}
            </Text>
          </div>
          <ul className={logClasses.logs}>
            {repeatsOf(ofDay, isCounting).map(run => {
              const oldest = run.at(-1) ?? run[0]
              return (
                // The oldest names a run, so that it stays open when a press joins it.
                <li key={oldest.id}>
                  <ErrorBoundary what="this log">
                    {run.length > 1 ? <RepeatedLogs logs={run} /> : <LogCard log={oldest} inDay />}
                  </ErrorBoundary>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
      <Pager rows={logs} />
    </>
  )
}

function nearName(day: Day, today: Day): string {
  if (day === today) return 'Today, '
  return day === addDays(today, -1) ? 'Yesterday, ' : ''
}

/** "4 logs: 30 pages, 2 miles, 1 h 20 min". */
function sumOf(sum: LoggedDay | undefined, distances: DistanceUnit): string {
  if (!sum) return ''
  const parts = [
    ...sum.amounts.map(({ unit, amount }) => amountText(amount, unit)),
    sum.distance ? distanceText(sum.distance, distances) : '',
    sum.duration ? lengthText(sum.duration) : ''
  ].filter(Boolean)
  return [plural(sum.logs, 'log'), parts.join(', ')].filter(Boolean).join(': ')
}
