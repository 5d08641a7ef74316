import { Text } from '@mantine/core'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { type Pace, paceOf } from '../../domain/goals/pace.ts'
import { dayOf, UTC } from '../../domain/lib/day.ts'
import { type DistanceUnit, distanceText, fromMiles, toMiles } from '../../domain/lib/distance.ts'
import { amountText, lengthText, plural } from '../../domain/lib/duration.ts'
import { useDayText } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { useUser } from '../lib/user.ts'
import classes from './GoalCard.module.css'

/** The days left, and the pace of a goal with a last day. A repeating goal shows its periods instead. */
export function GoalPace({ goal }: { goal: Goal }) {
  const user = useUser()
  const now = useNow()
  const distances = useDistanceUnit()
  const dayText = useDayText()
  const { ended_at, repeats, status, amount_elapsed, distance_elapsed, duration_elapsed } = goal
  if (!ended_at || repeats || status !== GoalStatus.Open) return null
  const day = (at: number) => dayOf(at, user ?? UTC)
  const pace = paceOf(
    goal,
    { amount: amount_elapsed, distance: distance_elapsed, duration: duration_elapsed },
    { first: day(Date.parse(goal.started_at ?? goal.created_at)), last: day(Date.parse(ended_at)), today: day(now) }
  )
  if (!pace || pace.left === 0) return null
  const words = (value: number) => wordsOf(value, pace.kind, goal.unit, distances)
  const facts = [
    pace.kept > 0 ? `Your pace: ${words(pace.kept)} a day` : '',
    pace.forecast ? `At this pace you’ll finish on ${dayText(pace.forecast)}` : ''
  ].filter(Boolean)
  return (
    <div className={classes.pace}>
      <Text fw={600}>{leadOf(pace, words)}</Text>
      {facts.length > 0 && <Text c="dimmed">{facts.join(' · ')}</Text>}
    </div>
  )
}

/** The one sentence that matters: "3 days behind. 266 words a day gets you there." */
function leadOf(pace: Pace, words: (value: number) => string): string {
  if (pace.daysLeft <= 0 || pace.needed === null) return `${words(pace.left)} to go.`
  return `${pace.behind > 0 ? `${plural(pace.behind, 'day')} behind` : 'On track'}. ${words(pace.needed)} a day gets you there.`
}

function wordsOf(value: number, kind: Pace['kind'], unit: string, distances: DistanceUnit): string {
  if (kind === 'duration') return lengthText(Math.ceil(value / 60) * 60)
  const rounded = (number: number) => (number > 10 ? Math.ceil(number - 1e-6) : Math.ceil(number * 10 - 1e-6) / 10)
  return kind === 'distance'
    ? distanceText(toMiles(rounded(fromMiles(value, distances)), distances), distances)
    : amountText(rounded(value), unit)
}
