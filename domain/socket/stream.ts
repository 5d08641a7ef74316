/** A session as server-sent events, for pages whose socket does not open (D-67). */
import * as z from 'zod/mini'
import { chatMessage } from '../chat/api.ts'
import type { EventStream } from '../lib/endpoint.ts'
import { livePoll, typed } from '../sessions/api.ts'
import { streamUpdate } from './messages.ts'

export const sessionStream = {
  path: '/api/challenge-events/:event/stream',
  alias: { path: '/api/challenges/:challenge/stream', query: typed },
  summary:
    'How a session stands now, then what changes, as server-sent events: put each later one into the first; and what is said in its chat',
  event: z.union([livePoll, streamUpdate, z.object({ message: chatMessage })]),
  refusals: ['notFound', 'tooMany']
} as const satisfies EventStream
