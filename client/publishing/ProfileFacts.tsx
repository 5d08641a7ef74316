import IconFlame from '@tabler/icons-react/dist/esm/icons/IconFlame.mjs'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { Card } from '../../domain/browse/api.ts'
import { plural } from '../../domain/lib/duration.ts'
import type { Profile } from '../../domain/publishing/api.ts'
import type { Following } from '../../domain/publishing/following-api.ts'
import { CardStatus } from '../browse/CardStatus.tsx'
import { SharedGoals } from '../goals/sharing/SharedGoals.tsx'
import { people } from '../groups/people.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { Followers } from './following/FollowPage.tsx'
import classes from './ProfileFacts.module.css'

const useMonth = dateTexts({ month: 'long', year: 'numeric' })

interface NoteProps {
  profile: Profile
  following: Following | null
}

/** "Here since March 2026 12 followers 4 sessions hosted" */
export function ProfileNote({ profile: { since, hosted_count: hosted, streak }, following }: NoteProps) {
  const month = useMonth()
  return (
    <p className={classes.note}>
      <span>Here since {month(Date.parse(since))}</span>
      <Followers following={following} />
      {hosted > 0 && <span>{plural(hosted, 'session')} hosted</span>}
      {streak !== null && streak > 0 && (
        <span className={classes.streak}>
          <IconFlame size={20} aria-hidden />
          {plural(streak, 'day')} in a row
        </span>
      )}
    </p>
  )
}

/** Shows a person's sessions, goals and groups. Empty parts are left out. */
export function ProfileFacts({ profile: { hosts, sessions, goals, member_of } }: { profile: Profile }) {
  if (hosts.length + sessions.length + goals.length + member_of.length === 0) return null
  return (
    <div className={classes.facts}>
      <Sessions title="Hosting" sessions={hosts} />
      <Sessions title="Taking part in" sessions={sessions} />
      {goals.length > 0 && (
        <Part title="Goals">
          <SharedGoals goals={goals} />
        </Part>
      )}
      {member_of.length > 0 && (
        <Part title="Member of">
          <ul className={classes.groups}>
            {member_of.map(({ path, title, members_count }) => (
              <li key={path}>
                <Link to={path}>
                  <strong>{title}</strong> <span>{people(members_count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Sessions({ title, sessions }: { title: string; sessions: readonly Card[] }) {
  if (sessions.length === 0) return null
  return (
    <Part title={title}>
      <ul className={classes.sessions}>
        {sessions.map(session => (
          <li key={session.id}>
            <Link to={session.path}>{session.title}</Link>
            <CardStatus card={session} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
