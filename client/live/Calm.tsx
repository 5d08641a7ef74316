import { type ReactNode, useEffect, useRef, useState } from 'react'
import { serverNow } from '../lib/dates/server-clock.ts'

/**
 * A part of the room that renders at most once a second while it is out of sight, so that a busy room leaves a phone
 * time for presses. The room renders each second anyway, so nothing stays old for longer.
 */
export function Calm({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(true)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(entries => setIsSeen(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const second = Math.floor(serverNow() / 1000)
  const shown = useRef({ children, second })
  if (isSeen || second !== shown.current.second) shown.current = { children, second }
  return <div ref={box}>{shown.current.children}</div>
}
