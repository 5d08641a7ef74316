/**
 * The live room behind the pages of a session. One socket is open while any of them is on screen, and for a moment
 * longer, so that switching tabs keeps it. Its events change every loaded page of the session. The last events are kept
 * for pages that were loaded before them and are shown after them.
 */

import { useEffect } from 'react'
import { COUNTDOWN } from '../../domain/sessions/clock.ts'
import { HOST } from '../../domain/sessions/people/permissions.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { RoomEvent, SessionUpdate } from '../../domain/socket/messages.ts'
import { clientUuid } from '../lib/client-uuid.ts'
import { formatter } from '../lib/dates/date-texts.ts'
import { serverNow } from '../lib/dates/server-clock.ts'
import { onBack } from '../lib/identity.ts'
import { type LiveRoom, openLiveRoom } from '../lib/socket/live-room.ts'
import { socketUrl } from '../lib/socket/socket-url.ts'
import { getUser, useUser } from '../lib/user.ts'
import { onSessionLog } from '../logs/apply-log.ts'
import { hasOwnTimerChangeSince } from '../logs/running-timers.ts'
import { timersChanged } from '../logs/timers-elsewhere.ts'
import { kick } from '../outbox/outbox.ts'
import { hasRoom, refreshInbox } from '../reminders/inbox.ts'
import { spokenName } from '../ui/people/guest-name.ts'
import { toast } from '../ui/toasts/toast.tsx'
import { setActiveLog } from './active-log.ts'
import { applyEvent, type RoomPage } from './apply-event.ts'
import { eventQueue } from './event-queue.ts'
import { startPolling } from './poll.ts'
import { NOBODY, presence, spreadMs } from './presence.ts'
import { changeRoomPages, markCancelled, readRoomPages, reloadRoomLogs, reloadRoomPages } from './room-pages.ts'
import { countUnread } from './unread.ts'

const KEPT_EVENTS = 300
const LINGER_MS = 2000
/** The room is polled after this many sockets in a row were lost or did not open. */
const MOST_FAILURES = 2

interface Open {
  id: number
  room: LiveRoom
  username: string | null
  holders: number
  events: RoomEvent[]
  /** The number of the newest event that arrived. */
  seq: number
  closing?: ReturnType<typeof setTimeout>
}
let open: Open | null = null

// A socket keeps the login that it was opened with, so it reconnects when the person has signed in again.
onBack(reconnect)
onSessionLog(setActiveLog)

/** Connects the page on screen to its room for as long as it is shown. */
export function useLiveSession(page: RoomPage): void {
  const { id, slug, seq } = page.challengeEvent
  const username = useUser()?.username ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number matters only when the room is opened.
  useEffect(() => hold(id, slug, seq), [id])
  useEffect(() => {
    if (open && open.username !== username) {
      // The socket keeps the login that it was opened with.
      open.username = username
      open.room.reconnect()
    }
  }, [username])
  useCatchUp(page)
}

/** Brings data up to date that was loaded apart from the page, such as the chat next to the room. */
export function useCatchUp(page: RoomPage | null): void {
  const id = page?.challengeEvent.id
  const seq = page?.challengeEvent.seq
  useEffect(() => {
    if (id !== undefined && seq !== undefined && open?.id === id && seq < open.seq) catchUp(id)
  }, [id, seq])
}

function hold(id: number, slug: string, since: number): () => void {
  if (open?.id !== id) {
    release(open)
    open = start(id, slug, since)
  }
  const mine = open
  clearTimeout(mine.closing)
  mine.holders += 1
  return () => {
    mine.holders -= 1
    if (mine.holders === 0) mine.closing = setTimeout(() => release(mine), LINGER_MS)
  }
}

function release(closed: Open | null): void {
  if (!closed) return
  clearTimeout(closed.closing)
  closed.room.close()
  window.removeEventListener('online', reconnect)
  document.removeEventListener('visibilitychange', whenVisible)
  if (open === closed) {
    open = null
    hasRoom.set(false)
  }
  presence.set(NOBODY)
}

function start(id: number, slug: string, since: number): Open {
  window.addEventListener('online', reconnect)
  document.addEventListener('visibilitychange', whenVisible)
  hasRoom.set(true)
  let failures = 0
  let stopPolling: (() => void) | null = null
  const events = eventQueue<RoomEvent>(arrived => {
    if (open?.id === id) applyEvents(open, arrived)
  }, isUrgent)
  const room = openLiveRoom({
    url: socketUrl(),
    room: id,
    slug,
    since,
    who: () => ({ client_uuid: clientUuid(), username: getUser()?.username ?? null }),
    onEvent: events.add,
    onReload(seq) {
      events.clear()
      if (open?.id !== id) return
      open.seq = seq
      open.events = []
      reloadSoon(id)
    },
    onPresence: (users, online) => presence.set({ ...presence.get(), users: new Set(users), online }),
    onInbox: () => void refreshInbox().catch(() => {}),
    onTimers: timersChanged,
    onConnected(connected) {
      failures = connected ? 0 : failures + 1
      if (connected) {
        stopPolling?.()
        stopPolling = null
        // The server is back, so what waits in the outbox can be sent.
        kick()
      }
      // While the room is polled, the last poll decides whether we are online.
      if (!stopPolling) presence.set({ ...presence.get(), offline: !connected })
      if (failures === MOST_FAILURES) {
        stopPolling = startPolling(id, seq => {
          presence.set({ ...presence.get(), offline: seq === null })
          if (seq === 'gone') markCancelled(id)
          else if (seq !== null && isBehind(id, seq)) void reloadRoomPages(id)
        })
      }
    }
  })
  return {
    id,
    room: {
      ...room,
      close() {
        stopPolling?.()
        events.clear()
        room.close()
      }
    },
    username: getUser()?.username ?? null,
    holders: 0,
    events: [],
    seq: since
  }
}

/** Messages and logs can wait. Any other event may change the clock or the plan. */
function isUrgent(event: RoomEvent): boolean {
  return event.type === 'update' && event.data.recent_logs === undefined
}

/** Applies the events of a frame to the loaded pages, which then render once. */
function applyEvents(room: Open, events: readonly RoomEvent[]): void {
  const { id } = room
  room.seq = events.at(-1)?.seq ?? room.seq
  room.events = [...room.events, ...events].slice(-KEPT_EVENTS)
  for (const event of events) {
    if (event.type !== 'update') continue
    tellReady(id, event.data)
    tellHosts(id, event.data)
    tellMoved(id, event.data)
    tellPosts(id, event.data)
  }
  changeRoomPages(id, page => events.reduce((changed, event) => applyEvent(changed, event, getUser()?.username), page))
  for (const event of events) {
    if (event.type === 'update') runEffects(id, event.data)
    else countUnread(id, event.message)
  }
}

/** Announces people who became ready (D-76). Call it before the change is applied. */
function tellReady(id: number, { participants = [] }: SessionUpdate): void {
  const [page] = readRoomPages(id)
  for (const { username, is_ready } of participants) {
    const before = page?.participants.find(person => person.username === username)
    if (before?.is_ready === 0 && is_ready && username !== getUser()?.username)
      toast.ready(`${spokenName(username)} is ready.`)
  }
}

/** Announces new hosts (D-73). Call it before the change is applied. */
function tellHosts(id: number, { participants = [], took_over }: SessionUpdate): void {
  const [page] = readRoomPages(id)
  const me = getUser()?.username
  for (const { username, role } of participants) {
    const before = page?.participants.find(person => person.username === username)
    if (!before || before.role === role) continue
    // A host sees more of the plan than others.
    if (username === me) reloadSoon(id)
    if (role !== HOST) continue
    if (username === me) toast.info('You’re a host of this session now.', { id: `host-${id}` })
    else
      toast.ready(
        took_over ? `No host is here, so ${username} is hosting now.` : `${spokenName(username)} is a host now.`
      )
  }
}

const startText = formatter({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/**
 * Announces to members that the host has moved the start of a session that has not begun (D-139). Call it before the
 * change is applied.
 */
function tellMoved(id: number, { status, started_at }: SessionUpdate): void {
  const [page] = readRoomPages(id)
  if (
    !page?.me ||
    page.isOwner ||
    page.challengeEvent.status !== SessionStatus.NotStarted ||
    status !== SessionStatus.NotStarted
  )
    return
  if (started_at === undefined || started_at === page.challengeEvent.started_at) return
  // When the host presses Start, the start is seconds away. The countdown shows that.
  if (started_at !== null && Date.parse(started_at) <= serverNow() + (COUNTDOWN + 1) * 1000) return
  toast.info(
    started_at === null
      ? 'The host will start this session by hand.'
      : `The host has moved the start to ${startText(Date.parse(started_at))}.`,
    { id: `moved-${id}` }
  )
}

/** Announces new posts after the end, because hardly anyone has the discussion open then (D-108). */
function tellPosts(id: number, { posts = [] }: SessionUpdate): void {
  const [page] = readRoomPages(id)
  if (page?.challengeEvent.status !== SessionStatus.Ended) return
  for (const { username, created_at } of posts) {
    const isNew = serverNow() - Date.parse(created_at) < NEWS_MS
    if (!isNew || !username || username === getUser()?.username || getUser()?.muted.includes(username)) continue
    toast.info(`${spokenName(username)} wrote to everyone.`, {
      id: `posts-${id}`,
      link: { label: 'See it in Discuss', to: `/sessions/${page.challengeEvent.slug}/hut` }
    })
  }
}
const NEWS_MS = 60_000

/** Runs what an event causes besides changed data: reloads and a warning. */
function runEffects(id: number, data: SessionUpdate): void {
  if (data.timers?.includes(getUser()?.username ?? '')) reloadTimersSoon(id)
  if (data.reload || (data.waitlist && isAboutList(id))) reloadSoon(id)
  else if (data.summary) reloadLogsSoon(id)
  if (data.removed?.includes(getUser()?.username ?? '')) toast.warning('A host removed you from this session.')
}

/** Whether I wait or host, so that changes of the waitlist change more of my page than its count. */
function isAboutList(id: number): boolean {
  return readRoomPages(id).some(({ isOwner, waitlist }) => isOwner || waitlist.mine !== null)
}

/**
 * Brings pages up to date that are older than the newest event. Applies the kept events, or reloads the pages if the
 * events don't reach back far enough.
 */
export function catchUp(id: number): void {
  const { events = [], seq = 0 } = open ?? {}
  const first = events[0]?.seq ?? Number.POSITIVE_INFINITY
  let lacks = false
  changeRoomPages(id, page => {
    const own = page.challengeEvent.seq
    if (own >= seq) return page
    if (own + 1 < first || events.some(event => event.seq > own && isReload(event, page))) lacks = true
    return events.reduce((caughtUp, event) => applyEvent(caughtUp, event, getUser()?.username), page)
  })
  if (lacks) reloadSoon(id)
}

/** Reloads the pages for changes that no event describes, such as a changed plan. */
function reloadSoon(id: number): void {
  setTimeout(() => void reloadRoomPages(id), spreadMs())
}

/** A call's response and the room's event about it arrive in either order, mostly the event first. */
const RESPONSE_WITHIN_MS = 1500
const RESPONSE_BEFORE_MS = 300

/** Reloads the pages after a timer of mine changed in another tab or on another device. Skips changes of this tab. */
function reloadTimersSoon(id: number): void {
  const told = performance.now()
  setTimeout(() => {
    if (!hasOwnTimerChangeSince(told - RESPONSE_BEFORE_MS)) reloadSoon(id)
  }, RESPONSE_WITHIN_MS)
}

let logsTimer: ReturnType<typeof setTimeout> | undefined

/** Reloads the lists of logs on screen after a moment, once for all events in between. */
function reloadLogsSoon(id: number): void {
  clearTimeout(logsTimer)
  logsTimer = setTimeout(() => void reloadRoomLogs(id), 2000)
}

/** Whether a page on screen is older than the event with this number. */
function isBehind(id: number, seq: number): boolean {
  return readRoomPages(id, 'screen').some(({ challengeEvent }) => challengeEvent.seq < seq)
}

function isReload(event: { type: string; data?: SessionUpdate }, { isOwner, waitlist }: RoomPage): boolean {
  if (event.type !== 'update') return false
  return event.data?.reload === true || (event.data?.waitlist !== undefined && (isOwner || waitlist.mine !== null))
}

function reconnect(): void {
  open?.room.reconnect()
}

/** Checks the connection when the page becomes visible, because a device that wakes up may have a dead one. */
function whenVisible(): void {
  if (document.visibilityState !== 'visible') return
  if (presence.get().offline) reconnect()
  else open?.room.check()
}
