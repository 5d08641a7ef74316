import { Button, Group, Text } from '@mantine/core'
import { config } from '../../lib/embedded.ts'
import { toastError, useActions } from '../../ui/ActionButton.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { cancelEmailChange, resendEmailLink } from './emails.ts'
import classes from './NewEmail.module.css'

/** The new email that waits for confirmation, shown below the current one. */
export function NewEmail({ email }: { email: string }) {
  const { busy, run } = useActions<'resend' | 'cancel'>(error => toastError(error, 'new-email'))

  async function resend(): Promise<void> {
    await resendEmailLink()
    toast.success(`We sent the link to ${email} again.`, { id: 'new-email' })
  }

  return (
    <div className={classes.waiting}>
      <Text fw={600}>Waiting for confirmation</Text>
      <Text>
        {config.sends_mail
          ? `We sent a link to ${email}. It works for a day. Your email doesn’t change until you open it.`
          : `This hut sends no emails. Ask an admin to confirm ${email}. Your email doesn’t change until they do.`}
      </Text>
      <Group gap="xs" mt="sm">
        {config.sends_mail && (
          <Button variant="default" loading={busy === 'resend'} onClick={() => void run('resend', resend)}>
            Send it again
          </Button>
        )}
        <Button variant="default" loading={busy === 'cancel'} onClick={() => void run('cancel', cancelEmailChange)}>
          Keep my email
        </Button>
      </Group>
    </div>
  )
}
