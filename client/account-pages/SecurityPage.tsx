import { SimpleGrid, Stack } from '@mantine/core'
import { securityPage } from '../../domain/accounts/api.ts'
import { LoginsPanel } from '../accounts/LoginsPanel.tsx'
import { PasskeysPanel } from '../accounts/passkeys/PasskeysPanel.tsx'
import { ChangePasswordPanel } from '../accounts/passwords/ChangePasswordPanel.tsx'
import { AskProof } from '../accounts/proof/AskProof.tsx'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { SignOnPanel } from '../accounts/single-sign-on/SignOnPanel.tsx'
import { DeletionPanel } from '../deletion/DeletionPanel.tsx'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { AccountFrame } from '../my/AccountFrame.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panels } from '../ui/Panels.tsx'

/** Password, passkeys, the devices that are signed in, and deleting the account. */
export function SecurityPage() {
  const page = usePersonalPage(securityPage)
  const user = useUser()
  return (
    <AccountFrame>
      <PageHeading title="Sign-in and security" />
      {user ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <Stack gap="lg">
            <Panels>
              {user.has_password === 1 && <ChangePasswordPanel email={user.email} />}
              {page && config.single_sign_on && (
                <SignOnPanel connection={page.sign_on} hasPassword={user.has_password === 1} />
              )}
              {page && <PasskeysPanel passkeys={page.passkeys} />}
            </Panels>
          </Stack>
          <Stack gap="lg">
            <Panels>
              {page && <LoginsPanel logins={page.logins} />}
              {page && <DeletionPanel user={user} />}
              <AskProof />
            </Panels>
          </Stack>
        </SimpleGrid>
      ) : (
        <SignInPrompt actionText="to see where you’re signed in" />
      )}
    </AccountFrame>
  )
}
