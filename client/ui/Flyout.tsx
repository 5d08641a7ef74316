import { type CSSProperties, type ReactNode, type ToggleEvent, useId } from 'react'
import classes from './Flyout.module.css'

interface Props {
  /** Renders the button that opens the panel. Spread `opener` on the button. */
  target: (opener: { popoverTarget: string }) => ReactNode
  /** The edge of the button that the panel aligns to. */
  align: 'start' | 'end'
  width: CSSProperties['width']
  children: ReactNode
}

/**
 * A panel below a button that uses the browser's popover. It closes on Escape and on a press outside, and returns the
 * focus. First screens use it, because Mantine's menus and popovers add 30 kB.
 */
export function Flyout({ target, align, width, children }: Props) {
  const id = useId()
  return (
    <>
      {target({ popoverTarget: id })}
      <div id={id} popover="auto" className={classes.panel} style={{ width }} onBeforeToggle={place(align)}>
        {children}
      </div>
    </>
  )
}

/** Positions the panel on the document, because that is where browsers lay out open popovers. */
function place(align: Props['align']) {
  return ({ currentTarget: panel, newState }: ToggleEvent<HTMLDivElement>): void => {
    const opener = panel.previousElementSibling?.getBoundingClientRect()
    if (newState !== 'open' || !opener) return
    const { clientWidth } = document.documentElement
    panel.style.top = `${opener.bottom + window.scrollY}px`
    // Keeps the whole panel on the screen, even if the button is at the other edge.
    const most = `calc(100vw - 1rem - ${panel.style.width})`
    if (align === 'start') panel.style.left = `min(${opener.left}px, ${most})`
    else panel.style.right = `min(${clientWidth - opener.right}px, ${most})`
  }
}
