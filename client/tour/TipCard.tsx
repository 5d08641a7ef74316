import { Button } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { placeCard } from './place-card.ts'
import classes from './TipCard.module.css'
import { useIsTyping } from './typing.ts'
import { useTarget } from './use-target.ts'

interface Props {
  /** The `data-tour` of the element that it explains; null for none. */
  target: string | null
  title: string
  text: string
  /** "Step 3 of 18". */
  progress?: string
  continueLabel?: string
  closeLabel: string
  /** Takes the focus each time this changes; null leaves the focus where it is. */
  focusOn: string | null
  /** Dims the rest of the page. */
  dims?: boolean
  onContinue: () => void
  onClose: () => void
  children?: ReactNode
}

/**
 * Explains an element of the page. It stays until the person presses Continue or its close button: it has no time-out,
 * and a press outside does not close it (TOUR-46, TOUR-47). It is hidden while the person types. The page below stays
 * usable.
 */
export function TipCard(props: Props) {
  const { target, title, text, progress, continueLabel = 'Continue', closeLabel, focusOn, dims } = props
  const { onContinue, onClose, children } = props
  const { box, avoid, spare, height: screen } = useTarget(target)
  const isTyping = useIsTyping()
  const card = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of the card depends on its text.
  useLayoutEffect(() => {
    const { offsetWidth: width = 0, offsetHeight: height = 0 } = card.current ?? {}
    setPlace(placeCard(box, { width, height }, { width: window.innerWidth, height: screen }, avoid, spare))
  }, [box, avoid, spare, screen, text])
  useEffect(() => {
    if (focusOn === null) return
    // After a navigation the new page takes the focus first.
    const timer = setTimeout(() => button.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [focusOn])
  return (
    <>
      {box && !isTyping && (
        <div className={classes.ring} data-dims={dims || undefined} style={around(box)} aria-hidden />
      )}
      <div
        ref={card}
        role="dialog"
        data-progress={progress}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={`${classes.card} tip`}
        style={place && !isTyping ? place : { ...place, visibility: 'hidden' }}
      >
        <div className={classes.head}>
          <strong id={`${id}-title`}>{title}</strong>
          <IconButton icon={IconX} label={closeLabel} onClick={onClose} />
        </div>
        <p id={`${id}-text`}>{text}</p>
        {children}
        <div className={classes.foot}>
          <span>{progress}</span>
          <Button ref={button} onClick={onContinue}>
            {continueLabel}
          </Button>
        </div>
      </div>
    </>
  )
}

const AROUND = 6
const around = ({ top, left, width, height }: { top: number; left: number; width: number; height: number }) => ({
  top: top - AROUND,
  left: left - AROUND,
  width: width + 2 * AROUND,
  height: height + 2 * AROUND
})
