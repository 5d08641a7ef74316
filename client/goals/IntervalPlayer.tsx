import { VisuallyHidden } from '@mantine/core'
import type { Goal } from '../../domain/goals/api.ts'
import { stepAt, taskCues } from '../../domain/goals/task-timers.ts'
import { clockFace } from '../../domain/lib/duration.ts'
import type { Log } from '../../domain/logs/api.ts'
import { advanceLog, elapsed, LogStatus } from '../../domain/logs/log.ts'
import { stepNumberText } from '../../domain/sessions/now.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { Ring } from '../live/clock/Ring.tsx'
import { SoundControl } from '../live/clock/SoundControl.tsx'
import { useTones } from '../live/clock/sound.ts'
import { useWakeLock } from '../live/clock/wake-lock.ts'
import classes from './IntervalPlayer.module.css'

/**
 * Plays the intervals of a goal while a log of it runs, with the same display and sounds as a session (D-56,
 * TMR-22..TMR-29).
 */
export function IntervalPlayer({ goal, log }: { goal: Goal; log: Log }) {
  const now = useNow()
  const current = advanceLog(log, now)
  const isRunning = current.status === LogStatus.Active
  const { timers, sets, is_interval } = goal
  useTones(`log ${log.id}`, [timers, sets, is_interval, log.status, log.started_at], (from, to) =>
    taskCues([{ timers, sets, is_interval, activeLog: log }], from, to)
  )
  useWakeLock(isRunning)
  const at = log.started_at === null ? null : stepAt(goal, elapsed(current, now))
  if (!at) return null
  const { step, next, run } = at
  const title = step.title || 'Timer'
  const which = stepNumberText(step, run)
  const planned = log.duration || run.duration
  return (
    <div className={classes.player}>
      <VisuallyHidden role="status">
        {[title, which, isRunning ? '' : 'paused'].filter(Boolean).join(', ')}
      </VisuallyHidden>
      <Ring
        status={isRunning ? 'running' : 'soon'}
        share={Math.max(0, 1 - elapsed(current, now) / planned)}
        innerShare={step.duration > 0 ? step.remaining / step.duration : 0}
        innerSeconds={step.remaining}
        seconds={null}
        what={title}
      >
        <span className={classes.title}>{title}</span>
        <span className={classes.figure} aria-hidden>
          {clockFace(step.remaining)}
        </span>
        {which && <span>{which}</span>}
      </Ring>
      {next && (
        <p className={classes.next}>
          <span>Next</span> {next.title || 'Timer'} · {clockFace(next.duration)}
        </p>
      )}
      <SoundControl />
    </div>
  )
}
