import { Card, Title } from '@mantine/core'
import dayjs from 'dayjs'
import { numberText } from '../../domain/lib/numbers.ts'
import type { LedgerEntry } from '../../domain/tokens/api.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import classes from './tokens.module.css'

const ACTIONS: Record<string, string> = {
  goal: 'Goal created',
  join: 'Session joined',
  log: 'Progress logged',
  note: 'Note written',
  post: 'Forum post',
  message: 'Chat message',
  welcome: 'Welcome gift'
}

/** What was charged and for what, the newest first. */
export function Ledger({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <section aria-labelledby="ledger">
      <Title order={2} id="ledger" mb="md">
        What was charged
      </Title>
      {entries.length === 0 ? (
        <EmptyState text="Nothing was charged here." />
      ) : (
        <Card p={0}>
          <ul className={classes.ledger}>
            {pageOf(entries).map(entry => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </Card>
      )}
      <Pager rows={entries} />
    </section>
  )
}

function Entry({ entry: { action, subject, amount, created_at } }: { entry: LedgerEntry }) {
  const uses = Math.abs(amount) === 1 ? 'use' : 'uses'
  return (
    <li>
      <div className={classes.what}>
        <span className={classes.action}>{ACTIONS[action] ?? action}</span>
        {subject && <span>{subject}</span>}
      </div>
      <time dateTime={created_at}>{dayjs(created_at).format('D MMM YYYY, HH:mm')}</time>
      <span className={classes.change}>
        {amount > 0 ? '+' : '−'}
        {numberText(Math.abs(amount))} {uses}
      </span>
    </li>
  )
}
