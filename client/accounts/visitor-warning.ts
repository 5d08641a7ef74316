import { useEffect } from 'react'
import { onceAVisit } from '../lib/once-a-visit.ts'
import { useUser } from '../lib/user.ts'
import { toast } from '../ui/toast.tsx'
import { openSignIn } from './sign-in.ts'

/**
 * On list and /my pages a visitor is told once a browser session (D-33, MYS-11). The pages of activities and sessions have
 * a bar instead (D-135).
 */
export function useVisitorWarning(): void {
  const visitor = useUser() === null
  useEffect(() => {
    if (!visitor) toast.hide('visitor-warning')
    if (!visitor || !onceAVisit('visitor-warning')) return
    toast.warning('You are looking around as a visitor. Sign in or register to create anything.', {
      id: 'visitor-warning',
      action: { label: 'Login or create an account', run: () => openSignIn() }
    })
  }, [visitor])
}
