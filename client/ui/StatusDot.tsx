import type { ReactNode } from 'react'
import classes from './StatusDot.module.css'

/** Blue before it starts, green while it runs, grey while it is paused, red once it ended. */
export type Status = 'soon' | 'running' | 'paused' | 'ended'

/** A state told by colour and by its text: "Starts in", "Ends in", "Ended". */
export function StatusDot({ status, children }: { status: Status; children: ReactNode }) {
  return (
    <span className={classes.status} data-status={status}>
      {children}
    </span>
  )
}
