import { Button } from '@mantine/core'
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import { type ReactNode, useState } from 'react'
import { countdown, spokenDuration } from '../../../domain/lib/duration.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { aboutSession, startersText } from '../../../domain/sessions/lobby.ts'
import { spotsLeft } from '../../../domain/sessions/people/join.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { offersStart } from '../SessionMenu.tsx'
import { Faces } from './Faces.tsx'
import { Invite } from './Invite.tsx'
import classes from './Lobby.module.css'

const useStart = dateTexts({ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' })

interface Props {
  data: SessionData
  clock: SessionClock
  /** More buttons, below Invite. */
  children?: ReactNode
}

/** The room before the session starts: what the session is, when it starts, and who has joined. */
export function Lobby({ data, clock, children }: Props) {
  const { challengeEvent: session, participants, waitlist } = data
  const [isInviting, setInviting] = useState(false)
  const date = useStart()
  const spots = spotsLeft(session)
  return (
    <section className={classes.lobby} aria-label="Lobby" data-tour="session-home">
      <p className={classes.about}>{aboutSession(session)}</p>
      {clock.startsAt === null || clock.remaining === null ? (
        <p className={classes.state}>
          {offersStart(data, clock)
            ? 'Start when everyone is here'
            : `Waiting for ${startersText(participants)} to start`}
        </p>
      ) : (
        <div className={classes.state}>
          <span className={classes.label}>Starts in</span>
          <span className={classes.figure} role="timer" aria-label={`Starts in ${spokenDuration(clock.remaining)}`}>
            <span aria-hidden>{countdown(clock.remaining)}</span>
          </span>
          <span className={classes.date}>{date(clock.startsAt)}</span>
        </div>
      )}
      <Faces data={data} />
      {spots !== null && (
        <p className={classes.label}>
          {spots === 1 ? '1 spot left' : `${spots} spots left`}
          {waitlist.waiting > 0 && ` · ${waitlist.waiting} waiting`}
        </p>
      )}
      <div className={classes.acts}>
        <Button
          variant="light"
          size="lg"
          leftSection={<IconUserPlus size={20} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          Invite
        </Button>
        {children}
      </div>
      <Invite session={{ ...session, isOwner: data.isOwner }} opened={isInviting} onClose={() => setInviting(false)} />
    </section>
  )
}
