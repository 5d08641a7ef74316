import type { Invoice } from '../../domain/billing/invoice-api.ts'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import { InvoiceList } from './InvoiceList.tsx'

/** The newest invoices, with a link to all of them. */
export function InvoicesPanel({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <Panel id="invoices" title="Invoices" space={0} pb="md">
      <div style={{ marginInline: '-1.25rem' }}>
        <InvoiceList invoices={invoices} />
      </div>
      <TextLink to="/account/invoices">All invoices</TextLink>
    </Panel>
  )
}
