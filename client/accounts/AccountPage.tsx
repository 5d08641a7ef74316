import { SimpleGrid } from '@mantine/core'
import { accountPage } from '../../domain/accounts/api.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SignInPrompt } from './SignInPrompt.tsx'
import { SubscriptionPanel } from './SubscriptionPanel.tsx'

export function AccountPage() {
  const page = usePersonalPage(accountPage)
  const user = useUser()
  return (
    <AccountFrame>
      <PageHeading title="My Account" />
      {user ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <ProfileForm key={user.id} user={user} />
          <SubscriptionPanel subscription={page?.subscription ?? null} />
        </SimpleGrid>
      ) : (
        <SignInPrompt actionText="to see your account" />
      )}
    </AccountFrame>
  )
}
