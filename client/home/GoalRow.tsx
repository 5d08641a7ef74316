import { ActionIcon } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { Link } from 'react-router'
import type { Goal } from '../../domain/goals/api.ts'
import { pressesOf, pressText } from '../../domain/goals/presses.ts'
import { useLimitWords, useMeasures } from '../goals/GoalProgress.tsx'
import { forgetLastPress, pressButton, useHeldUp, useIsStarting, useLastPress } from '../goals/goal-presses.ts'
import { ratioOf } from '../goals/goal-progress.ts'
import { LastPress } from '../goals/LastPress.tsx'
import { useDistanceUnit } from '../lib/distances.ts'
import { openLogs } from '../logs/apply-log.ts'
import { LogTimer } from '../logs/LogTimer.tsx'
import { ProgressRing } from '../ui/ProgressRing.tsx'
import classes from './GoalRow.module.css'

/** A goal of Today: its progress, and one round button that logs. */
export function GoalRow({ goal, isMet }: { goal: Goal; isMet: boolean }) {
  const measures = useMeasures(goal)
  const limit = useLimitWords(goal, measures)
  const words = limit?.lead ?? measures.map(({ text }) => text).join(', ')
  const last = useLastPress(goal)
  const isHeldUp = useHeldUp(goal).length > 0
  const timers = openLogs(goal)
  return (
    <li className={classes.item} data-met={isMet || undefined}>
      <div className={classes.row}>
        <ProgressRing ratio={isMet ? 1 : (limit?.ratio ?? ratioOf(goal, measures) ?? 0)} label={words}>
          {isMet ? <IconCheck size={26} stroke={2.5} /> : limit?.middle}
        </ProgressRing>
        <span className={classes.words}>
          <Link to={`/my/goals/${goal.id}`} className={classes.title}>
            {goal.title}
          </Link>
          <span className={classes.done}>{words}</span>
        </span>
        {timers.length === 0 && <RoundButton goal={goal} />}
      </div>
      {timers.map(log => (
        <LogTimer key={log.id} log={log} title={log.title} />
      ))}
      <LastPress last={last} isWaiting={isHeldUp} onUndone={() => forgetLastPress(goal)} />
    </li>
  )
}

/** The goal's first quick-log button. A checklist has none, so its button opens the goal. */
function RoundButton({ goal }: { goal: Goal }) {
  const distances = useDistanceUnit()
  const [button] = goal.is_list ? [] : pressesOf(goal, distances)
  const isStarting = useIsStarting(goal, button?.uuid ?? null)
  if (!button) {
    return (
      <ActionIcon
        component={Link}
        to={`/my/goals/${goal.id}`}
        variant="light"
        size="3.25rem"
        radius="xl"
        aria-label={`Open ${goal.title}`}
      >
        <IconChevronRight size={24} aria-hidden />
      </ActionIcon>
    )
  }
  const text = pressText(button, goal.unit, distances)
  return (
    <ActionIcon
      variant="light"
      size="3.25rem"
      radius="xl"
      loading={isStarting}
      aria-label={`${button.duration ? 'Start' : 'Log'} ${text}: ${goal.title}`}
      onClick={() => pressButton(goal, button, distances)}
    >
      {button.duration ? <IconPlayerPlay size={24} aria-hidden /> : <IconPlus size={24} aria-hidden />}
    </ActionIcon>
  )
}
