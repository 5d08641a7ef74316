import { type CSSProperties, type ReactNode, type ToggleEvent, useId } from 'react'
import classes from './Flyout.module.css'

interface Props {
  /** The button that opens it, given the attribute that makes it one. */
  target: (opener: { popoverTarget: string }) => ReactNode
  /** Which edge it shares with what opens it. */
  align: 'start' | 'end'
  width: CSSProperties['width']
  children: ReactNode
}

/**
 * A panel below a button, by the browser's own popover: it closes on Escape and on a press outside, and gives the
 * focus back. For first screens, since Mantine's menus and popovers bring 30 kB.
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

/** Open popovers are laid out on the document, whatever surrounds them. */
function place(align: Props['align']) {
  return ({ currentTarget: panel, newState }: ToggleEvent<HTMLDivElement>): void => {
    const opener = panel.previousElementSibling?.getBoundingClientRect()
    if (newState !== 'open' || !opener) return
    const { clientWidth } = document.documentElement
    panel.style.top = `${opener.bottom + window.scrollY}px`
    // Whole on the screen, also where its opener is at the other edge.
    const most = `calc(100vw - 1rem - ${panel.style.width})`
    if (align === 'start') panel.style.left = `min(${opener.left}px, ${most})`
    else panel.style.right = `min(${clientWidth - opener.right}px, ${most})`
  }
}
