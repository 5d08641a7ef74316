import { Button, Text } from '@mantine/core'
import type { User } from '../../domain/accounts/user.ts'
import { askToRegister } from '../accounts/guest.ts'
import { canRegister } from '../accounts/sign-in.ts'
import { DeletionPanel } from '../deletion/DeletionPanel.tsx'
import { ExportPanel } from '../export/ExportPanel.tsx'
import { Panel } from '../ui/Panel.tsx'

/** The account of a guest, who can register, export and leave (D-152). */
export function GuestAccount({ user }: { user: User }) {
  return (
    <>
      <Panel id="guest" title={`You’re here as a guest: ${user.guest_name}`} space="xs">
        <Text mb="md">
          You can join sessions and log there, on this device. If you don’t come back within 30 days, we delete what you
          did. Register to keep it, and to use goals, notes, groups and more.
        </Text>
        {canRegister() && (
          <Button style={{ alignSelf: 'start' }} onClick={() => askToRegister()}>
            Register
          </Button>
        )}
      </Panel>
      <ExportPanel />
      <DeletionPanel user={user} />
    </>
  )
}
