import { ActionIcon, VisuallyHidden } from '@mantine/core'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { clockFace, spokenDuration } from '../../../domain/lib/duration.ts'
import { advanceLog, LogStatus, remaining } from '../../../domain/logs/log.ts'
import type { Session, SessionTask } from '../../../domain/sessions/api.ts'
import { useNow } from '../../lib/dates/server-clock.ts'
import { toastError, useActions, VanishingButton } from '../../ui/ActionButton.tsx'
import { type Move, moveLog } from '../goals/quick-log.ts'
import classes from './LogBar.module.css'

/** My timer on a goal, in the bar: the time left, Pause and Done. The goal's card has the other controls. */
export function RunningTimer({ session, task }: { session: Session; task: SessionTask }) {
  const { busy, run } = useActions<Move>(toastError)
  const now = useNow()
  const log = task.activeLog && advanceLog(task.activeLog, now)
  if (!log) return null
  const left = remaining(log, now) ?? 0
  const isOn = log.status === LogStatus.Active
  // A timer that was reset has no start time and waits to be started again.
  const isFresh = log.started_at === null
  const move: Move = isOn ? 'pause' : 'start'
  const act = (chosen: Move): void => void run(chosen, () => moveLog(session, task.uuid, log, chosen))
  return (
    <div className={classes.timer}>
      <span className={classes.label}>
        <span role="timer">
          <span aria-hidden>{clockFace(left)}</span>
          <VisuallyHidden>{spokenDuration(left)} left</VisuallyHidden>
        </span>
        <small>{task.title}</small>
      </span>
      <ActionIcon
        variant="default"
        size="2.75rem"
        aria-label={`${isOn ? 'Pause' : isFresh ? 'Start' : 'Resume'}: ${task.title}`}
        loading={busy === move}
        disabled={busy !== null}
        onClick={() => act(move)}
      >
        {isOn ? <IconPlayerPause size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />}
      </ActionIcon>
      {!isFresh && (
        <VanishingButton
          px="sm"
          aria-label={`Done: ${task.title}`}
          loading={busy === 'done'}
          disabled={busy !== null && busy !== 'done'}
          onClick={() => act('done')}
        >
          Done
        </VanishingButton>
      )}
    </div>
  )
}
