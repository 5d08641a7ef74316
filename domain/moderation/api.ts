/**
 * Moderation: hosts remove participants, delete messages and posts, and lock the chat. Everyone can mute a person for
 * themselves. The table `moderation_actions` records each action.
 */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseFlag } from '../lib/fields.ts'

/** The kinds of action in `moderation_actions`. */
export const MODERATION_ACTIONS = [
  'remove_participant',
  'delete_message',
  'delete_post',
  'lock_chat',
  'unlock_chat',
  'mute',
  'unmute',
  'hide_item',
  'delete_item'
] as const
export type ModerationAction = (typeof MODERATION_ACTIONS)[number]

export const removeParticipant = endpoint('POST', '/api/challenge-events/:event/participants/:username/remove', {
  summary: 'The host removes somebody, who cannot join this session again',
  response: z.object({ participants_count: z.int(), ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

export const deleteMessage = endpoint('DELETE', '/api/messages/:message', {
  summary: 'The author, a host or a moderator of the site deletes a chat message', // D-131
  guests: true,
  response: z.object({}),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
})

export const lockChat = endpoint('POST', '/api/challenge-events/:event/chat/lock', {
  summary: 'The host closes the chat, or opens it again',
  body: z.object({ locked: flag }),
  response: z.object({ chat_locked: responseFlag, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
})

const muted = {
  response: z.object({
    /** Usernames of the people I mute, sorted; also in `user.muted`. */
    muted: z.array(z.string()),
    /** Usernames of those of them whom I block; also in `user.blocked`. */
    blocked: z.array(z.string()),
    ...noError
  })
}

export const muteUser = endpoint('POST', '/api/users/:username/mute', {
  summary: 'Hide what somebody says from me; nobody else notices',
  ...muted,
  refusals: ['unauthenticated', 'notFound', 'conflict']
})
/** A block is a mute that also hides faces and offers no way to read a single text. Hosts can still read (D-164). */
export const blockUser = endpoint('POST', '/api/users/:username/block', {
  summary: 'Hide somebody from me, with their face; they cannot invite me, and nobody else notices', // D-164
  ...muted,
  refusals: ['unauthenticated', 'notFound', 'conflict']
})
export const unmuteUser = endpoint('POST', '/api/users/:username/unmute', {
  summary: 'Show again what somebody says, also after a block',
  ...muted,
  refusals: ['unauthenticated', 'notFound', 'conflict']
})
