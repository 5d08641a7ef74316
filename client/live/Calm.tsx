import { type ReactNode, startTransition, useEffect, useReducer, useRef, useState } from 'react'

const HELD_MS = 1000

/**
 * A part of the room that renders at most once a second while it is out of sight, so that a busy room leaves a phone
 * time for presses.
 */
export function Calm({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState(true)
  const [turn, takeTurn] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(entries => setIsSeen(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const shown = useRef({ children, turn })
  if (isSeen || turn !== shown.current.turn) shown.current = { children, turn }
  const isHeld = shown.current.children !== children
  useEffect(() => {
    if (!isHeld) return
    const timer = setTimeout(() => startTransition(takeTurn), HELD_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return <div ref={box}>{shown.current.children}</div>
}
