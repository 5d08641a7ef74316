/** Chat of a session on the wire (CHAT-01..CHAT-26). Messages reach the room's pages as live events. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseDate, responseFlag, sentBody, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sessionData } from '../sessions/api.ts'

export const chatMessage = z.object({
  id: z.int(),
  content: z.string(),
  messageable_type: z.literal('challenge_event'),
  messageable_id: z.int(),
  client_uuid: z.nullable(z.string()),
  username: z.string(),
  created_at: responseDate,
  /** 1 when a moderator hid it; its content is empty then. Absent otherwise. */
  is_hidden: z.optional(responseFlag)
})
export type ChatMessage = z.output<typeof chatMessage>

export const sessionChatPage = page('/sessions/:event/chat', {
  aliases: ['/activities/:challenge/events/:event/chat'],
  data: z.object({
    ...sessionData.shape,
    /** The newest `per_page` × 5, oldest first. */
    messages: z.array(chatMessage),
    /** Older ones exist. */
    has_earlier: z.boolean()
  }),
  head: data => ({ title: `${data.challengeEvent.title} · Chat` })
})

/** One page of older messages. Everyone may read them. */
export const earlierMessages = endpoint('GET', '/api/challenge-events/:event/messages', {
  summary: 'The messages before one of them, oldest first; the newest without `before`', // the documents do not name it
  query: z.object({ before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'Give the id of a message.'))) }),
  response: z.object({ messages: z.array(chatMessage), has_earlier: z.boolean(), ...noError }),
  refusals: ['notFound']
})

export const sendMessage = endpoint('POST', '/api/messages', {
  summary: 'Say something in the chat of a running session; one use', // D-106
  guests: true,
  keyed: true,
  body: sentBody({
    content: title(2000),
    messageable_type: z.literal('challenge_event', 'Chat exists in sessions only: give challenge_event.'),
    messageable_id: z.int('Give the id of the session.')
  }),
  response: z.object({ message: chatMessage, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict', 'insufficientTokens']
})
