import { Badge, Card, Text } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { Link, useSearchParams } from 'react-router'
import { type AdminPerson, peoplePage } from '../../domain/admin/people-api.ts'
import { SearchBox } from '../browse/SearchBox.tsx'
import { Face } from '../faces/Face.tsx'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { usePersonalPage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Pager, pageOf } from '../ui/Pager.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import classes from './PeoplePage.module.css'
import { statesOf } from './person-state.ts'

const useDay = dateTexts({ dateStyle: 'medium' })

/** Everyone with an account, the newest first, and a search by username, name or email. */
export function PeoplePage() {
  const people = usePersonalPage(peoplePage)?.people ?? []
  const seen = useSearchParams()[0].get('seen')
  return (
    <AdminFrame title="People">
      <SearchBox label="Username, name or email" />
      {seen !== null && (
        <Text mt="sm">
          People who were here in the last {seen === '1' ? 'day' : 'week'}.{' '}
          <Link to="/admin/people">Show everyone</Link>
        </Text>
      )}
      {people.length === 0 && <EmptyState text="No one was found. Type at least three characters." />}
      {people.length > 0 && (
        <Card component="ul" className={classes.people}>
          {pageOf(people).map(person => (
            <ErrorBoundary key={person.id} as="li" what="this person">
              <Person person={person} />
            </ErrorBoundary>
          ))}
        </Card>
      )}
      <Pager rows={people} />
    </AdminFrame>
  )
}

function Person({ person }: { person: AdminPerson }) {
  const day = useDay()
  const now = useNow(60_000)
  const { username, name, email, created_at, seen_at } = person
  return (
    <li>
      <Link to={`/admin/people/${encodeURIComponent(username)}`} className={classes.person}>
        <Face username={username} size={40} />
        <span className={classes.text}>
          <span className={classes.name}>
            {username}
            {statesOf(person, now).map(state => (
              <Badge key={state} variant="default" size="sm">
                {state}
              </Badge>
            ))}
          </span>
          <span className={classes.dim}>{[name !== username && name, email].filter(Boolean).join(' · ')}</span>
          <span className={classes.dim}>
            Joined {day(Date.parse(created_at))}, {seen_at ? `last seen ${day(Date.parse(seen_at))}` : 'not signed in'}
          </span>
        </span>
      </Link>
    </li>
  )
}
