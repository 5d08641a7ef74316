import type { ReactNode } from 'react'
import classes from './RichText.module.css'

/** Long text of our own in the same style as people's. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={classes.prose}>{children}</div>
}
