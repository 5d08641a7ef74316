/** Gives a session a host when it begins without one (D-73). */
import { participantsForAll } from '../../../domain/activities/hidden.ts'
import { takesOver } from '../../../domain/sessions/people/absent-host.ts'
import { HOST } from '../../../domain/sessions/people/permissions.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findParticipant, updateParticipant } from '../../progress/participant-rows.ts'
import { listStarting } from '../starting-rows.ts'

/**
 * Returns a function that checks the rooms of this node. The process remembers how long each host has been away, so the
 * minute begins again after a restart.
 */
export function watchHosts(deps: Dependencies): () => Promise<void> {
  const { db, hub, clock } = deps
  const awaySince = new Map<number, number>()
  return async () => {
    const present = hub.present()
    const starting = await listStarting(db, present, clock.now())
    for (const id of awaySince.keys()) if (!starting.some(room => room.id === id)) awaySince.delete(id)
    for (const { id, people, ...session } of starting) {
      const here = new Set(present.get(id))
      if (people.some(({ role, username }) => role === HOST && here.has(username))) {
        awaySince.delete(id)
        continue
      }
      const since = awaySince.get(id) ?? clock.now()
      awaySince.set(id, since)
      if (takesOver(session, people, here, since, clock.now()) !== null) await takeOver(deps, id, since)
    }
  }
}

/** Checks again once the room is locked: another node may have acted first, or the host may have come. */
async function takeOver(deps: Dependencies, id: number, since: number): Promise<void> {
  await deps.rooms.change(id, async (tx, record, session) => {
    const present = new Map([[id, deps.hub.present().get(id) ?? []]])
    const [room] = await listStarting(tx, present, deps.clock.now())
    const name = room && takesOver(room, room.people, new Set(present.get(id)), since, deps.clock.now())
    const person = room?.people.find(({ username }) => username === name)
    if (!person) return
    await updateParticipant(tx, person.id, { role: HOST })
    const participant = await findParticipant(tx, id, person.user_id)
    if (!participant) return
    const participants = participantsForAll(session.plan, [participant])
    record(id, { type: 'update', data: { participants, took_over: person.username } })
  })
}
