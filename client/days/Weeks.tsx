import { Text } from '@mantine/core'
import { Fragment } from 'react'
import type { Done, MyDays } from '../../domain/days/api.ts'
import { startOfWeek } from '../../domain/lib/day.ts'
import { type DistanceUnit, distanceText } from '../../domain/lib/distance.ts'
import { amountText, lengthText, plural } from '../../domain/lib/duration.ts'
import { useDayText } from '../lib/dates/date-texts.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { Panel } from '../ui/Panel.tsx'
import classes from './MyDaysPage.module.css'

/** Compares this week with the week before, by action. */
export function Weeks({ weeks, today }: Pick<MyDays, 'weeks' | 'today'>) {
  const dayText = useDayText()
  const most = Math.max(1, ...weeks.flatMap(({ this_week, last_week }) => [this_week.logs, last_week.logs]))
  return (
    <Panel id="weeks" title="This week">
      {weeks.length === 0 ? (
        <Text>You haven’t logged anything this week or last.</Text>
      ) : (
        <table className={classes.weeks}>
          <caption>This week, since {dayText(startOfWeek(today))}, and the week before</caption>
          <thead>
            <tr>
              <th scope="col">Action</th>
              <th scope="col">This week</th>
              <th scope="col">Last week</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ action, this_week, last_week }) => (
              <tr key={action}>
                <th scope="row">{action || 'Other'}</th>
                <Cell done={this_week} most={most} />
                <Cell done={last_week} most={most} isBefore />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

function Cell({ done, most, isBefore = false }: { done: Done; most: number; isBefore?: boolean }) {
  const distances = useDistanceUnit()
  return (
    <td>
      <span
        aria-hidden
        className={classes.bar}
        data-before={isBefore || undefined}
        style={{ width: `${(100 * done.logs) / most}%` }}
      />
      {wordsOf(done, distances).map((part, at, parts) => (
        <Fragment key={part}>
          <span className={classes.part}>
            {part}
            {at < parts.length - 1 && ','}
          </span>{' '}
        </Fragment>
      ))}
    </td>
  )
}

/** Lists amounts per unit, because goals with the same action may count in different units. */
function wordsOf({ logs, amounts, distance, duration }: Done, distances: DistanceUnit): string[] {
  if (logs === 0) return ['Nothing']
  // Omits "3 times" after "3 logs".
  const said = amounts.filter(({ unit, amount }) => unit.trim() || amount !== logs)
  const parts = [
    plural(logs, 'log'),
    ...said.map(({ unit, amount }) => amountText(amount, unit)),
    distance ? distanceText(distance, distances) : '',
    duration ? lengthText(duration) : ''
  ]
  return parts.filter(Boolean)
}
