import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Invoice } from '../../domain/billing/api.ts'
import { Panel } from '../ui/Panel.tsx'
import { InvoiceList } from './InvoiceList.tsx'

/** The newest invoices, with a link to all of them. */
export function InvoicesPanel({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <Panel id="invoices" title="Invoices" space={0} pb="md">
      <div style={{ marginInline: '-1.25rem' }}>
        <InvoiceList invoices={invoices} />
      </div>
      <Anchor component={Link} to="/account/invoices">
        All invoices
      </Anchor>
    </Panel>
  )
}
