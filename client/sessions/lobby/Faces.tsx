import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import type { Participant, SessionData } from '../../../domain/sessions/api.ts'
import { peopleIn } from '../../../domain/sessions/people/join.ts'
import { HOST } from '../../../domain/sessions/people/permissions.ts'
import { Face } from '../../faces/Face.tsx'
import { usePresence } from '../../live/presence.ts'
import { useGuestName } from '../../ui/people/guest-name.ts'
import classes from './Faces.module.css'

const MOST = 10

/**
 * The faces of the people who have joined. A ring marks people who have the room open, and a tick those who are ready.
 * The list of participants is further down the page.
 */
export function Faces({ data: { participants, challengeEvent } }: { data: SessionData }) {
  const { users } = usePresence()
  const rank = ({ role, username }: Participant): number => role * 2 + Number(users.has(username))
  // Hosts come first. Among hosts and among the others, people who have the room open come first.
  const shown = participants.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST)
  const rest = peopleIn(challengeEvent) - shown.length
  if (shown.length === 0) return null
  return (
    <ul className={classes.faces} aria-label="Who has joined">
      {shown.map(({ username, is_ready, role }) => (
        <li key={username} data-here={users.has(username) || undefined} data-ready={is_ready || undefined}>
          <span className={classes.face}>
            <Face username={username} size={48} />
            {is_ready === 1 && (
              <span className={classes.ready} role="img" aria-label="Ready:">
                <IconCheck size={14} stroke={3} aria-hidden />
              </span>
            )}
          </span>
          <Name username={username} />
          {role === HOST && <span className={classes.mark}>host</span>}
        </li>
      ))}
      {rest > 0 && (
        <li>
          <span className={classes.more}>+{rest}</span>
          <span className={classes.name}>more</span>
        </li>
      )}
    </ul>
  )
}

/** A name is cut where it is too long, so "guest" has its own line (D-152). */
function Name({ username }: { username: string }) {
  const guest = useGuestName(username)
  return (
    <>
      <span className={classes.name}>{guest ?? username}</span>
      {guest !== null && <span className={classes.mark}>guest</span>}
    </>
  )
}
