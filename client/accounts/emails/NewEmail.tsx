import { Group, Text } from '@mantine/core'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { cancelEmailChange, resendEmailLink } from './emails.ts'
import classes from './NewEmail.module.css'

/** The new email that waits for confirmation, shown below the current one. */
export function NewEmail({ email }: { email: string }) {
  async function resend(): Promise<void> {
    await resendEmailLink()
    toast.success(`The link was sent to ${email} again.`, { id: 'new-email' })
  }

  return (
    <div className={classes.waiting}>
      <Text fw={600}>Waiting for confirmation</Text>
      <Text>We have sent a link to {email}. It works for a day. Until you open it, your email stays as it is.</Text>
      <Group gap="xs" mt="sm">
        <ActionButton variant="default" action={resend}>
          Send it again
        </ActionButton>
        <ActionButton variant="default" action={cancelEmailChange}>
          Keep my email
        </ActionButton>
      </Group>
    </div>
  )
}
