import { Text } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import type { ReactNode } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { type LimitWords, limitWords } from '../../domain/goals/limit-words.ts'
import type { Measure } from '../../domain/goals/measures.ts'
import { dayOf, UTC } from '../../domain/lib/day.ts'
import { percentOf } from '../../domain/lib/numbers.ts'
import { useDayText, useMonthText } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { useUser } from '../lib/user.ts'
import { ProgressRing } from '../ui/ProgressRing.tsx'
import { useTicked } from './checklist/ticks.ts'
import classes from './GoalCard.module.css'
import { usePending } from './goal-presses.ts'
import { measuresOf, periodText, ratioOf, tickedOf } from './goal-progress.ts'

/** The measures of a goal with the progress so far, including presses without a response and running timers. */
export function useMeasures(goal: Goal): Measure[] {
  const now = useNow()
  const ticked = useTicked({ goal: goal.id, session: null }, tickedOf(goal))
  return measuresOf(goal, usePending(goal), now, useDistanceUnit(), ticked.length)
}

/** What a goal to stay below says (D-153); null for a goal to reach. */
export function useLimitWords(goal: Goal, measures: readonly Measure[]): LimitWords | null {
  const at = { now: useNow(), calendar: useUser() ?? UTC, pending: usePending(goal) }
  const [measure] = measures
  return goal.is_limit && measure ? limitWords(goal, measure, at) : null
}

/** A ring and the progress in words; a running timer updates both. A goal without a target has no ring. */
export function GoalProgress({ goal, title }: { goal: Goal; title?: ReactNode }) {
  const user = useUser()
  const now = useNow()
  const measures = useMeasures(goal)
  const ratio = ratioOf(goal, measures)
  const percent = ratio === null ? null : percentOf(ratio)
  const texts = { dayText: useDayText(), monthText: useMonthText() }
  const period = periodText(goal, dayOf(now, user ?? UTC), texts)
  const done = goal.status === GoalStatus.Completed
  const limit = useLimitWords(goal, measures)
  if (limit) return <LimitProgress goal={goal} limit={limit} title={title} />
  return (
    <div className={classes.progress}>
      {ratio !== null && (
        <ProgressRing ratio={ratio} label={measures.map(({ text }) => text).join(', ')}>
          {done ? <IconCheck size={28} /> : `${percent}%`}
        </ProgressRing>
      )}
      <div className={classes.words}>
        {title}
        {period && <Text>{period}</Text>}
        {measures.map(({ kind, text }) => (
          <Text key={kind} className={classes.measure} data-kind={kind}>
            {text}
          </Text>
        ))}
        {percent !== null && percent > 100 && <Text>{percent - 100}% over your goal</Text>}
        {done && <span className={classes.completed}>Completed</span>}
      </div>
    </div>
  )
}

/** The rest of a limit, or the days since the last slip. The ring empties as the limit is used (D-153). */
function LimitProgress({ goal, limit, title }: { goal: Goal; limit: LimitWords; title: ReactNode }) {
  const done = goal.status === GoalStatus.Completed
  return (
    <div className={classes.progress}>
      <ProgressRing ratio={limit.ratio} label={limit.lead}>
        {done ? <IconCheck size={28} /> : limit.middle}
      </ProgressRing>
      <div className={classes.words}>
        {title}
        <Text fw={600}>{limit.lead}</Text>
        {limit.more && <Text>{limit.more}</Text>}
        {done && <span className={classes.completed}>Completed</span>}
      </div>
    </div>
  )
}
