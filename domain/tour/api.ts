/** Marking messages of the tour as read. */
import * as z from 'zod/mini'
import { MESSAGE_KEYS, user } from '../accounts/user.ts'
import { endpoint } from '../lib/endpoint.ts'
import { sentBody } from '../lib/fields.ts'

/** `is_new` stands for the welcome, which comes before all other messages (D-124). */
export const READABLE_KEYS = [...MESSAGE_KEYS, 'is_new'] as const
export type ReadableKey = (typeof READABLE_KEYS)[number]

export const readNewMessage = endpoint('POST', '/api/users/read-new-message', {
  summary: 'Mark a message of the tour as read, or with is_new the welcome', // D-123, D-124
  guests: true,
  whileHeld: true,
  body: sentBody({
    message_key: z.literal(READABLE_KEYS, `Give one of these: ${READABLE_KEYS.join(', ')}.`)
  }),
  response: z.object({ is_new: user.shape.is_new, new_messages: user.shape.new_messages }),
  refusals: ['unauthenticated']
})
