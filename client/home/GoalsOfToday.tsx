import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useState } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import { doneIn, type Standing, standingOf } from '../../domain/goals/standing.ts'
import { dayOf, UTC } from '../../domain/lib/day.ts'
import { pendingOf, useWaiting } from '../goals/goal-presses.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { useUser } from '../lib/user.ts'
import { GoalRow } from './GoalRow.tsx'
import { Night } from './Night.tsx'
import classes from './Today.module.css'

/**
 * Goals that are due, then those that are met, folded, then those to stay below, then the others (D-143). A goal that is met on this visit keeps
 * its place until the next one, so that nothing moves under a finger.
 */
export function GoalsOfToday({ goals }: { goals: readonly Goal[] }) {
  const standings = useStandings(goals)
  const [wasDue] = useState(() => new Set(goals.filter(({ id }) => standings.get(id) === 'due').map(({ id }) => id)))
  const of = (standing: Standing): Goal[] => goals.filter(({ id }) => standings.get(id) === standing)
  const isShown = ({ id }: Goal): boolean =>
    standings.get(id) === 'due' || (wasDue.has(id) && standings.get(id) === 'met')
  const shown = goals.filter(isShown)
  const folded = of('met').filter(goal => !isShown(goal))
  const [below, others] = [of('below'), of('open')]
  const isAllDone = of('met').length > 0 && of('due').length === 0
  return (
    <>
      {isAllDone && <Night />}
      {shown.length > 0 && <Rows label="Due today" goals={shown} standings={standings} />}
      {folded.length > 0 && (
        <details className={classes.folded}>
          <summary>
            {folded.length} done <IconChevronDown size={18} aria-hidden />
          </summary>
          <Rows label="Done" goals={folded} standings={standings} />
        </details>
      )}
      {below.length > 0 && <Rows label="To stay below" goals={below} standings={standings} />}
      {others.length > 0 && <Rows label="Any time" goals={others} standings={standings} />}
    </>
  )
}

interface RowsProps {
  label: string
  goals: readonly Goal[]
  standings: ReadonlyMap<number, Standing>
}

function Rows({ label, goals, standings }: RowsProps) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {goals.map(goal => (
        <GoalRow key={goal.id} goal={goal} isMet={standings.get(goal.id) === 'met'} />
      ))}
    </ul>
  )
}

/** Where each goal stands, with the presses that still wait for a response. */
function useStandings(goals: readonly Goal[]): Map<number, Standing> {
  const calendar = useUser() ?? UTC
  const today = dayOf(useNow(60_000), calendar)
  const waiting = useWaiting()
  return new Map(
    goals.map(goal => {
      const done = doneIn(goal)
      const more = pendingOf(goal.id, waiting)
      const total = {
        amount: done.amount + more.amount,
        distance: done.distance + more.distance,
        duration: done.duration + more.duration
      }
      return [goal.id, standingOf(goal, total, today, calendar)]
    })
  )
}
