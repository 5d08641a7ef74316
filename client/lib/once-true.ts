import { useRef } from 'react'

/** Stays true after the value was true once. Keeps a part mounted that was loaded on demand. */
export function useOnceTrue(value: boolean): boolean {
  const seen = useRef(false)
  seen.current ||= value
  return seen.current
}
