/** Shares, gives away and takes back the host role of a session (D-73, SEC-41). */

import { participantsForAll } from '../../../domain/activities/hidden.ts'
import { JOIN_FIRST, refuse } from '../../../domain/lib/refusal.ts'
import type { Participant } from '../../../domain/sessions/api.ts'
import {
  canHost,
  HOST,
  MEMBER,
  mayTakeBack,
  NOT_YOURS_TO_TAKE,
  shareCheck
} from '../../../domain/sessions/people/permissions.ts'
import type { Transaction } from '../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import {
  findMember,
  findParticipants,
  findPresent,
  type ParticipantRow,
  updateParticipant
} from '../../progress/participant-rows.ts'
import type { RecordEvent, SessionRow } from '../../realtime/room-rows.ts'

/** Makes someone a host as well as, or instead of, the viewer. Other hosts stay. Returns people whose role changed. */
export function shareHost(
  deps: Dependencies,
  viewer: SignedIn,
  sessionId: number,
  username: string,
  insteadOfMe: boolean
): Promise<Participant[]> {
  return deps.rooms.change(sessionId, async (tx, record, session) => {
    const me = await findPresent(tx, sessionId, viewer.id)
    const found = await findMember(tx, sessionId, username)
    const member = found && { isIn: found.member.left_at === null, isGuest: found.is_guest }
    const refusal = shareCheck(canHost(viewer, me), member, session.status)
    if (refusal || !found) return refuse(refusal ?? { kind: 'notFound' })
    const gives = insteadOfMe && me?.role === HOST && me.id !== found.member.id
    return changeRoles(tx, record, session, [
      ...(found.member.role === HOST ? [] : [{ ...found.member, role: HOST }]),
      ...(gives ? [{ ...me, role: MEMBER }] : [])
    ])
  })
}

/** Lets the creator, or a host who left and is back, host again next to the others. Repeating it changes nothing. */
export function takeBackHost(deps: Dependencies, viewer: SignedIn, sessionId: number): Promise<Participant[]> {
  return deps.rooms.change(sessionId, async (tx, record, session) => {
    const me = (await findPresent(tx, sessionId, viewer.id)) ?? refuse({ kind: 'forbidden', message: JOIN_FIRST })
    if (me.role === HOST) return []
    const mine = { role: me.role, isCreator: session.user_id === viewer.id, wasHost: me.was_host }
    if (!mayTakeBack(mine, session.status)) refuse({ kind: 'forbidden', message: NOT_YOURS_TO_TAKE })
    return changeRoles(tx, record, session, [{ ...me, role: HOST }])
  })
}

async function changeRoles(
  tx: Transaction,
  record: RecordEvent,
  { id: sessionId, plan }: Pick<SessionRow, 'id' | 'plan'>,
  people: Pick<ParticipantRow, 'id' | 'user_id' | 'role'>[]
): Promise<Participant[]> {
  if (people.length === 0) return []
  await Promise.all(people.map(({ id, role }) => updateParticipant(tx, id, { role })))
  const found = await findParticipants(
    tx,
    people.map(({ user_id }) => ({ session_id: sessionId, user_id }))
  )
  const participants = participantsForAll(
    plan,
    found.map(({ participant }) => participant)
  )
  record(sessionId, { type: 'update', data: { participants } })
  return participants
}
