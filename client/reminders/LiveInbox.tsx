import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { backoff } from '../lib/socket/backoff.ts'
import { socketUrl } from '../lib/socket/socket-url.ts'
import { timersChanged, watchTimers } from '../logs/timers-elsewhere.ts'
import { hasRoom, refreshInbox } from './inbox.ts'

/**
 * Keeps the number of unread entries and the running timers up to date while the page is visible. Uses its own socket,
 * unless a session has one.
 */
export function LiveInbox() {
  const isElsewhere = useStore(hasRoom)
  useEffect(() => (isElsewhere ? undefined : listen()), [isElsewhere])
  useEffect(watchTimers, [])
  return null
}

function listen(): () => void {
  let socket: WebSocket | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isMissed = false
  const refresh = (): void => void refreshInbox().catch(() => {})

  const open = (): void => {
    const mine = new WebSocket(socketUrl())
    socket = mine
    mine.onopen = () => {
      failures = 0
      // Entries may have come while no socket was open.
      if (isMissed) refresh()
      isMissed = false
    }
    mine.onmessage = ({ data }) => {
      if (String(data).includes('"inbox"')) refresh()
      else if (String(data).includes('"timers"')) timersChanged()
    }
    mine.onclose = () => {
      if (socket !== mine) return
      isMissed = true
      retry = setTimeout(open, backoff(failures++, Math.random()))
    }
  }
  const close = (): void => {
    clearTimeout(retry)
    const old = socket
    socket = null
    old?.close()
  }
  const whenVisible = (): void => {
    const isShown = document.visibilityState === 'visible'
    if (isShown && !socket) open()
    if (isShown) return
    isMissed = true
    close()
  }
  whenVisible()
  document.addEventListener('visibilitychange', whenVisible)
  return () => {
    document.removeEventListener('visibilitychange', whenVisible)
    close()
  }
}
