import { Anchor, Card, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Invoice } from '../../domain/billing/api.ts'
import { InvoiceList } from './InvoiceList.tsx'

/** The newest invoices, with a link to all of them. */
export function InvoicesPanel({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <Card component="section" aria-labelledby="invoices" pb="md">
      <Title order={2} id="invoices">
        Invoices
      </Title>
      <div style={{ marginInline: '-1.25rem' }}>
        <InvoiceList invoices={invoices} />
      </div>
      <Anchor component={Link} to="/account/invoices">
        All invoices
      </Anchor>
    </Card>
  )
}
