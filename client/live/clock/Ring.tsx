import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { spokenDuration } from '../../../domain/lib/duration.ts'
import type { Status } from '../../ui/StatusDot.tsx'
import classes from './Ring.module.css'

interface Props {
  status: Status
  /** 1 is a full ring. */
  share: number
  /** Share of a thin inner ring, for the step of an interval. */
  innerShare: number | null
  /** Seconds left in the step. */
  innerSeconds: number | null
  /** Seconds left in all, for screen readers. */
  seconds: number | null
  what: string
  children: ReactNode
}

const OUTER = 2 * Math.PI * 46
const INNER = 2 * Math.PI * 40.5

/** The big ring of the room, with `children` in its middle. */
export function Ring({ status, share, innerShare, innerSeconds, seconds, what, children }: Props) {
  // LiveClock announces the running part, so its name is left out here.
  const timeLeft = (time: string): string => (status === 'running' ? `${time} left` : `${what}: ${time}`)
  return (
    <div className={classes.ring} data-ring data-status={status} role="timer" aria-label={what}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={classes.track} cx="50" cy="50" r="46" />
        <circle
          className={classes.rest}
          data-smooth={isShort(seconds, share) || undefined}
          cx="50"
          cy="50"
          r="46"
          strokeDasharray={OUTER}
          strokeDashoffset={OUTER * (1 - share)}
        />
        {innerShare !== null && (
          <circle
            className={classes.inner}
            data-smooth={isShort(innerSeconds, innerShare) || undefined}
            cx="50"
            cy="50"
            r="40.5"
            strokeDasharray={INNER}
            strokeDashoffset={INNER * (1 - innerShare)}
          />
        )}
      </svg>
      <div className={classes.middle}>{children}</div>
      {seconds !== null && (
        <>
          <VisuallyHidden>{timeLeft(spokenDuration(seconds))}</VisuallyHidden>
          <VisuallyHidden aria-live="polite">
            {isMilestone(seconds) && timeLeft(spokenDuration(seconds))}
          </VisuallyHidden>
        </>
      )}
    </div>
  )
}

/**
 * Only a ring of at most a minute is animated. In a longer one, a second is a few pixels, and drawing them one by one
 * drains batteries and makes presses slower.
 */
function isShort(left: number | null, share: number): boolean {
  return left !== null && left <= 60 * share
}

const ANNOUNCED_FOR = 5

/**
 * Whether a full minute has just passed, or five full minutes if more than ten are left. Screen readers announce only
 * these times, so that people can still listen to others. The text in the ring is always exact.
 */
function isMilestone(seconds: number): boolean {
  if (seconds <= 0) return false
  const step = seconds > 600 ? 300 : 60
  return Math.ceil(seconds / step) * step - seconds < ANNOUNCED_FOR
}
