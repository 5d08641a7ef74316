import { Card, NativeSelect, Title } from '@mantine/core'
import { useLocation, useNavigate } from 'react-router'
import { numberText } from '../../../domain/lib/numbers.ts'
import type { LedgerEntry } from '../../../domain/tokens/api.ts'
import { LEDGER_ACTIONS } from '../../../domain/tokens/tokens.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../../ui/Pager.tsx'
import ledger from '../ledger.module.css'
import classes from './tokens.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

const ACTIONS: Record<string, string> = {
  goal: 'Goal created',
  join: 'Session joined',
  log: 'Progress logged',
  undone: 'Log undone',
  restored: 'Log restored',
  note: 'Note written',
  post: 'Forum post',
  message: 'Chat message',
  welcome: 'Welcome gift',
  registered: 'Gift for registering',
  redeem: 'Free tokens redeemed',
  purchase: 'Tokens bought',
  renewal: 'Subscription tokens',
  ended: 'Unused tokens expired',
  refund: 'Payment refunded',
  dispute: 'Payment disputed',
  correction: 'Correction'
}

/** The history of charges and credits, the newest first. `?reason=` filters by one kind. */
export function Ledger({ entries }: { entries: readonly LedgerEntry[] }) {
  const { search } = useLocation()
  const reason = LEDGER_ACTIONS.find(action => action === new URLSearchParams(search).get('reason')) ?? ''
  return (
    <section aria-labelledby="ledger">
      <div className={classes.heading}>
        <Title order={2} id="ledger">
          Token history
        </Title>
        <ReasonFilter reason={reason} />
      </div>
      {entries.length === 0 ? (
        <EmptyState text={reason ? 'Nothing of this kind yet.' : 'Nothing was charged here.'} />
      ) : (
        <Card p={0}>
          <ul className={ledger.ledger}>
            {pageOf(entries).map(entry => (
              <ErrorBoundary key={entry.id} as="li" what="this entry">
                <Entry entry={entry} />
              </ErrorBoundary>
            ))}
          </ul>
        </Card>
      )}
      <Pager rows={entries} />
    </section>
  )
}

const REASONS = [
  { value: '', label: 'Everything' },
  ...LEDGER_ACTIONS.map(action => ({ value: action, label: ACTIONS[action] ?? action }))
]

function ReasonFilter({ reason }: { reason: string }) {
  const navigate = useNavigate()
  return (
    <NativeSelect
      aria-label="Show"
      size="md"
      value={reason}
      data={REASONS}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ search: value && `?reason=${value}` }, { preventScrollReset: true })
      }
    />
  )
}

function Entry({ entry: { action, subject, amount, created_at } }: { entry: LedgerEntry }) {
  const minute = useMinute()
  const uses = Math.abs(amount) === 1 ? 'use' : 'uses'
  return (
    <li>
      <div className={ledger.what}>
        <span className={ledger.action}>{ACTIONS[action] ?? action}</span>
        {subject && <span>{subject}</span>}
      </div>
      <time dateTime={created_at}>{minute(Date.parse(created_at))}</time>
      <span className={ledger.change}>
        {amount > 0 ? '+' : '−'}
        {numberText(Math.abs(amount))} {uses}
      </span>
    </li>
  )
}
