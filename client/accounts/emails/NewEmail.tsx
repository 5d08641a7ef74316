import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { cancelEmailChange, resendEmailLink } from './emails.ts'
import classes from './NewEmail.module.css'

/** The new email that waits for confirmation, shown below the current one. */
export function NewEmail({ email }: { email: string }) {
  const [busy, setBusy] = useState<'resend' | 'cancel' | null>(null)

  async function run(which: 'resend' | 'cancel'): Promise<void> {
    setBusy(which)
    try {
      await (which === 'resend' ? resendEmailLink() : cancelEmailChange())
      if (which === 'resend') toast.success(`The link was sent to ${email} again.`, { id: 'new-email' })
    } catch (error) {
      toast.error(messageOf(error), { id: 'new-email' })
    }
    setBusy(null)
  }

  return (
    <div className={classes.waiting}>
      <Text fw={600}>Waiting for confirmation</Text>
      <Text>We have sent a link to {email}. It works for a day. Until you open it, your email stays as it is.</Text>
      <Group gap="xs" mt="sm">
        <Button variant="default" loading={busy === 'resend'} onClick={() => void run('resend')}>
          Send it again
        </Button>
        <Button variant="default" loading={busy === 'cancel'} onClick={() => void run('cancel')}>
          Keep my email
        </Button>
      </Group>
    </div>
  )
}
