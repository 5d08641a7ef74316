/** Activities and sessions in a group: adding, proposing and removing them. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseFlag, text } from '../lib/fields.ts'

const attachment = {
  response: z.object({
    hut_id: z.nullable(z.int()),
    hut_slug: z.nullable(z.string()),
    ...noError
  }),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
} as const

export const attachChallenge = endpoint('PATCH', '/api/groups/:hut/:challenge/attach-challenge', {
  summary: 'Put an activity into a group, out of the one it was in; the creator of a group proposes it to the host', // D-134
  response: z.object({ ...attachment.response.shape, is_proposed: responseFlag }),
  refusals: [...attachment.refusals, 'conflict']
})
export const detachChallenge = endpoint('PATCH', '/api/groups/:hut/:challenge/detach-challenge', {
  summary: 'Take an activity out of a group, or a proposal back; one that is elsewhere stays where it is', // D-134
  ...attachment
})

export const acceptProposal = endpoint('PATCH', '/api/groups/:hut/:challenge/accept-proposal', {
  summary: 'Move an activity into the group that proposed it, out of the one it was in', // D-134
  ...attachment,
  refusals: [...attachment.refusals, 'conflict']
})
/** The group cannot propose the activity again for a day; the host can still move it there. */
export const declineProposal = endpoint('PATCH', '/api/groups/:hut/:challenge/decline-proposal', {
  summary: 'Leave an activity where it is, against the proposal of a group', // D-134
  ...attachment
})

/** Activities that the viewer may attach or propose and that are not in the group, the newest first. */
export const getAttachable = endpoint('GET', '/api/groups/:hut/attachable', {
  summary: 'At most twenty activities to attach to a group, by title', // the documents do not name it
  query: z.object({ q: z.optional(text(100)) }),
  response: z.object({
    serverData: z.object({ challenges: z.array(z.object({ slug: z.string(), title: z.string() })) })
  }),
  refusals: ['unauthenticated', 'notFound']
})
