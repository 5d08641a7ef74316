import { Anchor } from '@mantine/core'
import dayjs from 'dayjs'
import { Link } from 'react-router'
import type { Invoice } from '../../domain/billing/api.ts'
import { formatMoney } from '../../domain/billing/money.ts'
import classes from '../tokens/tokens.module.css'
import { INVOICE_WORDS } from './invoice-words.ts'

/** Each leads to the invoice as it is printed. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <ul className={classes.ledger}>
      {invoices.map(({ id, number, title, amount, currency, state, created_at }) => (
        <li key={id}>
          <div className={classes.what}>
            <Anchor component={Link} to={`/account/invoices/${id}`} className={classes.action}>
              {title}
            </Anchor>
            <span>
              {number}, {INVOICE_WORDS[state]}
            </span>
          </div>
          <time dateTime={created_at}>{dayjs(created_at).format('D MMM YYYY')}</time>
          <span className={classes.change}>{formatMoney(amount, currency)}</span>
        </li>
      ))}
    </ul>
  )
}
