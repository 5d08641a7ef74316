import { Button } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './ReadMore.module.css'

const TALLEST = 300
const CONTROL_AT = 253

/** Cuts content taller than 300 px, with a button at 253 px. Once opened it stays open (FOR-06, FOR-07, D-121). */
export function ReadMore({ children, about }: { children: ReactNode; about: string }) {
  const content = useRef<HTMLDivElement>(null)
  // Null until the browser has measured the content. Until then CSS limits its height, as if it were cut.
  const [isTall, setIsTall] = useState<boolean | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  useLayoutEffect(() => {
    const element = content.current
    if (!element) return
    const measure = (): void => setIsTall(element.scrollHeight > TALLEST)
    measure()
    // Pictures load later than the text around them.
    const observer = new ResizeObserver(measure)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  const isCut = isTall === true && !isOpen
  return (
    <div className={classes.card} data-cut={isCut || undefined} data-waits={isTall === null || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a link that is reached by keyboard must be seen. */}
      <div
        ref={content}
        className={classes.content}
        style={{ maxHeight: isCut ? TALLEST : undefined }}
        onFocus={() => setIsOpen(true)}
      >
        {children}
      </div>
      {isCut && (
        <Button
          variant="default"
          className={classes.more}
          style={{ top: CONTROL_AT }}
          onClick={() => setIsOpen(true)}
          aria-label={`Read More of ${about}`}
        >
          Read More
        </Button>
      )}
    </div>
  )
}
