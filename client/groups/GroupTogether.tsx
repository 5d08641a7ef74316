import { Link } from 'react-router'
import type { GroupData } from '../../domain/groups/api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { CardStatus } from '../browse/CardStatus.tsx'
import { Faces } from '../faces/Faces.tsx'
import { late } from '../ui/loading/late.tsx'
import { StartFirst } from './FirstSession.tsx'
import { GroupSeries } from './GroupSeries.tsx'
import classes from './GroupTogether.module.css'
import { people } from './people.ts'

const SharedGoals = late(async () => (await import('../goals/sharing/SharedGoals.tsx')).SharedGoals)

const GroupProgrammes = late(async () => (await import('./GroupProgrammes.tsx')).GroupProgrammes)

interface Props {
  data: Pick<GroupData, 'group' | 'together' | 'isOwner'>
  /** Offers members to start the first session, when the group has had none. */
  offers: boolean
}

/** The faces of a group, its next session, and what its sessions came to in the last week. */
export function GroupTogether({ data, offers }: Props) {
  const { group, together } = data
  const { members, next_session: next, week_logs: logs, week_people: who } = together
  return (
    <div className={classes.together}>
      <p className={classes.members}>
        <Faces usernames={members} />
        {people(group.user_count)}
      </p>
      {next && (
        <Link to={next.path} className={classes.next}>
          <small>{next.status === SessionStatus.Running ? 'On now' : 'Next session'}</small>
          <strong>{next.title}</strong>
          <CardStatus card={next} />
        </Link>
      )}
      {offers && group.is_joined === 1 && together.has_sessions === 0 && <StartFirst group={group} />}
      {logs > 0 && (
        <p className={classes.week}>
          <strong>{plural(logs, 'log')}</strong> by {who === 1 ? 'one person' : `${who} people`} in the last 7 days
        </p>
      )}
      {together.series.length > 0 && <GroupSeries series={together.series} />}
      {together.programmes.length > 0 && <GroupProgrammes data={data} />}
      {together.shared_goals.length > 0 && (
        <section aria-label="Goals of members">
          <h2 className={classes.heading}>Goals of members</h2>
          <SharedGoals goals={together.shared_goals} withOwner />
        </section>
      )}
    </div>
  )
}
