/**
 * The messages on the socket of a session (D-105). Every stored event has the session's next sequence number, without
 * gaps, so that a page can ask for the events after the last one that it has. Presence is not stored and has no number:
 * the newest list replaces the one before.
 */
import * as z from 'zod/mini'
import { chatMessage } from '../chat/api.ts'
import { cheer, recentLog } from '../cheers/api.ts'
import { responseDate, responseFlag } from '../lib/fields.ts'
import { post } from '../posts/post.ts'
import { participant, summary } from '../sessions/api.ts'

/**
 * The page sends it to enter a session. `since` is the last sequence number that it has seen, absent on the first
 * visit.
 */
export const joinRoom = z.object({
  type: z.literal('join'),
  room: z.int(),
  /** The address of the session. Only an unlisted one asks for it (D-159). */
  slug: z.optional(z.string().check(z.maxLength(255))),
  client_uuid: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  username: z.optional(z.nullable(z.string())),
  since: z.optional(z.nullable(z.int().check(z.minimum(0))))
})
export type JoinRoom = z.output<typeof joinRoom>

/** `ping` measures the round trip to estimate the server's clock. The response has the server's time in ms. */
const ping = z.object({ type: z.literal('ping'), sent: z.number() })

export const fromPage = z.union([joinRoom, ping])
export type FromPage = z.output<typeof fromPage>

/**
 * A live change of a session; absent keys did not change. `participants` has only changed people. Their totals and
 * those of `summary` have only changed entries, which the page merges into its own.
 */
export const update = z.object({
  participants: z.optional(z.array(participant)),
  /** Usernames of the people who left. */
  left: z.optional(z.array(z.string())),
  left_at: z.optional(responseDate),
  participants_count: z.optional(z.int()),
  held_places: z.optional(z.int()),
  /** Those who wait and the hosts fetch the page data again. */
  waitlist: z.optional(z.object({ is_open: responseFlag, waiting: z.int() })),
  content: z.optional(z.string()),
  summary: z.optional(summary),
  started_at: z.optional(z.nullable(z.string())),
  ended_at: z.optional(z.nullable(z.string())),
  status: z.optional(z.literal([0, 1, 2])),
  /** The session was cancelled, and its pages are gone (D-139). */
  cancelled: z.optional(z.literal(true)),
  chat_locked: z.optional(responseFlag),
  guests: z.optional(responseFlag),
  guests_chat: z.optional(responseFlag),
  /** The username of the person who became host because none was present (D-73); also in `participants`. */
  took_over: z.optional(z.string()),
  /** Usernames of the people whom a host removed; also in `left`. */
  removed: z.optional(z.array(z.string())),
  /** New and changed posts; a changed post replaces the one with the same id. */
  posts: z.optional(z.array(post)),
  /** Changed messages, each in the place of the one with the same id. */
  messages: z.optional(z.array(chatMessage)),
  /** A moderator hid the session or put it back: load the page again. */
  is_hidden: z.optional(responseFlag),
  /** Ids of deleted posts, and below of deleted messages. */
  deleted_posts: z.optional(z.array(z.int())),
  deleted_messages: z.optional(z.array(z.int())),
  /** Usernames of people whose timers changed: their other tabs and devices fetch the page data again. */
  timers: z.optional(z.array(z.string())),
  /** New and changed logs that everyone may see, the newest last. */
  recent_logs: z.optional(z.array(recentLog)),
  /** Ids of logs that were deleted, or that only their author sees now. */
  unseen_logs: z.optional(z.array(z.int())),
  new_cheers: z.optional(z.array(cheer)),
  /** The new text of a part; absent for a part that guests do not see (D-98). */
  part: z.optional(z.object({ uuid: z.string(), content: z.string(), revision: z.int() })),
  /** The plan changed (a part started, moved or was edited): fetch the page data again. */
  reload: z.optional(z.literal(true))
})
export type SessionUpdate = z.output<typeof update>

const { participants: changedPeople, summary: changedSummary, ...whole } = update.shape

/**
 * A later event of a stream (D-67): an `update` in which partial lists have other names, so that no client mistakes
 * them for the complete lists of the first event.
 */
export const streamUpdate = z.object({
  ...whole,
  changed_participants: changedPeople,
  changed_summary: changedSummary
})

/** Converts an update for the stream. */
export function toStreamUpdate({ participants, summary, ...rest }: SessionUpdate): z.output<typeof streamUpdate> {
  return {
    ...rest,
    ...(participants ? { changed_participants: participants } : {}),
    ...(summary ? { changed_summary: summary } : {})
  }
}

/** A stored event of a session, with its sequence number. */
export const roomEvent = z.union([
  z.object({ type: z.literal('message'), room: z.int(), seq: z.int(), message: chatMessage }),
  z.object({ type: z.literal('update'), room: z.int(), seq: z.int(), data: update })
])
export type RoomEvent = z.output<typeof roomEvent>
/** An event as an operation makes it. Storing it adds the session and the number. */
export type NewRoomEvent =
  | { type: 'message'; message: z.output<typeof chatMessage> }
  | { type: 'update'; data: SessionUpdate }

/**
 * A message from the server. `join` answers a join and is sent again when presence changes. `reload` means that the
 * page missed too many events and must load the page's data again.
 */
export const fromServer = z.union([
  roomEvent,
  z.object({
    type: z.literal('join'),
    room: z.int(),
    seq: z.optional(z.int()),
    users: z.array(z.string()),
    online: z.int()
  }),
  /**
   * My inbox has changed, so the page fetches the unread count. Every socket of the person gets it, in a session or
   * not.
   */
  z.object({ type: z.literal('inbox') }),
  /** My timers have changed, so the page fetches them. Every socket of the person gets it. */
  z.object({ type: z.literal('timers') }),
  z.object({ type: z.literal('reload'), room: z.int(), seq: z.int() }),
  z.object({ type: z.literal('pong'), sent: z.number(), server_time: z.number() }),
  z.object({ type: z.literal('error'), message: z.string() })
])
export type FromServer = z.output<typeof fromServer>
