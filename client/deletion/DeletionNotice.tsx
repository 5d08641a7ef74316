import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from '../accounts/IdentityNotice.module.css'
import { dateTexts } from '../lib/date-texts.ts'
import { useUser } from '../lib/user.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { keepAccount } from './deletion.ts'

const useMinute = dateTexts({ dateStyle: 'long', timeStyle: 'short' })

/** Appears on every page while the user's account waits to be deleted (D-131). */
export function DeletionNotice() {
  const user = useUser()
  const minute = useMinute()
  const [busy, setBusy] = useState(false)
  if (!user?.delete_at) return null

  async function keep(): Promise<void> {
    setBusy(true)
    try {
      await keepAccount()
      toast.success('Your account stays.', { id: 'deletion' })
    } catch (error) {
      toast.error(messageOf(error), { id: 'deletion' })
    }
    setBusy(false)
  }

  return (
    <section aria-label="Your account will be deleted" className={classes.notice}>
      <p>Your account will be deleted on {minute(Date.parse(user.delete_at))}.</p>
      <Button px="sm" loading={busy} onClick={() => void keep()}>
        Keep my account
      </Button>
    </section>
  )
}
