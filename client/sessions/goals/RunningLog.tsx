import { VisuallyHidden } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconRotate from '@tabler/icons-react/dist/esm/icons/IconRotate.mjs'
import { stepAt } from '../../../domain/goals/task-timers.ts'
import { clockFace, spokenDuration } from '../../../domain/lib/duration.ts'
import type { Log } from '../../../domain/logs/api.ts'
import { elapsed, LogStatus, remaining } from '../../../domain/logs/log.ts'
import type { Session, SessionTask } from '../../../domain/sessions/api.ts'
import { stepNumberText } from '../../../domain/sessions/now.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { toastError, useActions, VanishingButton } from '../../ui/ActionButton.tsx'
import classes from './Goals.module.css'
import { type Move, moveLog } from './quick-log.ts'

/** My timer on a goal: the time left, and its buttons. */
export function RunningLog({ session, task, log }: { session: Session; task: SessionTask; log: Log }) {
  const { busy, run } = useActions<Move>(toastError)
  const now = useNow()
  const left = remaining(log, now) ?? 0
  const step = stepOf(task, elapsed(log, now))
  const isPaused = log.status === LogStatus.Paused
  // A timer that was reset has no start time and waits to be started again.
  const isFresh = log.started_at === null
  const button = (move: Move, text: string, icon: React.ReactNode) => (
    <VanishingButton
      variant="default"
      leftSection={icon}
      loading={busy === move}
      disabled={busy !== null && busy !== move}
      onClick={() => void run(move, () => moveLog(session, task.uuid, log, move))}
    >
      {text}
    </VanishingButton>
  )
  return (
    <div className={classes.running}>
      <span className={classes.left} role="timer">
        <span aria-hidden>{clockFace(left)}</span> {isPaused && <small>paused</small>}
        <VisuallyHidden>{spokenDuration(left)} left</VisuallyHidden>
      </span>
      {step && !isFresh && <span className={classes.step}>{step}</span>}
      {log.status === LogStatus.Active
        ? button('pause', 'Pause', <IconPlayerPause size={18} aria-hidden />)
        : button('start', isFresh ? 'Start' : 'Resume', <IconPlayerPlay size={18} aria-hidden />)}
      {!isFresh && (
        <>
          {button('done', 'Done', <IconCheck size={18} aria-hidden />)}
          {button('stop', 'Stop', <IconPlayerStop size={18} aria-hidden />)}
          {button('reset', 'Reset', <IconRotate size={18} aria-hidden />)}
        </>
      )}
    </div>
  )
}

/** The step of the goal's timer that runs now, as text: "Work · 2 of 8 · 0:20". */
function stepOf(task: SessionTask, elapsed: number): string | null {
  const at = stepAt(task, elapsed)
  return (
    at && [at.step.title, stepNumberText(at.step, at.run), clockFace(at.step.remaining)].filter(Boolean).join(' · ')
  )
}
