import { Box, Group } from '@mantine/core'
import { useState } from 'react'
import * as api from '../../../domain/admin/people-api.ts'
import { proven } from '../../accounts/proof/proof.ts'
import { call } from '../../lib/api.ts'
import { config } from '../../lib/embedded.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { CopyField } from '../../ui/forms/CopyField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { actOn } from '../people.ts'

export function SignInPanel({ person: { username, email, new_email, is_unconfirmed } }: { person: api.AdminPerson }) {
  // Without a mail server nobody gets the link to a new email.
  const toConfirm = config.sends_mail || new_email === null ? is_unconfirmed === 1 && email : new_email
  const input = { params: { username }, body: {} }
  const [link, setLink] = useState<string | null>(null)
  async function reset(): Promise<void> {
    const { reset_path } = await proven(() => call(api.sendPersonReset, input))
    if (reset_path === null) toast.success(`${username} gets a mail with a link.`, { id: 'admin-person' })
    else setLink(location.origin + reset_path)
  }
  return (
    <Panel id="signing-in" title="Signing in" size="h3">
      <Group gap="sm">
        <ActionButton variant="default" action={reset}>
          {config.sends_mail ? 'Send a reset mail' : 'Make a reset link'}
        </ActionButton>
        <ConfirmButton
          label="Sign out everywhere"
          title={`Sign ${username} out everywhere?`}
          confirm="Sign out"
          onConfirm={() => actOn(() => call(api.signOutPerson, input), `${username} was signed out.`)}
        >
          All devices of this account are signed out. The password stays.
        </ConfirmButton>
        {toConfirm && (
          <ActionButton
            variant="default"
            action={() => actOn(() => call(api.confirmPersonEmail, input), `${toConfirm} is confirmed.`)}
          >
            Confirm {toConfirm}
          </ActionButton>
        )}
      </Group>
      {link && (
        <Box mt="md" role="status">
          <CopyField
            label="Link for a new password"
            description={`Give it to ${username}, and to nobody else. It works once, for an hour.`}
            value={link}
          />
        </Box>
      )}
    </Panel>
  )
}
