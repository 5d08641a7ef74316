import { SimpleGrid, Stack } from '@mantine/core'
import { accountPage } from '../../domain/billing/api.ts'
import { canCancel } from '../../domain/billing/subscription.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { ProfileForm } from '../accounts/ProfileForm.tsx'
import { ShownPanel } from '../accounts/ShownPanel.tsx'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { UnitsPanel } from '../accounts/UnitsPanel.tsx'
import { CardsPanel } from '../billing/CardsPanel.tsx'
import { useCardPage } from '../billing/card/card.ts'
import { InvoicesPanel } from '../billing/InvoicesPanel.tsx'
import { SubscriptionPanel } from '../billing/SubscriptionPanel.tsx'
import { DaysPanel } from '../days/DaysPanel.tsx'
import { ExportPanel } from '../export/ExportPanel.tsx'
import { FacePanel } from '../faces/FacePanel.tsx'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { AccountFrame } from '../my/AccountFrame.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Panels } from '../ui/Panels.tsx'
import { GuestAccount } from './GuestAccount.tsx'

function Payments({ page }: { page: DataOf<typeof accountPage> | null }) {
  const subscription = page?.subscription ?? null
  const cards = page?.payment_methods ?? []
  const renews = subscription !== null && canCancel(subscription)
  return (
    <Panels>
      <SubscriptionPanel
        subscription={subscription}
        renewal={page?.renewal ?? null}
        cards={cards}
        checkout={page?.checkout}
      />
      {page && <CardsPanel cards={cards} checkout={page.checkout} renews={renews} />}
      {page && page.invoices.length > 0 && <InvoicesPanel invoices={page.invoices} />}
    </Panels>
  )
}

export function AccountPage() {
  const page = usePersonalPage(accountPage)
  const user = useUser()
  useCardPage(page?.checkout)
  return (
    <AccountFrame>
      <PageHeading title="My Account" />
      {user && user.guest_name !== null ? (
        <GuestAccount user={user} />
      ) : user ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <Stack gap="lg">
            <Panels>
              <ProfileForm key={user.id} user={user} />
              <FacePanel user={user.id} />
              <ShownPanel user={user} />
              <DaysPanel key={`days ${user.id}`} user={user} />
            </Panels>
          </Stack>
          <Stack gap="lg">
            <Panels>
              <UnitsPanel user={user} />
              {!config.is_free && <Payments page={page} />}
              <ExportPanel />
            </Panels>
          </Stack>
        </SimpleGrid>
      ) : (
        <SignInPrompt actionText="to see your account" />
      )}
    </AccountFrame>
  )
}
