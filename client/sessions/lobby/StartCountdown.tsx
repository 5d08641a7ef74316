import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { countdownOf, type SessionClock } from '../../../domain/sessions/clock.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { toast } from '../../ui/toasts/toast.tsx'
import classes from './StartCountdown.module.css'

/**
 * Counts 5, 4, 3, 2, 1 over the whole page, on every tab of the room. Everyone sees the same figure at the same moment
 * (SES-065).
 */
export function StartCountdown({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const left = countdownOf(clock)
  const before = useRef(clock.status)
  const isStarter = data.isOwner && Boolean(data.challengeEvent.is_manually_started)
  const { id } = data.challengeEvent
  useEffect(() => {
    const hasBegun = before.current === SessionStatus.NotStarted && clock.status === SessionStatus.Running
    if (hasBegun && isStarter) toast.success('The session has started!', { id: `state-${id}` })
    before.current = clock.status
  }, [clock.status, isStarter, id])
  return (
    <>
      <VisuallyHidden role="status">{left !== null && 'Starting in five seconds.'}</VisuallyHidden>
      {left !== null && (
        <div className={classes.over} aria-hidden>
          <span key={left} className={classes.figure}>
            {left}
          </span>
          <span className={classes.text}>{data.challengeEvent.title}</span>
        </div>
      )}
    </>
  )
}
