import { type ComponentProps, memo } from 'react'
import type { DataOf } from '../../domain/lib/page.ts'
import { type SessionData, sessionPage } from '../../domain/sessions/api.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { spotsLeft } from '../../domain/sessions/people/join.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { usePage } from '../lib/page.ts'
import { Calm } from '../live/Calm.tsx'
import { useSessionClock } from '../live/clock/session-clock.ts'
import { useSteadyRoom } from '../live/steady-room.ts'
import { TodayPanel } from '../sessions/days/TodayPanel.tsx'
import { Finish } from '../sessions/finish/Finish.tsx'
import { Goals } from '../sessions/goals/Goals.tsx'
import { RecentProgress } from '../sessions/goals/RecentProgress.tsx'
import { Coming } from '../sessions/lobby/Coming.tsx'
import { Lobby } from '../sessions/lobby/Lobby.tsx'
import { NowPanel } from '../sessions/now/NowPanel.tsx'
import { PartsList } from '../sessions/now/PartsList.tsx'
import { TimelineView } from '../sessions/now/TimelineView.tsx'
import { Participants } from '../sessions/people/Participants.tsx'
import { SessionFacts } from '../sessions/SessionFacts.tsx'
import { Stream } from '../sessions/stream/Stream.tsx'
import { WallButton } from '../sessions/wall/WallButton.tsx'
import { EditableParts } from '../sessions/writing/EditableParts.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { late } from '../ui/loading/late.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { RoomActions } from './RoomActions.tsx'
import { SaidSince } from './SaidSince.tsx'
import { SessionFrame } from './SessionFrame.tsx'
import classes from './SessionPage.module.css'

const Waitlist = late(async () => (await import('../sessions/waitlist/Waitlist.tsx')).Waitlist)

/** Hosts see the waitlist of a full session, and everyone who waits sees it. */
function showsWaitlist({ challengeEvent, waitlist, isOwner }: SessionData, status: SessionStatus): boolean {
  if (status === SessionStatus.Ended || challengeEvent.is_preset === 1) return false
  return waitlist.mine !== null || (isOwner && (waitlist.waiting > 0 || spotsLeft(challengeEvent) === 0))
}

/** The main page of a session: the lobby before the start, the running room, or the result. */
export function SessionPage() {
  const data = usePage(sessionPage)
  const clock = useSessionClock(data)
  const steady = useSteadyRoom(data, clock)
  return <Room data={steady.data} clock={steady.clock} />
}

interface RoomProps {
  data: DataOf<typeof sessionPage>
  clock: SessionClock
}

const Room = memo(function Room({ data, clock }: RoomProps) {
  const { challengeEvent: session } = data
  const turns = clock.groups.flatMap(group => group.active.flatMap(({ turn }) => (turn ? [turn.username] : [])))
  const isOfDays = data.today !== null && clock.status === SessionStatus.Running
  const Panel = session.is_preset ? NowPanel : { 0: Lobby, 1: NowPanel, 2: Finish }[clock.status]
  return (
    <SessionFrame
      data={data}
      clock={clock}
      first={
        <ErrorBoundary what="the clock">
          {isOfDays ? (
            <TodayPanel data={data} clock={clock}>
              <RoomActions data={data} clock={clock} />
              <WallButton data={data} clock={clock} />
            </TodayPanel>
          ) : (
            <Panel data={data} clock={clock}>
              {clock.status === SessionStatus.NotStarted && <Coming data={data} clock={clock} />}
              <RoomActions data={data} clock={clock} />
              {clock.status === SessionStatus.Running && <WallButton data={data} clock={clock} />}
            </Panel>
          )}
        </ErrorBoundary>
      }
    >
      <div className={classes.details}>
        {clock.status === SessionStatus.Ended && clock.endsAt !== null && (
          <Section what="what was said since the end">
            <SaidSince session={session} endedAt={clock.endsAt} />
          </Section>
        )}
        <Section>
          <SessionFacts session={session} clock={clock} />
        </Section>
        <Section what="the texts of this session">
          <EditableParts data={data} clock={clock} />
        </Section>
        {!isOfDays && (
          <Section what="the timeline">
            <TimelineView data={data} clock={clock} />
          </Section>
        )}
        <Section what="the goals">
          <Goals data={data} clock={clock} />
        </Section>
        <Section what="what happened lately">
          <Stream data={data} clock={clock} />
        </Section>
        <Section what="the people">
          <Participants data={data} turns={turns} />
        </Section>
        {showsWaitlist(data, clock.status) && (
          <Section what="the waitlist">
            <Waitlist data={data} />
          </Section>
        )}
        {/* Not in a box, which would leave a gap. */}
        <ErrorBoundary>
          <RecentProgress data={data} hidden />
        </ErrorBoundary>
        {session.content && (
          <section aria-labelledby="about">
            <h2 id="about" className={classes.heading}>
              About this session
            </h2>
            <RichText html={session.content} />
          </section>
        )}
        <Section what="the parts">
          <PartsList session={session} clock={clock} isHost={data.isOwner} />
        </Section>
      </div>
    </SessionFrame>
  )
})

/** A part of the page below the first view. */
function Section(props: ComponentProps<typeof ErrorBoundary>) {
  return (
    <Calm>
      <ErrorBoundary {...props} />
    </Calm>
  )
}
