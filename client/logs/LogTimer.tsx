import { Progress, Text, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs'
import IconRotate from '@tabler/icons-react/dist/esm/icons/IconRotate.mjs'
import { type ReactNode, useEffect } from 'react'
import { clockFace, countdown, spokenDuration } from '../../domain/lib/duration.ts'
import type { Log } from '../../domain/logs/api.ts'
import { advanceLog, dueAt, elapsed, LogStatus, remaining } from '../../domain/logs/log.ts'
import { CallRefused } from '../lib/api.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { toastError, useActions, VanishingButton } from '../ui/ActionButton.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { settleLog } from './apply-log.ts'
import classes from './LogTimer.module.css'
import { completeLog, pauseLog, resetLog, startLog, stopLog } from './logs.ts'
import { reloadGoals } from './other-tabs.ts'
import { noteTimer } from './running-timers.ts'

const STATES = {
  [LogStatus.Active]: 'Running',
  [LogStatus.Done]: 'Done',
  [LogStatus.Paused]: 'Paused',
  [LogStatus.Stopped]: 'Stopped'
}

/** A timer of the user, with the actions that are possible now (GOAL-42..GOAL-44, LOG-12..LOG-20). */
export function LogTimer({ log, title, children }: { log: Log; title?: string; children?: ReactNode }) {
  const now = useNow()
  const { busy, run } = useActions<string>(error => {
    // Another device has changed the timer, so load its state again.
    if (error instanceof CallRefused && error.status === 409) void reloadGoals()
    return toastError(error)
  })
  const current = advanceLog(log, now)
  const left = remaining(current, now) ?? 0
  const planned = log.duration ?? 0
  useRunOut(log, current)
  useEffect(() => noteTimer(log, dueAt(log)), [log])

  const button = (name: string, Icon: typeof IconCheck, action: (log: Log) => Promise<Log>, main = false) => (
    <VanishingButton
      variant={main ? 'filled' : 'default'}
      px="xs"
      loading={busy === name}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => void run(name, () => action(log))}
    >
      {name}
    </VanishingButton>
  )
  const running = current.status === LogStatus.Active
  const fresh = log.started_at === null
  const state = fresh ? 'Not started' : STATES[current.status]

  return (
    <fieldset className={classes.timer} aria-label={`Timer${title ? `: ${title}` : ''}`}>
      {children}
      <div className={classes.face}>
        <span role="timer" className={classes.left}>
          <span aria-hidden>{countdown(left)}</span>
          <VisuallyHidden>{spokenDuration(left)} left</VisuallyHidden>
        </span>
        <Text span c="dimmed">
          {state} · {clockFace(planned)}
          {title && ` · ${title}`}
        </Text>
      </div>
      <Progress value={planned ? (elapsed(current, now) / planned) * 100 : 0} aria-hidden size="sm" />
      <div className={classes.actions}>
        {running
          ? button('Pause', IconPlayerPause, pauseLog, true)
          : button(fresh ? 'Start' : 'Resume', IconPlayerPlay, startLog, true)}
        {!fresh && button('Done', IconCheck, completeLog)}
        {!fresh && button('Stop', IconPlayerStop, stopLog)}
        {!fresh && button('Reset', IconRotate, resetLog)}
      </div>
    </fieldset>
  )
}

/** The server ends a timer by itself. The page shows the end in the same second, without a call. */
function useRunOut(log: Log, current: Log): void {
  const ranOut = log.status === LogStatus.Active && current.status === LogStatus.Done
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the time runs out.
  useEffect(() => {
    if (!ranOut) return
    settleLog(log, current)
    toast.ready(`Time is up${log.goal ? `: ${log.goal.title}` : ''}.`, { id: `log-${log.id}` })
  }, [ranOut])
}
