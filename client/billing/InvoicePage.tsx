import { Button, Card } from '@mantine/core'
import { invoicePage } from '../../domain/billing/invoice-api.ts'
import { formatMoney } from '../../domain/lib/money.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { useOwnDay } from '../lib/dates/own-days.ts'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import { AccountFrame } from '../my/AccountFrame.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { brandText } from './card-text.ts'
import classes from './InvoicePage.module.css'
import { INVOICE_WORDS } from './invoice-words.ts'

/** One invoice, ready to print. */
export function InvoicePage() {
  const page = usePersonalPage(invoicePage)
  const user = useUser()
  return (
    <AccountFrame>
      {!user ? <SignInPrompt actionText="to see your invoices" /> : !page ? <Loading /> : <Sheet page={page} />}
    </AccountFrame>
  )
}

function Sheet({ page }: { page: DataOf<typeof invoicePage> }) {
  const { invoice, name, email, tokens, period_start, period_end, card } = page
  const day = useOwnDay()
  const money = (amount: number) => `${formatMoney(amount, invoice.currency)} ${invoice.currency.toUpperCase()}`
  const rows: [string, string | null][] = [
    ['From', config.contact ? `${config.app_name}\n${config.contact}` : config.app_name],
    ['For', name === email ? name : `${name}\n${email}`],
    ['Bought', invoice.title],
    ['Tokens', String(tokens)],
    ['Period', period_start && period_end && `${day(period_start)} to ${day(period_end)}`],
    ['Date', day(invoice.paid_at ?? invoice.created_at)],
    ['Status', INVOICE_WORDS[invoice.state]],
    ['Card', card && `${brandText(card.brand)} ending in ${card.last4}`],
    ['Amount', money(invoice.amount)],
    ['Refunded', invoice.refunded > 0 ? money(invoice.refunded) : null]
  ]
  return (
    <>
      <PageHeading title={invoice.number ? `Invoice ${invoice.number}` : 'Unpaid invoice'} />
      <Card>
        {invoice.is_test === 1 && <p className={classes.test}>Test invoice: nobody was charged.</p>}
        <dl className={classes.sheet}>
          {rows.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              )
          )}
        </dl>
        <Button className={classes.print} variant="default" onClick={() => window.print()}>
          Print
        </Button>
      </Card>
    </>
  )
}
