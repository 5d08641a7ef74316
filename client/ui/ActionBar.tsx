import type { ReactNode } from 'react'
import classes from './ActionBar.module.css'
import { useFocusAfter } from './focus.ts'

interface Props {
  /** What pressing it means. */
  title: ReactNode
  /** What it costs, or how far the others are. */
  note?: ReactNode
  /** The one button. */
  children: ReactNode
}

/** A page's one next action, always in sight at the bottom edge; the page ends above it (D-135). */
export function ActionBar({ title, note, children }: Props) {
  const bar = useFocusAfter<HTMLElement>()
  return (
    <section ref={bar} className={classes.bar} aria-label="Next step" data-dock="always" data-tour="join">
      <div className={classes.row}>
        <p className={classes.text}>
          <strong>{title}</strong>
          {note && <span>{note}</span>}
        </p>
        {children}
      </div>
    </section>
  )
}
