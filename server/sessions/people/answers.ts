/** What people say before a planned session: they come, or they can't make it (D-150). */

import { refuse } from '../../../domain/lib/refusal.ts'
import { Answer, answerCheck } from '../../../domain/sessions/people/answers.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { findMembership, updateParticipant } from '../../progress/participant-rows.ts'
import { removeMember } from './membership.ts'

/** Stores a person's answer. One who can't make it leaves, so that their place is free. Twice changes nothing more. */
export async function answer(deps: Dependencies, viewer: SignedIn, sessionId: number, wanted: Answer): Promise<void> {
  await deps.rooms.change(sessionId, async (tx, record, session) => {
    const member = await findMembership(tx, sessionId, viewer.id)
    const isIn = member?.left_at === null
    const wasIn = member !== null && member.removed_at === null
    const startsAt = session.started_at?.getTime() ?? null
    const refusal = answerCheck({ status: session.status, startsAt }, { isIn, wasIn }, wanted)
    if (refusal || !member) return refuse(refusal ?? { kind: 'notFound' })
    if (member.answer === wanted) return
    if (isIn && wanted === Answer.Declined) {
      await removeMember(deps, tx, record, session, member, { left: [viewer.username] })
    }
    await updateParticipant(tx, member.id, { answer: wanted })
    record(sessionId, { type: 'update', data: { reload: true } })
  })
}
