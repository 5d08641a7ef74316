import { Card, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { SecurityKind } from '../../domain/accounts/security-event.ts'
import { type SecurityEvent, securityEventsPage } from '../../domain/admin/api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { SearchBox } from '../browse/SearchBox.tsx'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { usePersonalPage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { PersonLink } from './PersonLink.tsx'
import classes from './rows.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

const WORDS: Record<SecurityKind, string> = {
  failed_login: 'Failed login',
  new_device: 'New device',
  refused_link: 'Refused link'
}

/** Failed logins, new devices and refused links of the last 30 days, by hour. */
export function SecurityEventsPage() {
  const events = usePersonalPage(securityEventsPage)?.events ?? []
  return (
    <AdminFrame title="Security">
      <Text mb="md" c="dimmed">
        Failed logins, new devices and refused links from emails in the last 30 days, added up by hour.
      </Text>
      <SearchBox label="Username or network address" />
      {events.length === 0 && (
        <div className={classes.empty}>
          <EmptyState text="Nothing happened here." />
        </div>
      )}
      {events.length > 0 && (
        <Card component="ul" className={classes.rows}>
          {pageOf(events).map(event => (
            <Event key={event.id} event={event} />
          ))}
        </Card>
      )}
      <Pager rows={events} />
    </AdminFrame>
  )
}

function Event({ event: { kind, username, address, times, at } }: { event: SecurityEvent }) {
  const minute = useMinute()
  return (
    <li>
      <Text>
        <strong>{WORDS[kind]}</strong>
        {username !== null && ' of '}
        {username !== null && <PersonLink username={username} />}
        {times > 1 && `, ${plural(times, 'time')}`}
      </Text>
      <Text size="sm" c="dimmed">
        {minute(Date.parse(at))} ·{' '}
        {address === null ? (
          'many networks'
        ) : (
          <Link to={`/admin/security?q=${encodeURIComponent(address)}`}>{address}</Link>
        )}
      </Text>
    </li>
  )
}
