import type { ReactNode } from 'react'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { figureOf, stateOf } from '../../../domain/sessions/now.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import type { readNow } from '../../live/clock/current-part.ts'
import { Ring } from '../../live/clock/Ring.tsx'
import { Fire } from './Fire.tsx'

interface Props {
  now: ReturnType<typeof readNow>
  clock: SessionClock
  /** How many people are here, for the size of the fire. */
  people: number
  /** Class names of the lines: the page and the wall style them differently. */
  classes: Readonly<Record<string, string | undefined>>
  /** Shown below the step. */
  children?: ReactNode
}

/** The ring with the time of the current part, its step, and the fire of the room. The part's name stands outside. */
export function NowRing({ now, clock, people, classes, children }: Props) {
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
      {text !== null && (
        <span className={classes.figure} data-long={text.length > 5 || undefined} aria-hidden>
          {text}
        </span>
      )}
      {(now.isPaused || step) && (
        <span className={classes.step}>{[now.isPaused ? 'Paused' : '', step?.title].filter(Boolean).join(' · ')}</span>
      )}
      {children}
      {clock.status === SessionStatus.Running && <Fire people={people} isPaused={now.isPaused} />}
    </Ring>
  )
}
