import type { ReactNode } from 'react'
import classes from './RichText.module.css'

/** A long text of the app itself, in the style of people's texts. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={classes.prose}>{children}</div>
}
