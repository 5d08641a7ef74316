/** Which group an activity is in (D-111); the sessions of it that run or are to come go along. */
import { canAttach, JOIN_GROUP_FIRST } from '../../domain/groups/group.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import type { Dependencies } from '../dependencies.ts'
import { getGroup } from '../groups/group-rows.ts'
import { dateAt } from '../lib/clock.ts'
import { lockActivity, moveSessions, updateActivityRow } from './activity-rows.ts'

interface Attached {
  hut_id: number | null
  hut_slug: string | null
}

/** Takes it out of the group that it was in. */
export function attachActivity(
  deps: Dependencies,
  viewer: SignedIn,
  hut: string,
  challenge: string
): Promise<Attached> {
  return place(deps, viewer, { hut, challenge }, (_, groupId) => groupId)
}

/** One that is in another group, or in none, stays where it is. */
export function detachActivity(
  deps: Dependencies,
  viewer: SignedIn,
  hut: string,
  challenge: string
): Promise<Attached> {
  return place(deps, viewer, { hut, challenge }, (now, groupId) => (now === groupId ? null : now))
}

async function place(
  { db, clock }: Dependencies,
  viewer: SignedIn,
  { hut, challenge }: { hut: string; challenge: string },
  next: (now: number | null, groupId: number) => number | null
): Promise<Attached> {
  return db.transaction(async tx => {
    const activity = (await lockActivity(tx, challenge)) ?? refuse({ kind: 'notFound' })
    const group = await getGroup(tx, hut, viewer)
    if (!canAttach(group, activity, viewer, group.is_joined)) {
      refuse({ kind: 'forbidden', message: group.is_joined ? NOT_YOURS : JOIN_GROUP_FIRST })
    }
    const to = next(activity.group_id, group.id)
    if (to !== activity.group_id) {
      await updateActivityRow(tx, activity.id, {
        group_id: to,
        revision: activity.revision + 1,
        updated_at: dateAt(clock)
      })
      await moveSessions(tx, activity.id, activity.group_id, to)
    }
    if (to === null) return { hut_id: null, hut_slug: null }
    return { hut_id: to, hut_slug: to === group.id ? group.slug : (await getGroup(tx, to, null)).slug }
  })
}

const NOT_YOURS = 'Only who made the activity, the creator of the group and site admins can do that.'
