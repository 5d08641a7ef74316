import type { ReactNode } from 'react'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { figureOf, type readNow, stateOf } from '../../live/clock/current-part.ts'
import { Ring } from '../../live/clock/Ring.tsx'

interface Props {
  now: ReturnType<typeof readNow>
  clock: SessionClock
  /** Class names of the lines: the page and the wall style them differently. */
  classes: Readonly<Record<string, string | undefined>>
  /** Shown below the step. */
  children?: ReactNode
}

/** The ring with the current part, its time, and its step. */
export function NowRing({ now, clock, classes, children }: Props) {
  const { step } = now
  const text = figureOf(now, clock)
  return (
    <Ring
      status={stateOf(clock)}
      share={clock.status === SessionStatus.Ended ? 1 : now.share}
      innerShare={step ? step.share : null}
      innerSeconds={step ? step.seconds : null}
      seconds={now.seconds}
      what={now.title}
    >
      <span className={classes.title}>{now.title}</span>
      {text !== null && (
        <span className={classes.figure} data-long={text.length > 5 || undefined} aria-hidden>
          {text}
        </span>
      )}
      {(now.isPaused || step) && (
        <span className={classes.step}>{[now.isPaused ? 'Paused' : '', step?.title].filter(Boolean).join(' · ')}</span>
      )}
      {children}
    </Ring>
  )
}
