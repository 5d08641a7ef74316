/**
 * As whom a call is meant. The page says in `X-Person` whom it shows: the id of a person, or `visitor`. Since it was
 * loaded the login may have ended, or another tab may have signed somebody else in. So what is personal is refused then,
 * and every response says in the same header for whom it is. A call without the header is meant for whoever makes it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'
import type { SignedIn } from '../signed-in.ts'

/** Says for whom the response is. */
export function tellPerson({ viewer }: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-person', viewer?.id ?? 'visitor')
}

/** For what only somebody signed in may do or see: refuses visitors and ended logins with 401, other people with 409. */
export function needPerson(request: FastifyRequest): SignedIn {
  if (!request.viewer) return refuse({ kind: 'unauthenticated' })
  refuseOther(request)
  return request.viewer
}

/** Refuses a call that is meant for somebody other than who is signed in. */
export function refuseOther({ headers, viewer }: FastifyRequest): void {
  const meant = headers['x-person']
  if (viewer && meant !== undefined && meant !== String(viewer.id)) refuse({ kind: 'otherPerson' })
}
