import { Card } from '@mantine/core'
import { type Invoice, invoicesPage } from '../../domain/billing/invoice-api.ts'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { AccountFrame } from '../my/AccountFrame.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { FreeHut } from './FreeHut.tsx'
import { InvoiceList } from './InvoiceList.tsx'

/** Everything that the user paid, the newest first. */
export function InvoicesPage() {
  const page = usePersonalPage(invoicesPage)
  const user = useUser()
  // Someone who paid before keeps their invoices.
  if (config.is_free && !page?.invoices.length) return <FreeHut title="Invoices" />
  return (
    <AccountFrame>
      <PageHeading title="Invoices" />
      {!user ? (
        <SignInPrompt actionText="to see your invoices" />
      ) : !page ? (
        <Loading />
      ) : (
        <List invoices={page.invoices} />
      )}
    </AccountFrame>
  )
}

function List({ invoices }: { invoices: readonly Invoice[] }) {
  if (invoices.length === 0) return <EmptyState text="You haven’t paid for anything yet." />
  return (
    <>
      <Card p={0}>
        <InvoiceList invoices={pageOf(invoices)} />
      </Card>
      <Pager rows={invoices} />
    </>
  )
}
