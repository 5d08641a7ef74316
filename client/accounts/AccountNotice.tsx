import { Button } from '@mantine/core'
import { useUser } from '../lib/user.ts'
import { toastError, useAction } from '../ui/ActionButton.tsx'
import { loadPart } from '../ui/loading/late.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './IdentityNotice.module.css'

/** Appears on every page while an account is suspended (D-148), waits for approval (D-146), or its email for confirmation (D-145). */
export function AccountNotice() {
  const user = useUser()
  const { busy, run } = useAction(error => toastError(error, 'confirm-email'))
  const asksEmail = user?.is_unconfirmed === 1 && user.guest_name === null
  if (!user || (!user.is_unapproved && !asksEmail && user.suspension === null)) return null
  const email = user.new_email ?? user.email

  async function resend(): Promise<void> {
    // Loaded when pressed, so that the contracts of accounts stay out of the first load.
    const { resendEmailLink } = await loadPart(() => import('./emails/emails.ts'))
    await resendEmailLink()
    toast.success(`We sent the link to ${email} again.`, { id: 'confirm-email' })
  }

  return (
    <section aria-label="About your account" className={classes.notice}>
      {user.suspension !== null && <p>{user.suspension}</p>}
      {user.is_unapproved === 1 && (
        <p>
          Your account waits for approval. <span>Until an admin approves it, you can look around.</span>
        </p>
      )}
      {asksEmail && (
        <>
          <p>
            Confirm your email. <span>We sent a link to {email}. Open it, and you can use everything.</span>
          </p>
          <Button px="sm" loading={busy} onClick={() => void run(resend)}>
            Send it again
          </Button>
        </>
      )}
    </section>
  )
}
