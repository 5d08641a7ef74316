import { VisuallyHidden } from '@mantine/core'
import { peopleIn } from '../../../domain/sessions/people/join.ts'
import { Face } from '../../faces/Face.tsx'
import { serverNow } from '../../lib/dates/server-clock.ts'
import { useUser } from '../../lib/user.ts'
import { usePresence } from '../../live/presence.ts'
import type { RoomWithLogs } from '../stream/happenings.ts'
import classes from './Here.module.css'
import { countHere, facesOf, litBy } from './here.ts'

const MOST = 8

/**
 * Up to eight faces and "12 here", which leads to the list of participants. A face lights up when its person logs.
 * @param isCounted false leaves out the count, where the page has it elsewhere
 */
export function Here({ data, isCounted = true }: { data: RoomWithLogs; isCounted?: boolean }) {
  const presence = usePresence()
  const blocked = useUser()?.blocked ?? []
  const { participants, recent_logs } = data
  const faces = facesOf(
    participants.filter(({ username }) => !blocked.includes(username)),
    presence.users,
    MOST
  )
  if (faces.length === 0) return null
  const here = countHere(data, presence)
  const lit = litBy(recent_logs, serverNow())
  return (
    <a href="#people" className={classes.here}>
      <span className={classes.faces} aria-hidden>
        {faces.map(({ username }) => (
          <span key={username} className={classes.face} data-here={presence.users.has(username) || undefined}>
            <Face username={username} size={36} />
            {/* A new log is a new element, so that the light starts again. */}
            {lit.has(username) && <span key={lit.get(username)} className={classes.light} data-lit={username} />}
          </span>
        ))}
      </span>
      {isCounted ? (
        <span className={classes.count}>
          {here > 0 ? `${here} here` : `${peopleIn(data.challengeEvent)} taking part`}
        </span>
      ) : (
        <VisuallyHidden>Participants</VisuallyHidden>
      )}
    </a>
  )
}
