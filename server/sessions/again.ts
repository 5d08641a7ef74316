/** Repeats a session at another time, for the people who took part. */

import { isAdmin } from '../../domain/accounts/user.ts'
import { planSeenBy } from '../../domain/activities/hidden.ts'
import { clearPlan } from '../../domain/activities/schedule.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { againCheck } from '../../domain/sessions/again.ts'
import { canHost } from '../../domain/sessions/people/permissions.ts'
import { startError } from '../../domain/sessions/times.ts'
import { tellInboxes } from '../accounts/unread-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findMembership } from '../progress/participant-rows.ts'
import { remind } from '../reminders/reminder-rows.ts'
import { createSession } from './create-session.ts'
import { listOthersIn } from './queries.ts'
import { getSession, getSessionId } from './session-rows.ts'

/**
 * Creates the session with the viewer as host, and invites everyone else who was in at the end. A viewer who did not
 * host the ended session copies what they could see of it: no hidden groups, join code or group. Returns the slug. A
 * second call with the same key returns the same slug.
 */
export async function repeatSession(
  deps: Dependencies,
  viewer: SignedIn,
  event: string,
  startedAt: string,
  key: RequestKey | null
): Promise<string> {
  const { session, activity } = await getSession(deps, event)
  const member = await findMembership(deps.db, session.id, viewer.id)
  const wasIn = member !== null && member.removed_at === null
  const refusal = againCheck(session, wasIn || isAdmin(viewer))
  if (refusal) refuse(refusal)
  const past = startError(startedAt, deps.clock.now())
  if (past !== null) refuse(invalid('started_at', past))
  const isHost = canHost(viewer, member)
  const { content, term_id, difficulty, participant_limit, needs_code, unlisted } = session
  const { group_id, join_code, donation_link } = session
  const slug = await createSession(deps, viewer, {
    activity: activity?.slug ?? null,
    title: session.title,
    started_at: startedAt,
    ended_at: null,
    duration: session.duration,
    manual: false,
    byHand: false,
    clientUuid: null,
    key,
    settings: {
      ...{ content, term_id, difficulty, participant_limit, needs_code, unlisted },
      ...(isHost ? { group_id, join_code, donation_link } : { donation_link: '' })
    },
    plan: planSeenBy(clearPlan(session.plan), isHost),
    guests: isHost ? { guests: session.guests, guests_chat: session.guests_chat } : undefined,
    againOf: session.id
  })
  await invite(deps, viewer, session.id, await getSessionId(deps, slug), Date.parse(startedAt))
  return slug
}

/** Shows the new session on the page of the ended one and in everyone's inbox. Repeating this changes nothing. */
async function invite(
  deps: Dependencies,
  viewer: SignedIn,
  from: number,
  sessionId: number,
  at: number
): Promise<void> {
  const told = await deps.rooms.transact(from, async (tx, record) => {
    record(from, { type: 'update', data: { reload: true } })
    const to = await listOthersIn(tx, from, viewer.id)
    return remind(tx, deps, { kind: 'session_again', to, sessionId, actorId: viewer.id, at, end: at })
  })
  tellInboxes(deps, told)
}
