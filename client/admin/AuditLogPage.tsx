import { Anchor, Card, Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { type AuditRow, auditLogPage } from '../../domain/admin/api.ts'
import { AUDIT_ACTIONS, type AuditState } from '../../domain/audit-log/entry.ts'
import { own } from '../../domain/lib/own.ts'
import { SearchBox } from '../browse/SearchBox.tsx'
import { type DateText, dateTexts } from '../lib/date-texts.ts'
import { usePersonalPage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { PersonLink } from './PersonLink.tsx'
import classes from './rows.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'medium' })

/** Everything that admins and moderators did, the newest first. */
export function AuditLogPage() {
  const [query] = useSearchParams()
  const entries = usePersonalPage(auditLogPage)?.entries ?? []
  return (
    <AdminFrame
      title="Log"
      note={
        <Anchor href="/api/admin/log.csv" download>
          Export as CSV
        </Anchor>
      }
    >
      <SearchBox label="Entries of a username" />
      {entries.length === 0 && (
        <div className={classes.empty}>
          <EmptyState text={query.get('q') ? 'The log has no such entry.' : 'No admin has done anything yet.'} />
        </div>
      )}
      {entries.length > 0 && (
        <Card component="ul" className={classes.rows}>
          {pageOf(entries).map(entry => (
            <Entry key={entry.number} entry={entry} />
          ))}
        </Card>
      )}
      <Pager rows={entries} />
    </AdminFrame>
  )
}

function Entry({ entry }: { entry: AuditRow }) {
  const minute = useMinute()
  const { number, actor, action, subject, subject_id, username, before, after, at } = entry
  return (
    <li>
      <Text>
        <strong>{actor ?? 'The hut'}</strong> {own(AUDIT_ACTIONS, action) ?? action}{' '}
        {username ? (
          <PersonLink username={username} />
        ) : (
          subject !== 'settings' && subject && `${subject} ${subject_id ?? ''}`
        )}
      </Text>
      {(before ?? after) && (
        <Text size="sm">
          {[before, after]
            .filter(state => state !== null)
            .map(state => stateText(state, minute))
            .join(' → ')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {number} · {minute(Date.parse(at))}
      </Text>
    </li>
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function stateText(state: AuditState, minute: DateText): string {
  const valueText = (value: AuditState[string]) =>
    typeof value === 'string' && INSTANT.test(value) ? minute(Date.parse(value)) : (value ?? 'none')
  return Object.entries(state)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(value)}`)
    .join(', ')
}
