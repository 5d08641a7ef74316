import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The state of a form that a link with `?create` opens, also a link on the page itself (GOAL-04). */
export function useOpenedByAddress(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const { search, key } = useLocation()
  const isAsked = new URLSearchParams(search).has('create')
  const [isOpen, setOpen] = useState(isAsked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another press on the same link changes only the key.
  useEffect(() => {
    if (isAsked) setOpen(true)
  }, [isAsked, key])
  return [isOpen, setOpen]
}
