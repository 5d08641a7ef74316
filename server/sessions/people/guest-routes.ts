import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { NO_GUEST } from '../../../domain/accounts/guest.ts'
import { type Refusal, refuse } from '../../../domain/lib/refusal.ts'
import { joinAsGuest, setGuests } from '../../../domain/sessions/api.ts'
import { guestJoinCheck, takesGuests } from '../../../domain/sessions/people/guests.ts'
import { joinCheck } from '../../../domain/sessions/people/join.ts'
import { renameGuest } from '../../accounts/guest-rows.ts'
import { createGuest, guestOf, needSameName } from '../../accounts/guests.ts'
import { signIn } from '../../accounts/logins.ts'
import { getMe } from '../../accounts/me-rows.ts'
import type { Dependencies } from '../../dependencies.ts'
import { bind, bindSignedIn, NO_ERROR, showTokensLeft } from '../../lib/bind.ts'
import { dateAt } from '../../lib/clock.ts'
import { attemptLimit, guessLimit } from '../../lib/limits/rate-limit.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import { findPresent } from '../../progress/participant-rows.ts'
import { listNamesIn, updateGuests } from '../queries.ts'
import { getSession, getSessionId, listRoomsOf, requireHost } from '../session-rows.ts'
import type { Joined, JoinWish } from './membership.ts'

/** @param join lets a person into a session, with the people who ask at the same moment */
export async function guestRoutes(
  app: FastifyInstance,
  deps: Dependencies,
  join: (room: number, wish: JoinWish) => Promise<Joined>
): Promise<void> {
  const { db } = deps
  const limitPerAddress = attemptLimit(deps, 'guests')
  const guessCode = guessLimit(deps, 'guestCodes', isWrongCode)

  bind(app, deps, joinAsGuest, async ({ params, body, viewer, key, request, reply }) => {
    const before = guestOf(request)
    if (viewer && !before) refuse({ kind: 'conflict', message: NO_GUEST })
    await limitPerAddress(request)
    const { name, join_code: code = null, client_uuid: clientUuid = null } = body
    const enter = async () => {
      if (before && key) await needSameName(db, key.request_key, name)
      const { session } = await getSession(deps, params.event)
      const mayJoin = () => check(session, name, code, before)
      const guest = before
        ? await renamed(before, name, mayJoin)
        : await createGuest(deps, { name, time_zone: body.time_zone, key: key?.request_key ?? randomUUID() }, mayJoin)
      const { participant, left } = await join(session.id, { viewer: guest, code, clientUuid, key: null })
      const tab = before?.client_uuid ?? clientUuid ?? randomUUID()
      if (!before) await signIn(deps, db, request, reply, guest.id, tab, 'registration')
      showTokensLeft(reply, left)
      return { user: await getMe(deps, { id: guest.id, client_uuid: tab }), participant, ...NO_ERROR }
    }
    return code === null ? enter() : guessCode(request, enter)
  })

  /** Nobody has the new name in the other sessions that the guest is in either. */
  async function renamed(guest: SignedIn, name: string, mayJoin: () => Promise<'already' | null>) {
    const isSame = (await mayJoin()) === 'already' || name === guest.guest_name
    if (!isSame) await renameGuest(db, guest.id, name)
    return isSame ? guest : { ...guest, guest_name: name }
  }

  /**
   * Refuses early, so that a refusal creates no guest. Joining checks the same under the lock of the room. Returns
   * 'already' for a guest who is in.
   * @param before the guest who is signed in already
   */
  async function check(
    session: Awaited<ReturnType<typeof getSession>>['session'],
    name: string,
    code: string | null,
    before: SignedIn | null
  ): Promise<'already' | null> {
    const joined = before !== null && (await findPresent(db, session.id, before.id)) !== null
    const participants_count = session.participants_count + session.held_places
    const refusal = joinCheck({ ...session, participants_count }, { signedIn: true, joined, code })
    if (refusal === 'already') return refusal
    const rooms = before ? await listRoomsOf(db, before.id) : []
    const names = await listNamesIn(db, [session.id, ...rooms], before?.id)
    const barred = refusal ?? guestJoinCheck(session, deps.config.hut, { guest_name: name }, names)
    return barred ? refuse(barred) : null
  }

  bindSignedIn(app, deps, setGuests, async ({ params, body, viewer }) => {
    const id = await getSessionId(deps, params.event)
    const chosen = { guests: body.guests === 1, guests_chat: body.guests_chat === 1 }
    const data = await deps.rooms.change(id, async (tx, record, session) => {
      await requireHost(tx, viewer, id)
      await updateGuests(tx, id, { ...chosen, updated_at: dateAt(deps.clock) })
      const guests = takesGuests({ ...session, ...chosen }, deps.config.hut) ? (1 as const) : (0 as const)
      const data = { guests, guests_chat: body.guests_chat }
      record(id, { type: 'update', data })
      return data
    })
    return { ...data, ...NO_ERROR }
  })
}

const isWrongCode = ({ kind }: Refusal): boolean => kind === 'wrongCode'
