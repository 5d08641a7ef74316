/**
 * Applies live events to the data of a session's pages. Each page carries the number of the last event that it contains
 * (`challengeEvent.seq`), so applying an event twice changes nothing (D-105).
 */
import type { ChatMessage } from '../../domain/chat/api.ts'
import type { Cheer, RecentLog } from '../../domain/cheers/api.ts'
import { MOST_RECENT } from '../../domain/cheers/cheer.ts'
import type { SessionData, Summary } from '../../domain/sessions/api.ts'
import { type Today, withLogged } from '../../domain/sessions/days.ts'
import type { RoomEvent, SessionUpdate } from '../../domain/socket/messages.ts'
import { findPerson, withGone, withMe, withPeople } from './with-people.ts'
import { type Discussion, withPosts } from './with-posts.ts'

/** The server lists at most this many participants. */
const MOST_LISTED = 500

/** The data of any page of a session. `isCancelled` is set when the session is cancelled while its page is open (D-139). */
export type RoomPage = SessionData &
  Discussion & {
    messages?: ChatMessage[]
    has_earlier?: boolean
    /** The newest first. */
    recent_logs?: RecentLog[]
    today?: Today | null
    isCancelled?: boolean
    /** The number of the last event about the waitlist. Its list is loaded again then. */
    waitlistSeq?: number
    /** A moderator hid the session while its page was open (D-149). */
    isHiddenNow?: boolean
  }

/** @param username the signed-in person, who may join in another tab, or whose join may lose its response */
export function applyEvent<P extends RoomPage>(page: P, event: RoomEvent, username: string | null = null): P {
  const { challengeEvent } = page
  if (event.seq <= challengeEvent.seq) return page
  const numbered = { ...page, challengeEvent: { ...challengeEvent, seq: event.seq } }
  return event.type === 'message' ? addMessage(numbered, event.message) : applyUpdate(numbered, event.data, username)
}

/**
 * Adds a message unless its id is known, because the response to my own call and its echo over the socket are one message.
 */
export function addMessage<P extends RoomPage>(page: P, message: ChatMessage): P {
  const { messages } = page
  if (!messages || messages.some(({ id }) => id === message.id)) return page
  return { ...page, messages: [...messages, message].sort((a, b) => a.id - b.id) }
}

/** Puts messages in front that are older than the page's oldest one. */
export function withEarlier<P extends RoomPage>(page: P, earlier: readonly ChatMessage[], has_earlier: boolean): P {
  const { messages } = page
  const [oldest] = messages ?? []
  if (!messages || !oldest) return page
  return { ...page, messages: [...earlier.filter(({ id }) => id < oldest.id), ...messages], has_earlier }
}

/**
 * Keeps older messages when the chat is loaded again. If the loaded messages don't reach back to the known ones, those
 * in between are missing. Then it drops the known ones, and scrolling up loads them all again.
 */
export function withHistory<P extends RoomPage>(before: P, now: P): P {
  const [oldest] = now.messages ?? []
  const reaches = before.messages?.some(({ id }) => id === oldest?.id)
  return reaches ? withEarlier(now, before.messages ?? [], before.has_earlier ?? false) : now
}

/** Only an event that changes the number of people is a join. Another one may come after my leave. */
function withOwnJoin<P extends RoomPage>(page: P, data: SessionUpdate, username: string | null): P {
  if (page.me !== null || username === null || data.participants_count === undefined) return page
  return withMe(page, findPerson(data.participants ?? [], username) ?? null)
}

export type PartText = NonNullable<SessionUpdate['part']>

/** A response may arrive after a newer event, so an older text changes nothing. */
export function withPartText<P extends RoomPage>(page: P, { uuid, content, revision }: PartText): P {
  const parts = page.challengeEvent.parts.map(group => ({
    ...group,
    parts: group.parts.map(one => (one.uuid === uuid && one.revision <= revision ? { ...one, content, revision } : one))
  }))
  return { ...page, challengeEvent: { ...page.challengeEvent, parts } }
}

function applyUpdate<P extends RoomPage>(page: P, data: SessionUpdate, username: string | null): P {
  const { challengeEvent } = page
  const { left = [], left_at } = data
  const stays = left_at ? withGone(page.stays, left, left_at) : page.stays
  // A full list leaves some people out: add a changed person only if the number of people changed too.
  const come = data.participants_count !== undefined || page.participants.length < MOST_LISTED
  const people = withPeople({ ...page, stays }, data.participants ?? [], left, come)
  const mine = withOwnJoin(people, data, username)
  const said = withPosts(withChanged(withoutMessages(mine, data.deleted_messages), data.messages), data)
  const logged = withCheers(withRecentLogs(said, data), data.new_cheers ?? [])
  const next = data.part ? withPartText(logged, data.part) : logged
  // Events count the places of all offers. Mine is free for me (D-151).
  const mineHeld = next.waitlist.mine?.offered_until ? 1 : 0
  return {
    ...next,
    waitlist: { ...next.waitlist, ...data.waitlist },
    ...(data.waitlist ? { waitlistSeq: challengeEvent.seq } : {}),
    ...(data.cancelled ? { isCancelled: true } : {}),
    ...(data.is_hidden === undefined ? {} : { isHiddenNow: data.is_hidden === 1 }),
    isRemoved: page.isRemoved || (page.me !== null && (data.removed ?? []).includes(page.me.username)),
    challengeEvent: {
      ...next.challengeEvent,
      ...(data.participants_count === undefined ? {} : { participants_count: data.participants_count - mineHeld }),
      ...(data.held_places === undefined ? {} : { held_places: data.held_places - mineHeld }),
      content: data.content ?? challengeEvent.content,
      summary: withSums(challengeEvent.summary, data.summary),
      started_at: data.started_at === undefined ? challengeEvent.started_at : data.started_at,
      ended_at: data.ended_at === undefined ? challengeEvent.ended_at : data.ended_at,
      status: data.status ?? challengeEvent.status,
      chat_locked: data.chat_locked ?? challengeEvent.chat_locked,
      guests: data.guests ?? challengeEvent.guests,
      guests_chat: data.guests_chat ?? challengeEvent.guests_chat
    }
  }
}

/** Puts new logs first. A changed log keeps its place and its cheers, because the event does not carry cheers. */
function withRecentLogs<P extends RoomPage>(page: P, { recent_logs = [], unseen_logs = [] }: SessionUpdate): P {
  const before = page.recent_logs
  if (!before || recent_logs.length + unseen_logs.length === 0) return page
  const news = new Map(recent_logs.map(log => [log.id, log]))
  const kept = before.flatMap(log => {
    const { cheers, cheered } = log
    const now = news.get(log.id)
    news.delete(log.id)
    return unseen_logs.includes(log.id) ? [] : [now ? { ...now, cheers, cheered } : log]
  })
  return {
    ...page,
    recent_logs: [...[...news.values()].reverse(), ...kept].slice(0, MOST_RECENT),
    today: page.today && recent_logs.reduce((today, log) => withLogged(today, log, page.me?.username), page.today)
  }
}

/** `cheered` is about me, so only my own cheers change it. */
export function withCheers<P extends RoomPage>(page: P, cheers: readonly Cheer[]): P {
  const before = page.recent_logs
  if (!before || cheers.length === 0) return page
  const recent_logs = before.map(log => {
    const told = cheers.filter(one => one.log_id === log.id)
    const mine = told.findLast(({ username }) => username === page.me?.username)
    return { ...log, cheers: told.at(-1)?.cheers ?? log.cheers, cheered: mine?.cheered ?? log.cheered }
  })
  return { ...page, recent_logs }
}

/** An event may leave out sums that did not change, so they are merged. */
function withSums(before: Summary, now: Summary | undefined): Summary {
  return now ? { ...now, tasks: { ...before.tasks, ...now.tasks } } : before
}

export function withoutMessages<P extends RoomPage>(page: P, gone: readonly number[] | undefined): P {
  if (!gone?.length || !page.messages) return page
  return { ...page, messages: page.messages.filter(({ id }) => !gone.includes(id)) }
}

function withChanged<P extends RoomPage>(page: P, changed: SessionUpdate['messages']): P {
  if (!changed?.length || !page.messages) return page
  const byId = new Map(changed.map(message => [message.id, message]))
  return { ...page, messages: page.messages.map(message => byId.get(message.id) ?? message) }
}
