import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Log } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { takeBackPress, updateLog } from '../logs/logs.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './GoalCard.module.css'

interface Props {
  last: { log: Log; text: string; isPrivate?: boolean } | null
  /** A press waits for a connection. */
  isWaiting: boolean
  onUndone: () => void
}

/** Offers to undo the last press of a quick-log button, and in a session to hide it from the others (D-138). */
export function LastPress({ last, isWaiting, onUndone }: Props) {
  const [busy, setBusy] = useState<'undo' | 'hide' | null>(null)
  const [hidden, setHidden] = useState<number | null>(null)
  const line = useRef<HTMLDivElement>(null)
  async function act(which: 'undo' | 'hide', action: () => Promise<unknown>, then: () => void): Promise<void> {
    setBusy(which)
    try {
      await action()
      // The focused button disappears, so move the focus to the line.
      line.current?.focus()
      then()
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(null)
    }
  }
  const isTimer = last?.log.is_timed === 1
  const isSeen =
    last?.log.challenge_event_id != null && !last.isPrivate && !isTimer && last.log.status === LogStatus.Active
  const isHidden = hidden === last?.log.id
  return (
    <div ref={line} tabIndex={-1} role="status" className={classes.last}>
      {isWaiting && 'Waiting to be sent'}
      {last && !isWaiting && (
        <>
          {isTimer ? 'Started' : 'Logged'} {last.text}
          {isHidden && ', only for you'}.
          <Button
            variant="subtle"
            px="xs"
            loading={busy === 'undo'}
            onClick={() => void act('undo', () => takeBackPress(last.log), onUndone)}
          >
            Undo
          </Button>
          {isSeen && !isHidden && (
            <Button
              variant="subtle"
              px="xs"
              loading={busy === 'hide'}
              onClick={() =>
                void act(
                  'hide',
                  () => updateLog(last.log, { status: LogStatus.Done }),
                  () => setHidden(last.log.id)
                )
              }
            >
              Only for me
            </Button>
          )}
        </>
      )}
    </div>
  )
}
