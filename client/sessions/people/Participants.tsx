import { Button } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import { memo, useMemo, useState } from 'react'
import type { Participant, SessionData } from '../../../domain/sessions/api.ts'
import { peopleIn } from '../../../domain/sessions/people/join.ts'
import { HOST } from '../../../domain/sessions/people/permissions.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { Face } from '../../faces/Face.tsx'
import { useDistanceUnit } from '../../lib/distances.ts'
import { usePresence } from '../../live/presence.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { PersonLink } from '../../ui/people/PersonLink.tsx'
import { totalsText } from '../goals/goal-progress.ts'
import { countHere } from './here.ts'
import classes from './Participants.module.css'
import { type MenuRoom, PersonMenu } from './PersonMenu.tsx'

interface Props {
  data: SessionData
  /** Usernames of the people whose turn it is. */
  turns: readonly string[]
}

/** How many people are shown at first, and how many more each press shows. */
const FIRST = 12
const MORE = 48

/** Everyone in the session, in order of joining. People who have the room open are marked. */
export function Participants({ data, turns }: Props) {
  const { participants, challengeEvent, isOwner, me } = data
  const { id, slug, status } = challengeEvent
  const isHost = me?.role === HOST
  const room = useMemo(() => ({ id, slug, status, isOwner, isHost }), [id, slug, status, isOwner, isHost])
  const distances = useDistanceUnit()
  const presence = usePresence()
  const { users } = presence
  const [most, setMost] = useState(FIRST)
  const unlisted = peopleIn(challengeEvent) - participants.length
  // A single extra row is no taller than the button that would replace it.
  const shown = participants.length <= most + 1 ? participants : participants.slice(0, most)
  const rest = participants.length - shown.length
  return (
    <section className={classes.people} aria-labelledby="people" data-tour="participants">
      <h2 id="people">Participants</h2>
      <p className={classes.count}>
        {peopleIn(challengeEvent)} joined · {countHere(data, presence)} here now
      </p>
      {participants.length === 0 ? (
        <EmptyState text="No one has joined this session yet." />
      ) : (
        <ul>
          {withTurns(shown, participants, turns).map(person => (
            <ErrorBoundary key={person.username} as="li" what={person.username}>
              <Person
                person={person}
                totals={totalsText(person, challengeEvent, distances)}
                isHere={users.has(person.username)}
                isOn={turns.includes(person.username)}
                isMe={me?.username === person.username}
                room={room}
              />
            </ErrorBoundary>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Button variant="default" className={classes.more} onClick={() => setMost(most + MORE)}>
          Show {Math.min(rest, MORE)} more
        </Button>
      )}
      {rest === 0 && unlisted > 0 && participants.length > 0 && <p className={classes.count}>and {unlisted} more</p>}
    </section>
  )
}

/** Adds the people whose turn it is, even if they are further down the list. */
function withTurns(
  shown: readonly Participant[],
  all: readonly Participant[],
  turns: readonly string[]
): readonly Participant[] {
  const hidden = all.slice(shown.length).filter(({ username }) => turns.includes(username))
  return hidden.length > 0 ? [...shown, ...hidden] : shown
}

interface PersonProps {
  person: Participant
  /** What the person has logged. */
  totals: string
  isHere: boolean
  isOn: boolean
  isMe: boolean
  room: MenuRoom
}

/** Memoized: a log re-renders only the row of its person. */
const Person = memo(function Person({ person, totals, isHere, isOn, isMe, room }: PersonProps) {
  return (
    <li data-here={isHere || undefined}>
      <Face username={person.username} />
      <span className={classes.who}>
        <span className={classes.name}>
          <PersonLink username={person.username} />
          {person.is_creator === 1 && <IconKey size={17} role="img" aria-label="made this session" />}
        </span>{' '}
        <span className={classes.facts}>
          {[
            isHere ? 'here now' : 'away',
            person.role === HOST ? 'host' : '',
            person.completed_at ? 'completed' : '',
            totals
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {isOn && <span className={classes.mark}>{isMe ? 'Your turn' : 'Their turn'}</span>}
      {person.is_ready === 1 && room.status === SessionStatus.NotStarted && (
        <span className={classes.mark}>
          <IconCheck size={16} aria-hidden /> Ready
        </span>
      )}
      <PersonMenu person={person} room={room} />
    </li>
  )
})
