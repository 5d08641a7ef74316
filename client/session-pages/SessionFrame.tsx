import { type ReactNode, useMemo } from 'react'
import { REMOVED } from '../../domain/moderation/hidden.ts'
import type { SessionClock } from '../../domain/sessions/clock.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { ChatSheet } from '../chat/ChatSheet.tsx'
import { useHydrated } from '../lib/hydrated.ts'
import type { RoomPage } from '../live/apply-event.ts'
import { SoundControl } from '../live/clock/SoundControl.tsx'
import { JoinAsGuest } from '../live/join/JoinAsGuest.tsx'
import { JoinCode } from '../live/join/JoinCode.tsx'
import { useLiveSession } from '../live/live-session.ts'
import { usePreloadTabs } from '../live/preload-tabs.ts'
import { useRoomToasts } from '../live/room-toasts.ts'
import { useNews } from '../live/unread.ts'
import { HiddenNote } from '../moderation/HiddenNote.tsx'
import { StartCountdown } from '../sessions/lobby/StartCountdown.tsx'
import { NextAction } from '../sessions/NextAction.tsx'
import { LiveClock } from '../sessions/now/LiveClock.tsx'
import { StatusAndTimer } from '../sessions/SessionFacts.tsx'
import { SessionMenu } from '../sessions/SessionMenu.tsx'
import { useSessionPath } from '../sessions/session-path.ts'
import { SpokenPlace } from '../sessions/waitlist/WaitlistBar.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { TabLinks } from '../ui/links/TabLinks.tsx'
import { NotFound } from '../ui/loading/ErrorScreen.tsx'
import { late } from '../ui/loading/late.tsx'
import { useMedia } from '../ui/media.ts'
import { Crumbs } from '../ui/PageHeading.tsx'
import { Cancelled } from './Cancelled.tsx'
import { Offline } from './Offline.tsx'
import { RoomHeading } from './RoomHeading.tsx'
import classes from './SessionFrame.module.css'

const SideChat = late(async () => (await import('../chat/ChatBox.tsx')).SideChat)

interface Props {
  data: RoomPage
  clock: SessionClock
  /** The chat page passes "none". Other pages show the chat beside them on wide screens. */
  chat?: 'beside' | 'none'
  /** The first view of the main page. The dock and the chat follow it for keyboards and screen readers. */
  first?: ReactNode
  children: ReactNode
}

/**
 * The frame that all pages of a session share: heading, menu, tabs, clock and sounds, live connection, next action, and
 * the chat beside the page.
 */
export function SessionFrame({ data, clock, chat = 'beside', first, children }: Props) {
  useLiveSession(data)
  usePreloadTabs(data.challengeEvent.id)
  useRoomToasts(data.challengeEvent.id, clock)
  const { base, tab } = useSessionPath()
  const isGoals = tab !== undefined && GOAL_TABS.includes(tab)
  const hasRoom = useMedia('(min-width: 75em)')
  const isHydrated = useHydrated()
  // The server doesn't know the screen's width. Before hydration, styles hide the chat's column on narrow screens.
  const isWide = (hasRoom || !isHydrated) && chat === 'beside'
  const { challengeEvent, breadcrumbs } = data
  // A session without an activity has no crumb above it.
  const above = breadcrumbs.slice(0, -1).map(({ title, path }) => ({ title, to: path }))
  const { count, named } = useNews(challengeEvent.id)
  const tabs = useMemo(
    () => [
      { to: base, label: 'Details' },
      { to: `${base}/hut`, label: 'Discuss' },
      { to: `${base}/chat`, label: 'Chat', news: count, named },
      { to: `${base}/goals`, label: 'Goals', ...(isGoals && { current: true }) }
    ],
    [base, count, named, isGoals]
  )
  if (data.isCancelled) return <Cancelled title={challengeEvent.title} />
  if (data.isHiddenNow) return <NotFound text={REMOVED} />
  const crumbs =
    above.length > 0 ? [...above, { title: challengeEvent.title }] : [{ title: 'Sessions', to: '/sessions' }]
  const isRunning = clock.status === SessionStatus.Running
  return (
    <div className={classes.room} data-wide={isWide || undefined}>
      <div className={classes.first}>
        <RoomHeading
          title={challengeEvent.title}
          back={above.at(-1) ?? { title: 'Sessions', to: '/sessions' }}
          status={<StatusAndTimer clock={clock} />}
          menu={
            <ErrorBoundary>
              <SessionMenu data={data} clock={clock} />
            </ErrorBoundary>
          }
        />
        {/* On phones the sheet of the chat has the tabs, because the first view of a running room has no place for them. */}
        <div className={classes.tabs} data-in-sheet={(isRunning && tab === undefined && !data.isRemoved) || undefined}>
          <TabLinks tabs={tabs} label="Parts of this page" />
        </div>
        {challengeEvent.is_hidden === 1 && <HiddenNote about={{ kind: 'session', id: challengeEvent.id }} isMine />}
        <Offline />
        <ErrorBoundary>
          <LiveClock data={data} clock={clock} hasRing={tab === undefined} />
          <StartCountdown data={data} clock={clock} />
        </ErrorBoundary>
        {first}
        {/* While the session runs, the dock has the sound switch. */}
        {clock.status === SessionStatus.NotStarted && !challengeEvent.is_preset && (
          <div className={classes.sound}>
            <SoundControl isBefore />
          </div>
        )}
      </div>
      <SpokenPlace waitlist={data.waitlist} />
      <ErrorBoundary>
        <NextAction
          data={data}
          clock={clock}
          chat={chat === 'beside' && <ChatSheet data={data} clock={clock} path={`${base}/chat`} tabs={tabs} />}
        />
      </ErrorBoundary>
      {isWide && (
        <aside id="chat-beside" tabIndex={-1} className={`${classes.beside} chat-beside`} aria-label="Chat">
          {hasRoom && (
            <ErrorBoundary what="the chat">
              <SideChat data={data} clock={clock} path={`${base}/chat`} />
            </ErrorBoundary>
          )}
        </aside>
      )}
      <div className={classes.page}>
        {isGoals && (
          <div className={classes.below}>
            <TabLinks
              label="Goals"
              look="pills"
              tabs={[
                { to: `${base}/goals`, label: 'My Goals' },
                { to: `${base}/member-goals`, label: 'Member Goals' },
                { to: `${base}/logs`, label: 'Logs' },
                // Over Time sums up a finished session.
                ...(clock.status === SessionStatus.Ended ? [{ to: `${base}/over-time`, label: 'Over Time' }] : [])
              ]}
            />
          </div>
        )}
        <ErrorBoundary what="this tab">{children}</ErrorBoundary>
        <div className={classes.crumbs}>
          <Crumbs crumbs={crumbs} />
        </div>
      </div>
      <JoinCode />
      <JoinAsGuest />
    </div>
  )
}

const GOAL_TABS = ['goals', 'member-goals', 'logs', 'over-time']
