import { Button, Text } from '@mantine/core'
import IconHeart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs'
import { Link } from 'react-router'
import { offersCalendar } from '../../domain/calendar/event.ts'
import type { SessionData } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { REMOVED } from '../../domain/sessions/people/join.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { MayCreate } from '../accounts/MayCreate.tsx'
import { AddToCalendar } from '../calendar/AddToCalendar.tsx'
import { useUser } from '../lib/user.ts'
import classes from '../sessions/now/NowPanel.module.css'
import { PartControls } from '../sessions/now/PartControls.tsx'
import { late } from '../ui/loading/late.tsx'

// Visitors and sessions that don't repeat do without these.
const RemindMe = late(async () => (await import('../reminders/RemindMe.tsx')).RemindMe)
const EveryTime = late(async () => (await import('../sessions/repeat/EveryTime.tsx')).EveryTime)

/** Secondary actions under the ring: controls of parts, a template, the calendar, reminders, a donation. */
export function RoomActions({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const { challengeEvent: session } = data
  const isGuest = useUser()?.guest_name != null
  return (
    <>
      {data.isRemoved && (
        <Text c="dimmed" ta="center">
          {REMOVED}
        </Text>
      )}
      {session.is_preset === 1 && (
        <MayCreate kind="activities">
          <Button component={Link} size="lg" to={`/challenges/create?template=${session.slug}`}>
            Create Challenge
          </Button>
        </MayCreate>
      )}
      {data.isOwner && clock.status === SessionStatus.Running && !clock.isPaused && (
        <RunningParts data={data} clock={clock} />
      )}
      {offersEveryTime(data, clock) && session.series && <EveryTime series={session.series.slug} room={session.id} />}
      {!session.is_preset && offersCalendar(clock) && <AddToCalendar path={`/sessions/${session.slug}`} />}
      {data.me && !isGuest && !session.is_preset && (
        <RemindMe startsAt={clock.status === SessionStatus.NotStarted ? clock.startsAt : null} />
      )}
      {session.donation_link && (
        <Button
          component="a"
          href={session.donation_link}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconHeart size={20} aria-hidden />}
        >
          Donate
        </Button>
      )}
    </>
  )
}

function offersEveryTime({ challengeEvent, isOwner, isRemoved }: SessionData, { status }: SessionClock): boolean {
  const isRegular = challengeEvent.series?.is_regular === 1
  return status === SessionStatus.NotStarted && !isRegular && !isOwner && !isRemoved
}

/** Controls for each part, when several parts run at once or one is paused. The host's bar controls a single part. */
function RunningParts({ data, clock }: { data: SessionData; clock: SessionClock }) {
  const { challengeEvent: session } = data
  const parts = session.parts.flatMap(group => group.parts)
  const active = clock.groups.flatMap(group => group.active)
  if (active.length < 2 && !active.some(({ state }) => state === 'paused')) return null
  return (
    <div className={classes.controls}>
      {active.map(({ uuid, state }) => {
        const part = parts.find(one => one.uuid === uuid)
        return part && <PartControls key={uuid} session={session} part={part} state={state} isNamed />
      })}
    </div>
  )
}
