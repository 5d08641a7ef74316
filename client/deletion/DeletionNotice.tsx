import { Button } from '@mantine/core'
import classes from '../accounts/IdentityNotice.module.css'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { toastError, useAction } from '../ui/ActionButton.tsx'
import { ContactLink } from '../ui/links/ContactLink.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { keepAccount } from './deletion.ts'

const useMinute = dateTexts({ dateStyle: 'long', timeStyle: 'short' })

/** Appears on every page while the user's account waits to be deleted (D-131). */
export function DeletionNotice() {
  const user = useUser()
  const minute = useMinute()
  const { busy, run } = useAction(error => toastError(error, 'deletion'))
  if (!user?.delete_at) return null

  async function keep(): Promise<void> {
    await keepAccount()
    toast.success('Your account stays.', { id: 'deletion' })
  }

  return (
    <section aria-label="Your account will be deleted" className={classes.notice}>
      {user.is_deletion_by_admin === 1 ? (
        <p>
          An administrator will delete your account on {minute(Date.parse(user.delete_at))}. If you want to keep it, ask
          them{config.contact ? ': ' : '.'}
          {config.contact && <ContactLink address={config.contact} />}
        </p>
      ) : (
        <>
          <p>Your account will be deleted on {minute(Date.parse(user.delete_at))}.</p>
          <Button px="sm" loading={busy} onClick={() => void run(keep)}>
            Keep my account
          </Button>
        </>
      )}
    </section>
  )
}
