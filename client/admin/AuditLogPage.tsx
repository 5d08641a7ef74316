import { Anchor, Card, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type AuditRow, auditLogPage } from '../../domain/admin/api.ts'
import { AUDIT_ACTIONS } from '../../domain/audit-log/entry.ts'
import { own } from '../../domain/lib/own.ts'
import { KIND_WORDS } from '../../domain/moderation/hidden.ts'
import { SearchBox } from '../browse/SearchBox.tsx'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { usePersonalPage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { changeText } from './log-words.ts'
import { PersonLink } from './PersonLink.tsx'
import classes from './rows.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'medium' })

/** Everything that admins and moderators did, the newest first. */
export function AuditLogPage() {
  const [query] = useSearchParams()
  const entries = usePersonalPage(auditLogPage)?.entries ?? []
  const q = query.get('q') ?? ''
  return (
    <AdminFrame
      title="Log"
      note={
        <Anchor href={`/api/admin/log.csv?q=${encodeURIComponent(q)}`} download>
          {q ? 'Export these as CSV' : 'Export as CSV'}
        </Anchor>
      }
    >
      <SearchBox label="Entries of a username" />
      {entries.length === 0 && (
        <div className={classes.empty}>
          <EmptyState text={q ? 'The log has no such entry.' : 'No admin has done anything yet.'} />
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
  const { number, actor, action, before, after, at } = entry
  return (
    <li>
      <Text>
        <strong>{actor ?? 'The hut'}</strong> {own(AUDIT_ACTIONS, action) ?? action} <Subject entry={entry} />
      </Text>
      {(before ?? after) && <Text size="sm">{changeText(before, after, minute)}</Text>}
      <Text size="sm" c="dimmed">
        {number} · {minute(Date.parse(at))}
      </Text>
    </li>
  )
}

/** Subjects without a title, with the page that lists them. */
const LISTS = new Map([
  ['payment', '/admin/money'],
  ['invitation', '/admin/invitations']
])

function Subject({ entry: { subject, subject_id, username, title, path } }: { entry: AuditRow }): ReactNode {
  if (username !== null) return <PersonLink username={username} />
  if (subject === null || subject_id === null) return null
  const list = LISTS.get(subject)
  if (list) return <Link to={list}>{`${subject} ${subject_id}`}</Link>
  const kind = own(KIND_WORDS, subject) ?? subject
  if (title === null) return `the ${kind} ${subject_id}, which is gone`
  return (
    <>
      the {kind} {path === null ? `“${title}”` : <Link to={path}>“{title}”</Link>}
    </>
  )
}
