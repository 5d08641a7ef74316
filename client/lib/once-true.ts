import { useRef } from 'react'

/** True from the first time on: what was loaded when it was first needed is kept. */
export function useOnceTrue(value: boolean): boolean {
  const seen = useRef(false)
  seen.current ||= value
  return seen.current
}
