/** The same session again, at another time, for those who took part. */
import { isAdmin } from '../../domain/accounts/user.ts'
import { planSeenBy } from '../../domain/activities/hidden.ts'
import { clearPlan } from '../../domain/activities/schedule.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { againCheck } from '../../domain/sessions/again.ts'
import { canHost } from '../../domain/sessions/permissions.ts'
import { startError } from '../../domain/sessions/times.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestKey } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findMembership } from '../progress/participant-rows.ts'
import { remind, tellInboxes } from '../reminders/reminder-rows.ts'
import { createSession } from './create-session.ts'
import { listOthersIn } from './queries.ts'
import { getSession, getSessionId } from './session-rows.ts'

/**
 * Makes it with the viewer as its host, and invites all others who were in at the end. Who does not host the ended one
 * copies what they see of it: without hidden groups, the code and the group. Returns the slug; once for each key.
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
    againOf: session.id
  })
  await invite(deps, viewer, session.id, await getSessionId(deps, slug), Date.parse(startedAt))
  return slug
}

/** Those who look at the ended session see it there, and everybody has it in their inbox. Twice is the same as once. */
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
