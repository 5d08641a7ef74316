import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useState } from 'react'
import { Link } from 'react-router'
import { GoalStatus } from '../../../domain/goals/goal.ts'
import { measuresOf } from '../../../domain/goals/measures.ts'
import { cheerGoal, type SharedGoal } from '../../../domain/goals/sharing-api.ts'
import { plural } from '../../../domain/lib/duration.ts'
import { percentOf } from '../../../domain/lib/numbers.ts'
import { personPath } from '../../../domain/publishing/person.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { Face } from '../../faces/Face.tsx'
import { call } from '../../lib/api.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { toastError } from '../../ui/ActionButton.tsx'
import { CheerButton } from '../../ui/CheerButton.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import classes from './SharedGoals.module.css'

interface Props {
  goals: readonly SharedGoal[]
  /** Shows whose goal each is. */
  withOwner?: boolean
}

/** Goals that people share: title, progress and streak, and a button to cheer (D-163). */
export function SharedGoals({ goals, withOwner = false }: Props) {
  const distances = useDistanceUnit()
  return (
    <ul className={classes.goals}>
      {goals.map(goal => {
        const list = Array.from({ length: goal.items_count })
        const measures = measuresOf({ ...goal, list }, goal.done, distances, goal.items_ticked)
        const isCompleted = goal.status === GoalStatus.Completed
        const ratio = isCompleted ? 1 : (measures.map(one => one.ratio ?? one.left).find(one => one != null) ?? null)
        const text = [measures.map(one => one.text).join(', '), periodOf(goal)].filter(Boolean).join(' ')
        return (
          <li key={goal.id}>
            {ratio !== null && (
              <ProgressRing ratio={ratio} label={text}>
                {ratio >= 1 && (isCompleted || !goal.is_limit) ? (
                  <IconCheck size={26} stroke={2.5} />
                ) : (
                  `${percentOf(ratio)}%`
                )}
              </ProgressRing>
            )}
            <span className={classes.words}>
              {withOwner && (
                <Link to={personPath(goal.username)} className={classes.owner}>
                  <Face username={goal.username} size={24} />
                  {goal.username}
                </Link>
              )}
              <strong>{goal.title}</strong>
              <span>{isCompleted ? 'Completed' : text}</span>
              {goal.met_in_a_row > 0 && !isCompleted && <span>{inARow(goal)}</span>}
            </span>
            <Cheer goal={goal} />
          </li>
        )
      })}
    </ul>
  )
}

function Cheer({ goal }: { goal: SharedGoal }) {
  const [sent, setSent] = useState<Pick<SharedGoal, 'cheers' | 'cheered'> | null>(null)
  const { cheers, cheered } = sent ?? goal
  async function toggle(): Promise<void> {
    const wish = cheered ? 0 : 1
    setSent({ cheers: cheers + (wish ? 1 : -1), cheered: wish })
    try {
      setSent(await call(cheerGoal, { params: { goal: String(goal.id) }, body: { cheered: wish } }))
    } catch (error) {
      setSent(sent)
      toastError(error)
    }
  }
  return (
    <CheerButton
      username={goal.username}
      cheers={cheers}
      cheered={cheered}
      what={goal.title}
      onPress={() => requireSignIn('to cheer', () => void toggle())}
    />
  )
}

const PERIODS = { day: 'today', week: 'this week', month: 'this month' }

/** The current period in words; none for chosen weekdays, because their period may begin later. */
function periodOf({ repeats }: SharedGoal): string {
  return repeats && repeats.weekdays.length === 0 ? PERIODS[repeats.every] : ''
}

/** "12 days in a row", or "3 times in a row" for chosen weekdays. */
function inARow({ repeats, met_in_a_row }: SharedGoal): string {
  const what = repeats && repeats.weekdays.length === 0 ? repeats.every : 'time'
  return `${plural(met_in_a_row, what)} in a row`
}
