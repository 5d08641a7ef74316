import { messageOf } from '../ui/forms/form-errors.tsx'
import { loadPart } from '../ui/loading/late.tsx'
import { toast } from '../ui/toasts/toast.tsx'

/** Logs out. Loads the rest of accounts when pressed, so that they stay out of the first load. */
export async function pressLogout(): Promise<void> {
  try {
    const accounts = await loadPart(() => import('./accounts.ts'))
    await accounts.logout()
  } catch (error) {
    toast.error(`You’re still signed in. ${messageOf(error)}`, { id: 'logout' })
  }
}
