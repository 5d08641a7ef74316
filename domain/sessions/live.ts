/**
 * What travels over the socket of a room (D-105). Every stored event carries the room's next sequence number, with no
 * gap, so that a page that missed some asks for what came after the last one it has. Presence is not stored and has
 * no number: the newest list replaces the one before.
 */
import * as z from 'zod/mini'
import { chatMessage } from '../chat/api.ts'
import { cheer, recentLog } from '../cheers/api.ts'
import { responseDate, responseFlag } from '../lib/fields.ts'
import { post } from '../posts/post.ts'
import { participant, summary } from './api.ts'

/** Sent by the page; `since` is the last sequence number it has seen, left out on the first visit. */
export const joinRoom = z.object({
  type: z.literal('join'),
  room: z.int(),
  client_uuid: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  username: z.optional(z.nullable(z.string())),
  since: z.optional(z.nullable(z.int().check(z.minimum(0))))
})
export type JoinRoom = z.output<typeof joinRoom>

/** `ping` measures the round trip for the server clock; the response carries the server's time in ms. */
const ping = z.object({ type: z.literal('ping'), sent: z.number() })

export const fromPage = z.union([joinRoom, ping])
export type FromPage = z.output<typeof fromPage>

/**
 * What of a session may change live; a key that is absent did not change. `participants` holds changed people only, and
 * of their totals, as of those in `summary`, only those that changed: they go into what the page has.
 */
export const update = z.object({
  participants: z.optional(z.array(participant)),
  /** Usernames of who left. */
  left: z.optional(z.array(z.string())),
  left_at: z.optional(responseDate),
  participants_count: z.optional(z.int()),
  content: z.optional(z.string()),
  summary: z.optional(summary),
  started_at: z.optional(z.nullable(z.string())),
  ended_at: z.optional(z.nullable(z.string())),
  status: z.optional(z.literal([0, 1, 2])),
  /** It will not take place (D-139): its pages are gone. */
  cancelled: z.optional(z.literal(true)),
  chat_locked: z.optional(responseFlag),
  /** Username of who hosts from now on because no host was there (D-73); in `participants` too. */
  took_over: z.optional(z.string()),
  /** Usernames of whom a host removed; they are in `left` too. */
  removed: z.optional(z.array(z.string())),
  /** New posts and changed ones: put in, or put in place of the same id. */
  posts: z.optional(z.array(post)),
  /** Ids of what is gone. */
  deleted_posts: z.optional(z.array(z.int())),
  deleted_messages: z.optional(z.array(z.int())),
  /** Usernames of whose timers were started or moved: their other tabs and devices fetch the page data again. */
  timers: z.optional(z.array(z.string())),
  /** New logs that everybody may see, and changed ones, the newest last. */
  recent_logs: z.optional(z.array(recentLog)),
  /** Ids of logs that are gone, or that only their owner sees now. */
  unseen_logs: z.optional(z.array(z.int())),
  new_cheers: z.optional(z.array(cheer)),
  /** The text of a part, as it is now; not of one that guests do not see (D-98). */
  part: z.optional(z.object({ uuid: z.string(), content: z.string(), revision: z.int() })),
  /** The plan changed (a part started, moved or was edited): fetch the page data again. */
  reload: z.optional(z.literal(true))
})
export type SessionUpdate = z.output<typeof update>

const { participants: changedPeople, summary: changedSummary, ...whole } = update.shape

/**
 * A later event of a stream (D-67): an `update` whose differences have names of their own, so that no client takes them
 * for the lists of the first event.
 */
export const streamUpdate = z.object({
  ...whole,
  changed_participants: changedPeople,
  changed_summary: changedSummary
})

export function toStreamUpdate({ participants, summary, ...rest }: SessionUpdate): z.output<typeof streamUpdate> {
  return {
    ...rest,
    ...(participants ? { changed_participants: participants } : {}),
    ...(summary ? { changed_summary: summary } : {})
  }
}

/** A stored event of a room, numbered. */
export const roomEvent = z.union([
  z.object({ type: z.literal('message'), room: z.int(), seq: z.int(), message: chatMessage }),
  z.object({ type: z.literal('update'), room: z.int(), seq: z.int(), data: update })
])
export type RoomEvent = z.output<typeof roomEvent>
/** The part of an event that an operation gives; room and number are added where it is stored. */
export type NewRoomEvent =
  | { type: 'message'; message: z.output<typeof chatMessage> }
  | { type: 'update'; data: SessionUpdate }

/** Sent by the server. `join` is the reply to a join and is sent again when presence changes; `reload` means that too much was missed. */
export const fromServer = z.union([
  roomEvent,
  z.object({
    type: z.literal('join'),
    room: z.int(),
    seq: z.optional(z.int()),
    users: z.array(z.string()),
    online: z.int()
  }),
  /** My inbox has changed: ask how much of it is unread. To every socket of a person, in a room or not. */
  z.object({ type: z.literal('inbox') }),
  /** My timers have changed: ask for them. To every socket of a person, too. */
  z.object({ type: z.literal('timers') }),
  z.object({ type: z.literal('reload'), room: z.int(), seq: z.int() }),
  z.object({ type: z.literal('pong'), sent: z.number(), server_time: z.number() }),
  z.object({ type: z.literal('error'), message: z.string() })
])
export type FromServer = z.output<typeof fromServer>
