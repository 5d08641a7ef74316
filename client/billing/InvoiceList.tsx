import type { Invoice } from '../../domain/billing/invoice-api.ts'
import { formatMoney } from '../../domain/lib/money.ts'
import { useOwnDay } from '../lib/dates/own-days.ts'
import { TextLink } from '../ui/links/TextLink.tsx'
import { INVOICE_WORDS } from './invoice-words.ts'
import classes from './ledger.module.css'

/** Each entry links to its printable invoice. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  const day = useOwnDay()
  return (
    <ul className={classes.ledger}>
      {invoices.map(({ id, number, title, amount, currency, state, created_at, is_test }) => (
        <li key={id}>
          <div className={classes.what}>
            <TextLink to={`/account/invoices/${id}`} className={classes.action}>
              {title}
            </TextLink>
            <span>{[number, is_test ? 'test' : null, INVOICE_WORDS[state]].filter(Boolean).join(', ')}</span>
          </div>
          <time dateTime={created_at}>{day(created_at)}</time>
          <span className={classes.change}>{formatMoney(amount, currency)}</span>
        </li>
      ))}
    </ul>
  )
}
