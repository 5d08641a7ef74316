import { Card } from '@mantine/core'
import dayjs from 'dayjs'
import { Link } from 'react-router'
import { type Invoice, invoicesPage } from '../../domain/billing/api.ts'
import { formatMoney } from '../../domain/billing/money.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import { SignInPrompt } from '../accounts/SignInPrompt.tsx'
import { usePersonalPage } from '../lib/page.ts'
import { useUser } from '../lib/user.ts'
import classes from '../tokens/tokens.module.css'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { INVOICE_WORDS } from './invoice-words.ts'

/** Everything that one paid, the newest first; each can be opened and printed. */
export function InvoicesPage() {
  const page = usePersonalPage(invoicesPage)
  const user = useUser()
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
  if (invoices.length === 0) return <EmptyState text="You have not paid for anything yet." />
  return (
    <>
      <Card p={0}>
        <ul className={classes.ledger}>
          {pageOf(invoices).map(invoice => (
            <Row key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      </Card>
      <Pager rows={invoices} />
    </>
  )
}

function Row({ invoice: { id, number, title, amount, currency, state, created_at } }: { invoice: Invoice }) {
  return (
    <li>
      <div className={classes.what}>
        <Link to={`/account/invoices/${id}`} className={classes.action}>
          {title}
        </Link>
        <span>
          {number}, {INVOICE_WORDS[state]}
        </span>
      </div>
      <time dateTime={created_at}>{dayjs(created_at).format('D MMM YYYY')}</time>
      <span className={classes.change}>{formatMoney(amount, currency)}</span>
    </li>
  )
}
