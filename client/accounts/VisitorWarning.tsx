import { useEffect } from 'react'
import { onceAVisit } from '../lib/once-a-visit.ts'
import { useUser } from '../lib/user.ts'
import { toast } from '../ui/toasts/toast.tsx'
import { openSignIn } from './sign-in.ts'

/**
 * Warns a visitor once per browser session: on lists that they browse as a guest (D-33), on /my pages that creating
 * anything needs an account (MYS-11). The pages of activities and sessions have a bar instead (D-135).
 * On a phone ui/toast.module.css reserves room for the warning from the first paint, so that the page does not move
 * when it appears. `data-told` removes that room.
 */
const TEXTS = {
  lists: "You're browsing as a guest. Log in or sign up to join in.",
  my: "You're browsing as a guest. Log in or sign up to create anything."
}

export function VisitorWarning({ on = 'lists' }: { on?: keyof typeof TEXTS }) {
  const visitor = useUser() === null
  useEffect(() => {
    if (!visitor) toast.hide('visitor-warning')
    const isNews = visitor && onceAVisit(on === 'my' ? 'visitor-warning-my' : 'visitor-warning')
    if (!isNews) return endRoom()
    toast.warning(TEXTS[on], {
      id: 'visitor-warning',
      action: { label: 'Login or create an account', run: () => openSignIn() },
      onClose: endRoom
    })
    return endRoom
  }, [visitor, on])
  return visitor && <span hidden data-warns />
}

function endRoom(): void {
  document.documentElement.setAttribute('data-told', '')
}
