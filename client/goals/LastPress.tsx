import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Log } from '../../domain/logs/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { takeBackPress, updateLog } from '../logs/logs.ts'
import { toastError, useActions } from '../ui/ActionButton.tsx'
import classes from './GoalCard.module.css'

interface Props {
  last: { log: Log; text: string; isPrivate?: boolean } | null
  /** A press waits for a connection. */
  isWaiting: boolean
  onUndone: () => void
}

/** Offers to undo the last press of a quick-log button, and in a session to hide it from the others (D-138). */
export function LastPress({ last, isWaiting, onUndone }: Props) {
  const { busy, run } = useActions<'undo' | 'hide'>(toastError)
  const [hidden, setHidden] = useState<number | null>(null)
  const [isUndone, setUndone] = useState(false)
  if (last && isUndone) setUndone(false)
  const line = useRef<HTMLDivElement>(null)
  async function undo(log: Log): Promise<void> {
    await takeBackPress(log)
    focusLine()
    onUndone()
    setUndone(true)
  }
  async function hide(log: Log): Promise<void> {
    await updateLog(log, { status: LogStatus.Done })
    focusLine()
    setHidden(log.id)
  }
  /** The focused button disappears. */
  const focusLine = (): void => line.current?.focus()
  const isTimer = last?.log.is_timed === 1
  const isSeen =
    last?.log.challenge_event_id != null && !last.isPrivate && !isTimer && last.log.status === LogStatus.Active
  const isHidden = hidden === last?.log.id
  return (
    <div ref={line} tabIndex={-1} role="status" className={classes.last}>
      {isWaiting && 'Waiting to send'}
      {isUndone && !isWaiting && 'Undone.'}
      {last && !isWaiting && (
        <>
          {isTimer ? 'Started' : 'Logged'} {last.text}
          {isHidden && ', only for you'}.
          <Button
            variant="subtle"
            px="xs"
            loading={busy === 'undo'}
            onClick={() => void run('undo', () => undo(last.log))}
          >
            Undo
          </Button>
          {isSeen && !isHidden && (
            <Button
              variant="subtle"
              px="xs"
              loading={busy === 'hide'}
              onClick={() => void run('hide', () => hide(last.log))}
            >
              Only for me
            </Button>
          )}
        </>
      )}
    </div>
  )
}
