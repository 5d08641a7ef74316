import { Button } from '@mantine/core'
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

interface Props {
  data: SessionData
  clock: SessionClock
  chat: ReactNode
}

/** The action of a full session: join the waitlist, or leave it (D-151). */
export function FullBar({ data, clock, chat }: Props) {
  const { challengeEvent: session, waitlist } = data
  const { mine } = waitlist
  const isGuest = useUser()?.guest_name != null
  const bar = barOf(clock, chat)
  if (mine) {
    return (
      <ActionBar {...bar(`You’re number ${mine.position} in line`, 'We’ll tell you when a place is yours.')}>
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

const useTime = dateTexts({ hour: 'numeric', minute: '2-digit' })

/** The place that is offered to me: take it or give it up. */
export function OfferBar({ data, clock, chat, until, cost }: Props & { until: string; cost: string }) {
  const { challengeEvent: session } = data
  const time = useTime()
  return (
    <ActionBar {...barOf(clock, chat)(`A place is yours until ${time(Date.parse(until))}`, cost)}>
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
  if (waiting === 0) return 'Nobody waits for a place yet.'
  return waiting === 1 ? '1 person waits for a place.' : `${waiting} people wait for a place.`
}

/** While the session runs, a phone shows only the note, so the note says it all. */
const barOf = (clock: SessionClock, chat: ReactNode) => (title: string, note?: string) =>
  clock.status === SessionStatus.Running
    ? { note: note && title !== FULL ? `${title}. ${note}` : title, before: <SoundControl look="bar" />, after: chat }
    : { title, note }
