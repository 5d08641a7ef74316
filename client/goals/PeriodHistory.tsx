import { Button, Text } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import type { Goal, GoalHistory } from '../../domain/goals/api.ts'
import { isOver, limitOf } from '../../domain/goals/limit.ts'
import { isPausedIn } from '../../domain/goals/pause.ts'
import { isMet, streakWith } from '../../domain/goals/repeat.ts'
import { type DistanceUnit, distanceText } from '../../domain/lib/distance.ts'
import { amountText, lengthText } from '../../domain/lib/duration.ts'
import { useDayText, useMonthText } from '../lib/dates/date-texts.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { late } from '../ui/loading/late.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { PeriodBars as Bars } from './chart/PeriodBars.tsx'
import classes from './PeriodHistory.module.css'

const PeriodBars = late<ComponentProps<typeof Bars>>(async () => (await import('./chart/PeriodBars.tsx')).PeriodBars)

/** About one screen of rows. */
const SHOWN = 14

type Period = GoalHistory['periods'][number]

const CURRENT = { day: 'Today', week: 'This week', month: 'This month' }

/** The periods of a repeating goal, the newest first: the progress in each, and whether it met the target. */
export function PeriodHistory({ goal, history }: { goal: Goal; history: GoalHistory }) {
  const { repeats, period } = goal
  const distances = useDistanceUnit()
  const [isWhole, setIsWhole] = useState(false)
  const [dayText, monthText] = [useDayText(), useMonthText()]
  if (!repeats || !period) return null
  // The current period comes from the goal, because a press updates only the goal at once.
  const current = { ...period, is_met: isMet(goal, period), is_paused: isPausedIn(goal.pauses, period) }
  const periods = [current, ...history.periods.filter(({ from }) => from < period.from)]
  const shown = isWhole ? periods : periods.slice(0, SHOWN)
  const nameOf = ({ from }: Period): string => (repeats.every === 'month' ? monthText(from) : dayText(from))
  const inARow = streakWith(goal, current, history.met_before)
  const limit = limitOf(goal)
  const isBroken = limit !== null && isOver(limit, period)
  return (
    <Panel id="history" title="History" space={0} mt="lg">
      <Text mb="md">
        {inARow > 0 && `Streak: ${inARow}. `}
        {!current.is_met && !isBroken && `${CURRENT[repeats.every]} still counts.`}
      </Text>
      {periods.length > 1 && (
        <div className={classes.room}>
          <PeriodBars
            goal={goal}
            periods={periods}
            textOf={one =>
              `${nameOf(one)}: ${doneText(one, goal.unit, distances)}. ${metText(one, one === current, isBroken)}.`
            }
          />
        </div>
      )}
      <table className={classes.history}>
        <thead>
          <tr>
            <th scope="col">{HEADS[repeats.every]}</th>
            <th scope="col">Done</th>
            <th scope="col">Met</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one, index) => (
            <tr key={one.from}>
              <th scope="row">{nameOf(one)}</th>
              <td>{doneText(one, goal.unit, distances)}</td>
              <td data-met={one.is_met || undefined}>
                {one.is_met ? 'Yes' : one.is_paused ? 'Paused' : index === 0 && !isBroken ? 'Not yet' : 'No'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < periods.length && (
        <Button variant="default" mt="md" onClick={() => setIsWhole(true)}>
          Show {periods.length - shown.length} more
        </Button>
      )}
    </Panel>
  )
}

function metText({ is_met, is_paused }: Period, isCurrent: boolean, isBroken: boolean): string {
  if (is_met) return 'Met'
  return is_paused ? 'Paused' : isCurrent && !isBroken ? 'Not yet met' : 'Not met'
}

const HEADS = { day: 'Day', week: 'Week from', month: 'Month' }

function doneText({ logs, amount, distance, duration }: Period, unit: string, distances: DistanceUnit): string {
  if (logs === 0) return 'Nothing'
  const parts = [
    amount ? amountText(amount, unit) : '',
    distance ? distanceText(distance, distances) : '',
    duration ? lengthText(duration) : ''
  ]
  return parts.filter(Boolean).join(', ') || 'Logged'
}
