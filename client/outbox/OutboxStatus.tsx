import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Item } from './item.ts'
import classes from './OutboxStatus.module.css'
import { discard, retry, useOutbox } from './outbox.ts'

/** What is sent at once says nothing. */
const SHOWN_AFTER_MS = 2000

/** A line under the header while something cannot be sent, and what the server refused, on every page. */
export function OutboxStatus() {
  const items = useOutbox()
  const { online } = useNetwork()
  const refused = items.filter(item => item.refused !== null)
  const waiting = items.filter(item => item.refused === null && (!online || !isGathered(item)))
  const hasWaited = useHasWaited(waiting[0]?.key)
  const isShown = refused.length > 0 || (waiting.length > 0 && (hasWaited || !online))
  return (
    <>
      <p role="status" className={classes.line} data-shown={isShown || undefined}>
        {isShown && textOf(waiting.length, refused.length, !online)}
      </p>
      {refused.length > 0 && (
        <ul aria-label="Not sent" className={classes.list}>
          {refused.map(item => (
            <li key={item.key}>
              <span className={classes.words}>
                <strong>{item.text}</strong> {item.refused}
              </span>
              <span className={classes.actions}>
                <Button variant="default" px="sm" onClick={() => retry(item.key)}>
                  Try again
                </Button>
                <Button variant="subtle" px="sm" onClick={() => discard(item.key)}>
                  Discard
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function textOf(waiting: number, refused: number, isOffline: boolean): string {
  return [
    isOffline && waiting > 0 && 'You are offline',
    waiting > 0 && `${waiting} waiting to be sent`,
    refused > 0 && `${refused} not sent`
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Ticks of a checklist are sent together after a while; that they wait is no trouble. */
function isGathered({ tries, notBefore }: Item): boolean {
  return tries === 0 && notBefore > 0
}

/** Whether one item has waited for long. It stays true until nothing waits, so that the line does not flicker. */
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
