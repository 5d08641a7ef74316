import { useEffect } from 'react'
import { onceAVisit } from '../lib/storage.ts'
import { useUser } from '../lib/user.ts'
import { toast } from '../ui/toasts/toast.tsx'
import { canRegister, openSignIn } from './sign-in.ts'

/**
 * Warns a visitor once per browser session: on lists that they browse as a guest (D-33), on /my pages that creating
 * anything needs an account (MYS-11). The pages of activities and sessions have a bar instead (D-135).
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
    if (!isNews) return
    toast.warning(canRegister() ? TEXTS[on] : TEXTS[on].replace(' or sign up', ''), {
      id: 'visitor-warning',
      action: { label: canRegister() ? 'Login or create an account' : 'Login', run: () => openSignIn() }
    })
  }, [visitor, on])
  return null
}
