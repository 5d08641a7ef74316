/**
 * Checks that a call is meant for the person who makes it. A page sends the header `X-Person` with the id of the person
 * that it shows, or `visitor`. After the page was loaded, the login may have ended, or another tab may have signed in
 * another person. Personal calls are refused then, and every response has the same header. A call without the header is
 * meant for its caller.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { SignedIn } from '../signed-in.ts'

/** Adds the header that says for whom the response is. */
export function addPersonHeader({ viewer }: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-person', viewer?.id ?? 'visitor')
}

/** Returns the signed-in person. @throws Refused 401 for a visitor or an ended login, 409 for another person */
export function needPerson(request: FastifyRequest): SignedIn {
  if (!request.viewer) return refuse({ kind: 'unauthenticated' })
  refuseOther(request)
  return request.viewer
}

/** Refuses a call that is meant for another person. @throws Refused 409 */
export function refuseOther({ headers, viewer }: FastifyRequest): void {
  const meant = headers['x-person']
  if (viewer && meant !== undefined && meant !== String(viewer.id)) refuse({ kind: 'otherPerson' })
}
