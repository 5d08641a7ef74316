import { useRef } from 'react'

/** Stays true once it was true, so that what was loaded when it was first needed is kept. */
export function useOnceTrue(value: boolean): boolean {
  const seen = useRef(false)
  seen.current ||= value
  return seen.current
}
