import type { ReactNode } from 'react'
import classes from './StatusDot.module.css'

/** Blue before the start, green while running, grey while paused, red after the end. */
export type Status = 'soon' | 'running' | 'paused' | 'ended'

/** Shows a status by colour, by shape and by its text: "Starts in", "Ends in", "Ended". */
export function StatusDot({ status, children }: { status: Status; children: ReactNode }) {
  return (
    <span className={classes.status} data-status={status}>
      {children}
    </span>
  )
}
