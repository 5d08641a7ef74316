import { Button, Text, VisuallyHidden } from '@mantine/core'
import IconConfetti from '@tabler/icons-react/dist/esm/icons/IconConfetti.mjs'
import { useEffect, useRef, useState } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import { GoalStatus } from '../../domain/goals/goal.ts'
import { askForTokens } from '../billing/purchase.ts'
import { openLogs } from '../logs/apply-log.ts'
import { toastError, useAction } from '../ui/ActionButton.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { useMeasures } from './GoalProgress.tsx'
import classes from './GoalReached.module.css'
import { isReached } from './goal-progress.ts'
import { completeGoal } from './goals.ts'

const PIECES = Array.from({ length: 14 }, (_, at) => at)

/**
 * Says that the goal is reached and offers to complete it (D-50). Celebrates only when the goal is reached on screen,
 * and announces it once to screen readers. A repeating goal cannot be completed here.
 */
export function GoalReached({ goal }: { goal: Goal }) {
  const measures = useMeasures(goal)
  const isOver = goal.status === GoalStatus.Open && isReached(measures) && openLogs(goal).length === 0
  const isNew = useHasBecome(isOver)
  const { busy, run } = useAction(error => (askForTokens(error, complete) ? null : toastError(error)))
  const words = reachedText(goal)

  function complete(): void {
    void run(() => congratulate(goal))
  }

  return (
    <>
      <VisuallyHidden role="status">{isNew && `${goal.title}: ${words}`}</VisuallyHidden>
      {isOver && (
        <div className={classes.reached} data-new={isNew || undefined}>
          {isNew && (
            <span className={classes.confetti} aria-hidden>
              {PIECES.map(at => (
                <i key={at} style={{ '--turn': `${(at * 360) / PIECES.length}deg` } as React.CSSProperties} />
              ))}
            </span>
          )}
          <IconConfetti size={24} aria-hidden />
          <Text fw={600}>{words}</Text>
          {!goal.repeats && (
            <Button loading={busy} onClick={complete}>
              Complete
            </Button>
          )}
        </div>
      )}
    </>
  )
}

const PERIODS = { day: 'today', week: 'this week', month: 'this month' }

function reachedText({ repeats }: Goal): string {
  return repeats ? `Done for ${PERIODS[repeats.every]}.` : 'Goal reached!'
}

/** Whether the value has become true since the first render. */
function useHasBecome(is: boolean): boolean {
  const was = useRef(is)
  const [hasBecome, setHasBecome] = useState(false)
  useEffect(() => {
    if (is !== was.current) setHasBecome(is)
    was.current = is
  }, [is])
  return hasBecome
}

/** Completes the goal and shows a congratulation (GOAL-31, D-50). */
export async function congratulate(goal: Goal): Promise<void> {
  await completeGoal(goal)
  toast.success(
    <>
      <strong style={{ display: 'block' }}>Success!</strong>
      Congratulations on completing {goal.title}!
    </>
  )
}
