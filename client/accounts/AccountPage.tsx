import { SimpleGrid, Stack } from '@mantine/core'
import { accountPage } from '../../domain/accounts/api.ts'
import { CardsPanel } from '../billing/CardsPanel.tsx'
import { useCardPage } from '../billing/card/card.ts'
import { InvoicesPanel } from '../billing/InvoicesPanel.tsx'
import { DaysPanel } from '../days/DaysPanel.tsx'
import { ExportPanel } from '../export/ExportPanel.tsx'
import { FacePanel } from '../faces/FacePanel.tsx'
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
  useCardPage(page?.checkout)
  return (
    <AccountFrame>
      <PageHeading title="My Account" />
      {user ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <Stack gap="lg">
            <ProfileForm key={user.id} user={user} />
            <FacePanel user={user.id} />
            <DaysPanel key={`days ${user.id}`} user={user} />
          </Stack>
          <Stack gap="lg">
            <SubscriptionPanel subscription={page?.subscription ?? null} renewal={page?.renewal ?? null} />
            {page && <CardsPanel cards={page.payment_methods} checkout={page.checkout} />}
            {page && page.invoices.length > 0 && <InvoicesPanel invoices={page.invoices} />}
            <ExportPanel />
          </Stack>
        </SimpleGrid>
      ) : (
        <SignInPrompt actionText="to see your account" />
      )}
    </AccountFrame>
  )
}
