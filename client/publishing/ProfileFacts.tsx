import { Link } from 'react-router'
import { plural } from '../../domain/lib/duration.ts'
import type { Profile } from '../../domain/publishing/api.ts'
import { CardStatus } from '../browse/CardStatus.tsx'
import { people } from '../groups/people.ts'
import { dateTexts } from '../lib/date-texts.ts'
import classes from './ProfileFacts.module.css'

const useMonth = dateTexts({ month: 'long', year: 'numeric' })

/** "Here since March 2026 · 4 sessions hosted" */
export function ProfileNote({ profile: { since, hosted_count: hosted } }: { profile: Profile }) {
  const month = useMonth()
  return (
    <p className={classes.note}>
      <span>Here since {month(Date.parse(since))}</span>
      {hosted > 0 && <span>{`\u00a0· ${plural(hosted, 'session')} hosted`}</span>}
    </p>
  )
}

/** The sessions that a person hosts and the groups they are in. Empty parts are left out. */
export function ProfileFacts({ profile: { hosts, member_of } }: { profile: Profile }) {
  if (hosts.length + member_of.length === 0) return null
  return (
    <div className={classes.facts}>
      {hosts.length > 0 && (
        <section>
          <h2>Hosts</h2>
          <ul className={classes.sessions}>
            {hosts.map(session => (
              <li key={session.id}>
                <Link to={session.path}>{session.title}</Link>
                <CardStatus card={session} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {member_of.length > 0 && (
        <section>
          <h2>Member of</h2>
          <ul className={classes.groups}>
            {member_of.map(({ path, title, members_count }) => (
              <li key={path}>
                <Link to={path}>
                  <strong>{title}</strong> <span>{people(members_count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
