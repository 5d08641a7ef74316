/** Joins and leaves groups. */
import type { Membership } from '../../domain/groups/api.ts'
import type { Transaction } from '../db/database.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { recordEvents, thingAt } from '../webhooks/event-rows.ts'
import { getGroup, lockGroup } from './group-rows.ts'
import { addToMembers, deleteMember, endRegular, insertMember } from './queries.ts'

/** Joins a group. @param wanted the state to reach; undefined toggles, as documented (D-110) */
export async function join(
  deps: Dependencies,
  viewer: SignedIn,
  slugOrId: string,
  wanted: 0 | 1 | undefined
): Promise<Membership> {
  const { db, clock } = deps
  return db.transaction(async tx => {
    await lockGroup(tx, slugOrId)
    const group = await getGroup(tx, slugOrId, viewer)
    const isNew = wanted !== 0 && (await insertMember(tx, group.id, viewer.id, dateAt(clock)))
    if (!isNew && wanted !== 1) return leaveIn(tx, group.id, viewer.id, dateAt(clock))
    const user_count = await addToMembers(tx, group.id, isNew ? 1 : 0)
    if (isNew) {
      const data = {
        username: viewer.username,
        session: null,
        group: thingAt(deps, `/group/${group.slug}`, group.title)
      }
      const whom = { group: group.id, by: viewer.id }
      await recordEvents(tx, deps, [{ type: 'member.joined', data, whom, subject: `group ${group.id}` }])
    }
    return { is_joined: 1, user_count }
  })
}

/** Leaves a group. Leaving twice changes nothing more. */
export async function leave({ db, clock }: Dependencies, viewer: SignedIn, slugOrId: string): Promise<Membership> {
  return db.transaction(async tx => {
    await lockGroup(tx, slugOrId)
    return leaveIn(tx, (await getGroup(tx, slugOrId, viewer)).id, viewer.id, dateAt(clock))
  })
}

async function leaveIn(tx: Transaction, groupId: number, userId: number, now: Date): Promise<Membership> {
  const wasIn = await deleteMember(tx, groupId, userId)
  if (wasIn) await endRegular(tx, groupId, userId, now)
  return { is_joined: 0, user_count: await addToMembers(tx, groupId, wasIn ? -1 : 0) }
}
