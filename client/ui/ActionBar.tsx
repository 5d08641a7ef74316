import { useResizeObserver } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import classes from './ActionBar.module.css'
import { useFocusAfter } from './focus.ts'
import { toastPlace } from './toasts/toast-place.ts'

interface Props {
  label?: string
  /** The meaning of the action. */
  title?: ReactNode
  /** The cost of the action, or how many others are ready. */
  note?: ReactNode
  /** A control at the start of the bar, on every tab. The title is then hidden on phones. */
  before?: ReactNode
  /** A control at the end of the bar, on every tab. */
  after?: ReactNode
  /** A line about the last action, above the row, so that the buttons stay in place. */
  above?: ReactNode
  /** The button or buttons. Left out if the bar only shows a text. */
  children?: ReactNode
}

/** The first button of the action bar on screen. */
export function nextAction(): Element | null {
  return document.querySelector('[data-action] button, [data-action] a[href]')
}

function holdToasts(place: HTMLDivElement | null): () => void {
  toastPlace.set(place)
  return () => toastPlace.set(null)
}

/** The bar with a page's next action, always visible at the bottom edge. The page's content ends above it (D-135). */
export function ActionBar({ label = 'Next step', title, note, before, after, above, children }: Props) {
  const bar = useFocusAfter<HTMLElement>(nextAction)
  const [row, { height }] = useResizeObserver<HTMLDivElement>()
  useEffect(() => {
    const { style } = document.documentElement
    if (height > 0) style.setProperty('--dock', `${Math.ceil(height)}px`)
    return () => void style.removeProperty('--dock')
  }, [height])
  return (
    <section ref={bar} id="next" tabIndex={-1} className={`${classes.bar} dock`} aria-label={label} data-tour="join">
      <div className={classes.measured} ref={row}>
        <div ref={holdToasts} />
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
