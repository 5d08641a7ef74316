import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Item } from './item.ts'
import classes from './OutboxStatus.module.css'
import { discard, retry, useOutbox } from './outbox.ts'

/** Items that are sent sooner show nothing. */
const SHOWN_AFTER_MS = 2000

/** A line below the header of every page while offline or while items cannot be sent, with actions for refused ones. */
export function OutboxStatus() {
  const items = useOutbox()
  const { online } = useNetwork()
  const line = useRef<HTMLParagraphElement>(null)
  const refused = items.filter(item => item.refused !== null)
  const waiting = items.filter(item => item.refused === null && (!online || !isGathered(item)))
  const hasWaited = useHasWaited(waiting[0]?.key)
  const isHeldUp = waiting.length > 0 && (hasWaited || !online)
  // A room has a sign of its own.
  const isRoom = useLocation().pathname.startsWith('/sessions/')
  const isShown = isHeldUp || refused.length > 0 || (!online && !isRoom)
  /** The pressed button disappears with its row, so move the focus to the line. */
  const act = (run: () => void) => () => {
    run()
    line.current?.focus()
  }
  return (
    <>
      <p
        ref={line}
        tabIndex={-1}
        role="status"
        className={classes.line}
        data-shown={isShown || undefined}
        data-refused={refused.length > 0 || undefined}
      >
        {isShown && textOf(waiting, refused.length, !online)}
      </p>
      {refused.length > 0 && (
        <ul aria-label="Not sent" className={classes.list}>
          {refused.map(({ key, text, refused: reason }) => (
            <Row key={key} text={text} reason={reason}>
              <Button variant="default" px="sm" onClick={act(() => retry(key))}>
                Try again
              </Button>
              <Button variant="subtle" px="sm" onClick={act(() => discard(key))}>
                Discard
              </Button>
            </Row>
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ text, reason, children }: { text: string; reason?: string | null; children: ReactNode }) {
  return (
    <li>
      <div className={classes.words}>
        <p>{text}</p>
        {reason && <p className={classes.reason}>{reason}</p>}
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  )
}

function textOf(waiting: readonly Item[], refused: number, isOffline: boolean): string {
  const count = waiting.length
  return [
    isOffline && 'You’re offline',
    count > 0 && `${count} waiting to send`,
    waiting.some(({ isUnstored }) => isUnstored) && 'Keep this page open',
    refused > 0 && `${refused} not sent`
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Ticks of a checklist are collected and sent together, so their wait is normal. */
function isGathered({ tries, notBefore }: Item): boolean {
  return tries === 0 && notBefore > 0
}

/** Whether the first item has waited for long. Stays true until nothing waits, so that the line does not flicker. */
function useHasWaited(key: string | undefined): boolean {
  const [hasWaited, setHasWaited] = useState(false)
  useEffect(() => {
    if (key === undefined) {
      setHasWaited(false)
      return
    }
    const timer = setTimeout(() => setHasWaited(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [key])
  return hasWaited
}
