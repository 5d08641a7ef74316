import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Log } from '../../domain/logs/api.ts'
import { deleteLog } from '../logs/logs.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toast.tsx'
import classes from './GoalCard.module.css'

interface Props {
  last: { log: Log; text: string } | null
  /** Something has been pressed that waits for a connection. */
  isWaiting: boolean
  onUndone: () => void
}

/** A slip of the finger on a quick-log button is taken back here. */
export function LastPress({ last, isWaiting, onUndone }: Props) {
  const [busy, setBusy] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  async function undo(log: Log): Promise<void> {
    setBusy(true)
    try {
      await deleteLog(log)
      // The button that has the focus goes with what it took back.
      line.current?.focus()
      onUndone()
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div ref={line} tabIndex={-1} role="status" className={classes.last}>
      {isWaiting && 'Waiting to be sent'}
      {last && !isWaiting && (
        <>
          Logged {last.text}.
          <Button variant="subtle" px="xs" loading={busy} onClick={() => void undo(last.log)}>
            Undo
          </Button>
        </>
      )}
    </div>
  )
}
