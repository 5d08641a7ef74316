import { useEffect, useState } from 'react'

const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, [contenteditable="true"]'

/** How long a tip stays away after typing, so that it does not come under the finger that presses the next button. */
const AFTER_MS = 500

/** Whether a field that takes text has the focus, or had it a moment ago. */
export function useIsTyping(): boolean {
  const [isTyping, setTyping] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      clearTimeout(timer)
      if (isInField()) setTyping(true)
      else timer = setTimeout(() => setTyping(false), AFTER_MS)
    }
    setTyping(isInField())
    document.addEventListener('focusin', look)
    // The next element has the focus only after this event.
    const later = (): void => void setTimeout(look)
    document.addEventListener('focusout', later)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', later)
    }
  }, [])
  return isTyping
}

/** Calls this once, when a field that takes text gets the focus. */
export function onTyping(act: () => void): void {
  document.addEventListener('focusin', function look() {
    if (!isInField()) return
    document.removeEventListener('focusin', look)
    act()
  })
}

function isInField(): boolean {
  return document.activeElement?.matches(FIELD) ?? false
}
