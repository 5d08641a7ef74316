import { useResizeObserver } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import classes from './ActionBar.module.css'
import { useFocusAfter } from './focus.ts'

interface Props {
  label?: string
  /** What pressing it means. */
  title?: ReactNode
  /** What it costs, or how far the others are. */
  note?: ReactNode
  /** What stands at its start on every tab; the title is then left out on phones. */
  before?: ReactNode
  /** What stands at its end on every tab. */
  after?: ReactNode
  /** What was just done, in a line of its own: nothing moves under a thumb. */
  above?: ReactNode
  /** The one button, or the few; none where only something is said. */
  children?: ReactNode
}

/** The first button of the bar that is there now. */
export function nextAction(): Element | null {
  return document.querySelector('[data-action] button, [data-action] a[href]')
}

/** A page's one next action, always in sight at the bottom edge; the page ends above it (D-135). */
export function ActionBar({ label = 'Next step', title, note, before, after, above, children }: Props) {
  const bar = useFocusAfter<HTMLElement>(nextAction)
  const [row, { height }] = useResizeObserver<HTMLDivElement>()
  useEffect(() => {
    const { style } = document.documentElement
    if (height > 0) style.setProperty('--dock', `${Math.ceil(height)}px`)
    return () => void style.removeProperty('--dock')
  }, [height])
  return (
    <section ref={bar} id="next" tabIndex={-1} className={classes.bar} aria-label={label} data-dock data-tour="join">
      <div className={classes.measured} ref={row}>
        {above}
        <div className={classes.row} data-shared={before ? true : undefined}>
          {before}
          {(title || note) && (
            <p className={classes.text}>
              <strong>{title}</strong>
              {note && <span>{note}</span>}
            </p>
          )}
          {children && (
            <div className={classes.action} data-action>
              {children}
            </div>
          )}
          {after}
        </div>
      </div>
    </section>
  )
}
