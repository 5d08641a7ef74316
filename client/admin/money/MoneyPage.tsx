import { Anchor, Card, Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { type AdminSubscription, type MoneyReturn, moneyPage } from '../../../domain/admin/money-api.ts'
import { planOf } from '../../../domain/billing/plans.ts'
import { formatMoney } from '../../../domain/lib/money.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import type { DataOf } from '../../../domain/lib/page.ts'
import { displayedTokens } from '../../../domain/tokens/tokens.ts'
import { FreeHut } from '../../billing/FreeHut.tsx'
import { SearchBox } from '../../browse/SearchBox.tsx'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { config } from '../../lib/embedded.ts'
import { usePersonalPage } from '../../lib/page.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TabLinks } from '../../ui/links/TabLinks.tsx'
import { Loading } from '../../ui/loading/Loading.tsx'
import { Pager, pageOf } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AdminFrame } from '../AdminFrame.tsx'
import { PersonLink } from '../PersonLink.tsx'
import rows from '../rows.module.css'
import classes from './MoneyPage.module.css'
import { address, Chosen, Months } from './Months.tsx'
import { PaymentRow } from './PaymentRow.tsx'
import { PoolPanel } from './PoolPanel.tsx'
import { REFUND_WORDS } from './refund-words.ts'

type Money = DataOf<typeof moneyPage>

const useDay = dateTexts({ dateStyle: 'medium' })

/** Payments by month, refunds, disputes, subscriptions and the shared pool. */
export function MoneyPage() {
  const page = usePersonalPage(moneyPage)
  const [search] = useSearchParams()
  if (config.is_free) return <FreeHut title="Money" />
  const file = `/api/admin/money.csv?${search}`
  return (
    <AdminFrame
      title="Money"
      note={
        <Anchor href={file} download>
          Export this list as CSV
        </Anchor>
      }
    >
      {page === null && <Loading />}
      {page !== null && (
        <>
          {!page.is_live && <Text mb="md">These are tests: no money moves.</Text>}
          <div className={classes.panels}>
            <Panel id="months" title="By month, in UTC" size="h3">
              <Months months={page.months} />
            </Panel>
            <PoolPanel pool={page.pool} />
          </div>
          <div className={classes.lists}>
            <TabLinks label="Which list" look="pills" tabs={tabsOf(page, search)} />
          </div>
          <SearchBox label="Username" />
          <Chosen search={search} />
          <List list={page.list} />
          <Pager rows={page.list.rows} />
        </>
      )}
    </AdminFrame>
  )
}

function tabsOf({ list, running }: Money, search: URLSearchParams) {
  const tab = (show: typeof list.show, label: string) => ({
    to: address(search, { show: show === 'payments' ? null : show }),
    label,
    current: list.show === show
  })
  return [
    tab('payments', 'Payments'),
    tab('returns', 'Refunds and disputes'),
    tab('subscriptions', `Subscriptions (${numberText(running)} running)`)
  ]
}

function List({ list }: { list: Money['list'] }) {
  if (list.rows.length === 0) {
    return (
      <div className={rows.empty}>
        <EmptyState text="There’s nothing in this list." />
      </div>
    )
  }
  return (
    <Card component="ul" className={rows.rows}>
      {list.show === 'payments' && pageOf(list.rows).map(row => <PaymentRow key={row.id} row={row} />)}
      {list.show === 'returns' && pageOf(list.rows).map(row => <ReturnRow key={row.id} row={row} />)}
      {list.show === 'subscriptions' && pageOf(list.rows).map(row => <SubscriptionRow key={row.id} row={row} />)}
    </Card>
  )
}

function ReturnRow({ row }: { row: MoneyReturn }) {
  const day = useDay()
  const { kind, number, username, amount, currency, uses, reason, at, returned_at } = row
  const why =
    kind === 'dispute' ? 'By the bank of the payer' : reason ? REFUND_WORDS[reason] : 'At the payment provider'
  const came = kind === 'dispute' ? 'won, and the money came back' : 'failed, and the money came back'
  return (
    <li>
      <Text>
        <strong>{formatMoney(amount, currency)}</strong> {kind === 'dispute' ? 'disputed by' : 'refunded to'}{' '}
        <PersonLink username={username} />
      </Text>
      <Text size="sm" c="dimmed">
        {[number, day(Date.parse(at)), why, `${numberText(displayedTokens(uses))} tokens taken back`].join(' · ')}
      </Text>
      {returned_at && (
        <Text size="sm">
          {day(Date.parse(returned_at))}: {came}, so the tokens did too.
        </Text>
      )}
    </li>
  )
}

function SubscriptionRow({ row }: { row: AdminSubscription }) {
  const day = useDay()
  const { username, plan, started_at, period_end, end_date, failed_at, ended_at } = row
  const on = (date: string) => day(Date.parse(date))
  const state = ended_at
    ? `Ended ${on(ended_at)}`
    : failed_at
      ? `The renewal was declined ${on(failed_at)}`
      : end_date
        ? `Cancelled, ends ${on(end_date)}`
        : `Renews ${period_end ? on(period_end) : ''}`
  return (
    <li>
      <Text>
        <strong>{planOf(plan).title}</strong> of <PersonLink username={username} />
      </Text>
      <Text size="sm" c="dimmed">
        {state} · since {on(started_at)}
      </Text>
    </li>
  )
}
