import { Button } from '@mantine/core'
import { pressesOf } from '../../../domain/goals/presses.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { goalsInOrder } from './Goals.tsx'
import { NOTHING } from './goal-progress.ts'
import classes from './QuickDock.module.css'
import { pressQuickLog } from './quick-log.ts'
import { buttonText } from './quick-log-buttons.ts'

/** On phones, the presses of the goals that matter now stay under the thumb while the ring is looked at. */
export function QuickDock({ data, clock, hidden }: { data: SessionData; clock: SessionClock; hidden: boolean }) {
  const { challengeEvent: session, me } = data
  if (!me || clock.status !== 1 || hidden) return null
  const presses = goalsInOrder(data, clock)
    .filter(({ task }) => !task.is_list && !task.activeLog)
    .slice(0, 2)
    .flatMap(({ task }) =>
      pressesOf(task)
        .slice(0, 2)
        .map(button => ({ task, button }))
    )
    .slice(0, 3)
  if (presses.length === 0) return null
  return (
    <nav className={classes.dock} aria-label="Quick log" data-dock="phone">
      {presses.map(({ task, button }) => (
        <Button
          key={`${task.uuid} ${button.uuid}`}
          className={classes.button}
          onClick={() => pressQuickLog(session, task, button, true, me.task_totals[task.uuid] ?? NOTHING)}
          aria-label={`${buttonText(button, task)}: ${task.title}`}
        >
          <span className={classes.label}>
            {buttonText(button, task)}
            <small>{task.title}</small>
          </span>
        </Button>
      ))}
    </nav>
  )
}
