import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import type { Participant, SessionData } from '../../domain/sessions/api.ts'
import { HOST } from '../../domain/sessions/permissions.ts'
import { PersonMenu } from '../moderation/PersonMenu.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePresence } from './live-session.ts'
import classes from './Participants.module.css'
import { totalsText } from './progress.ts'

interface Props {
  data: SessionData
  /** Whose turn it is. */
  turns: ReadonlySet<string>
}

/** Everybody who is in, in order of joining, and who of them looks at the room now. */
export function Participants({ data, turns }: Props) {
  const { participants, challengeEvent } = data
  const { users, online } = usePresence()
  const hidden = challengeEvent.participants_count - participants.length
  const here = participants.filter(({ username }) => users.has(username)).length
  return (
    <section className={classes.people} aria-labelledby="people">
      <h2 id="people">Participants</h2>
      <p className={classes.count}>
        {challengeEvent.participants_count} joined · {Math.max(here, Math.min(online, hidden + here))} here now
      </p>
      {participants.length === 0 ? (
        <EmptyState text="No one has joined this session yet." />
      ) : (
        <ul>
          {participants.map(person => (
            <Person
              key={person.username}
              person={person}
              isHere={users.has(person.username)}
              isOn={turns.has(person.username)}
              data={data}
            />
          ))}
        </ul>
      )}
      {hidden > 0 && participants.length > 0 && <p className={classes.count}>and {hidden} more</p>}
    </section>
  )
}

function Person({
  person,
  isHere,
  isOn,
  data
}: {
  person: Participant
  isHere: boolean
  isOn: boolean
  data: SessionData
}) {
  const totals = totalsText(person, data.challengeEvent)
  return (
    <li data-here={isHere || undefined}>
      <span className={classes.face} aria-hidden>
        {person.username.slice(0, 1).toUpperCase()}
      </span>
      <span className={classes.who}>
        <span className={classes.name}>
          {person.username}
          {person.is_creator === 1 && <IconKey size={17} role="img" aria-label="made this session" />}
        </span>
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
      {isOn && <span className={classes.mark}>Their turn</span>}
      {person.is_ready === 1 && data.challengeEvent.status === 0 && (
        <span className={classes.mark}>
          <IconCheck size={16} aria-hidden /> Ready
        </span>
      )}
      <PersonMenu person={person} data={data} />
    </li>
  )
}
