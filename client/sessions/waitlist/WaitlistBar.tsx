import { Button, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SessionData } from '../../../domain/sessions/api.ts'
import type { SessionClock } from '../../../domain/sessions/clock.ts'
import { FULL } from '../../../domain/sessions/people/join.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useUser } from '../../lib/user.ts'
import { SoundControl } from '../../live/clock/SoundControl.tsx'
import { joinSession } from '../../live/join/join.ts'
import { joinWaitlist, leaveWaitlist } from '../../live/join/waitlist.ts'
import { ActionBar } from '../../ui/ActionBar.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import classes from './WaitlistBar.module.css'

const useTime = dateTexts({ hour: 'numeric', minute: '2-digit' })

interface Props {
  data: SessionData
  clock: SessionClock
  chat: ReactNode
}

/** Tells screen readers of my place in line and of an offer, because both change without a press. */
export function SpokenPlace({ waitlist: { mine } }: Pick<SessionData, 'waitlist'>) {
  const time = useTime()
  const words = mine?.offered_until ? offerText(time(Date.parse(mine.offered_until))) : mine && placeText(mine.position)
  return <VisuallyHidden role="status">{words}</VisuallyHidden>
}

const offerText = (until: string): string => `A place is yours until ${until}`
const placeText = (position: number): string => `You’re number ${position} in line`

/** The action of a full session: join the waitlist, or leave it (D-151). */
export function FullBar({ data, clock, chat }: Props) {
  const { challengeEvent: session, waitlist } = data
  const { mine } = waitlist
  const isGuest = useUser()?.guest_name != null
  const bar = barOf(clock, chat)
  if (mine) {
    return (
      <ActionBar {...bar(placeText(mine.position), 'We’ll tell you when a place is yours.')}>
        <ActionButton size="lg" variant="default" action={() => leaveWaitlist(session)}>
          Leave the waitlist
        </ActionButton>
      </ActionBar>
    )
  }
  if (waitlist.is_open === 0) return <ActionBar {...bar(FULL)} />
  if (isGuest) return <ActionBar {...bar(FULL, 'Guests can’t wait. Register to join the waitlist.')} />
  return (
    <ActionBar {...bar(FULL, waitingText(waitlist.waiting))}>
      <ActionButton size="lg" action={() => joinWaitlist(session)}>
        Join the waitlist
      </ActionButton>
    </ActionBar>
  )
}

/** The place that is offered to me: take it or give it up. */
export function OfferBar({ data, clock, chat, until, cost }: Props & { until: string; cost: string }) {
  const { challengeEvent: session } = data
  const time = useTime()
  return (
    <ActionBar {...barOf(clock, chat)(offerText(time(Date.parse(until))), cost)}>
      <div className={classes.choice}>
        <ActionButton size="lg" variant="default" action={() => leaveWaitlist(session)}>
          No, thanks
        </ActionButton>
        <Button size="lg" onClick={() => joinSession(session)}>
          Take the place
        </Button>
      </div>
    </ActionBar>
  )
}

function waitingText(waiting: number): string {
  if (waiting === 0) return 'Nobody is waiting for a place yet.'
  return waiting === 1 ? '1 person is waiting for a place.' : `${waiting} people are waiting for a place.`
}

/** While the session runs, a phone shows only the note, so the note says it all. */
const barOf = (clock: SessionClock, chat: ReactNode) => (title: string, note?: string) =>
  clock.status === SessionStatus.Running
    ? { note: note && title !== FULL ? `${title}. ${note}` : title, before: <SoundControl look="bar" />, after: chat }
    : { title, note }
