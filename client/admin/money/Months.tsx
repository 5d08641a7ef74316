import { Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { MoneyMonth } from '../../../domain/admin/money-api.ts'
import { CURRENCY } from '../../../domain/billing/plans.ts'
import { formatMoney } from '../../../domain/lib/money.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { changedSearch } from '../../browse/list-filters.ts'
import { dayTexts } from '../../lib/dates/date-texts.ts'
import classes from './MoneyPage.module.css'

const useMonth = dayTexts({ month: 'short', year: 'numeric' })

export const address = (search: URLSearchParams, change: Parameters<typeof changedSearch>[1]): string =>
  `/admin/money${changedSearch(search, change)}`

export function Months({ months }: { months: readonly MoneyMonth[] }) {
  const [search] = useSearchParams()
  const text = useMonth()
  if (months.length === 0) return <Text c="dimmed">Nobody has paid in the last 12 months.</Text>
  const sum = (of: 'payments' | 'paid' | 'refunded' | 'disputed') => months.reduce((all, month) => all + month[of], 0)
  const cells = ({ payments, paid, refunded, disputed }: Omit<MoneyMonth, 'month'>) => (
    <>
      <td>{numberText(payments)}</td>
      <td>{money(paid)}</td>
      <td>{money(refunded + disputed)}</td>
      <td>{money(paid - refunded - disputed)}</td>
    </>
  )
  return (
    <table className={classes.months}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Count</th>
          <th scope="col">In</th>
          <th scope="col">Back</th>
          <th scope="col">Kept</th>
        </tr>
      </thead>
      <tbody>
        {months.map(month => (
          <tr key={month.month}>
            <th scope="row">
              <Link to={address(search, { month: month.month })}>{text(`${month.month}-01`)}</Link>
            </th>
            {cells(month)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {cells({
            ...{ payments: sum('payments'), paid: sum('paid'), refunded: sum('refunded'), disputed: sum('disputed') }
          })}
        </tr>
      </tfoot>
    </table>
  )
}

const money = (cents: number): string => formatMoney(cents, CURRENCY)

/** The month that limits the lists, and a way back to all. */
export function Chosen({ search }: { search: URLSearchParams }) {
  const text = useMonth()
  const month = search.get('month')
  if (month === null || !/^\d{4}-\d{2}$/.test(month)) return null
  return (
    <Text mt="sm">
      {text(`${month}-01`)} only. <Link to={address(search, { month: null })}>Show all months</Link>
    </Text>
  )
}
