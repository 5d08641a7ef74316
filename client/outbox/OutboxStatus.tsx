import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { lastContact, useNow } from '../lib/dates/server-clock.ts'
import { useIsBehind } from '../lib/page.ts'
import { oldestShown } from '../lib/page-cache.ts'
import { toast } from '../ui/toasts/toast.tsx'
import type { Item } from './item.ts'
import classes from './OutboxStatus.module.css'
import { discard, retry, takeBack, useOutbox } from './outbox.ts'

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
  // A room has its own sign that it is offline.
  const isRoom = useLocation().pathname.startsWith('/sessions/')
  const isBehind = useIsBehind()
  const isShown = isHeldUp || refused.length > 0 || (!isRoom && (isBehind || !online))
  const [isOpen, setIsOpen] = useState(false)
  /** The pressed button disappears with its row, so move the focus to the line. */
  const act = (run: () => void) => () => {
    run()
    line.current?.focus()
  }
  const take = async (key: string): Promise<void> => {
    if (!(await takeBack(key))) toast.info('It’s being sent. You can undo it in a moment.', { id: 'take-back' })
  }
  return (
    <>
      <div className={classes.line} data-shown={isShown || undefined} data-refused={refused.length > 0 || undefined}>
        <p ref={line} tabIndex={-1} role="status">
          {isShown && textOf(waiting, refused.length, !online && !isRoom)}
          {isShown && (!online || isBehind) && <AsOf isAlone={online && waiting.length + refused.length === 0} />}
        </p>
        {isHeldUp && (
          <button type="button" className={classes.open} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      {isHeldUp && isOpen && (
        <ul aria-label="Waiting to send" className={classes.list}>
          {waiting.map(({ key, text, tries }) => (
            <Row key={key} text={text} reason={tries > 0 ? 'It may have arrived. You can undo it once we know.' : null}>
              {tries === 0 && (
                <Button variant="default" px="sm" onClick={act(() => void take(key))}>
                  Take back
                </Button>
              )}
            </Row>
          ))}
        </ul>
      )}
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

const useTime = dateTexts({ timeStyle: 'short' })
const useDateTime = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })
/** Younger data is as good as new. */
const SHOWN_AGE_MS = 60_000

/** " · This is from 2:05 PM": when the data of the page is from. */
function AsOf({ isAlone }: { isAlone: boolean }) {
  const [time, dateTime] = [useTime(), useDateTime()]
  useNow(SHOWN_AGE_MS)
  const { contactAt } = lastContact()
  const shown = oldestShown() ?? contactAt
  // A press that was not sent yet also changes what is shown.
  const at = contactAt > 0 ? Math.min(shown, contactAt) : shown
  const now = Date.now()
  if (at === 0 || now - at < SHOWN_AGE_MS) return isAlone ? 'Trying to reach the server' : null
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return `${isAlone ? '' : ' · '}This is from ${isToday ? time(at) : dateTime(at)}`
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
