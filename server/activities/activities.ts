/** Following activities. */

import { refuse } from '../../domain/lib/refusal.ts'
import { needVisible } from '../../domain/moderation/hidden.ts'
import type { Dependencies } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { findActivity, updateActivityRow } from './activity-rows.ts'
import { addToFollowers, deleteFollower, insertFollower } from './queries.ts'

interface Followed {
  is_joined: 0 | 1
  participants_count: number
}

/** Free, and joins none of its sessions (D-61). Repeating it changes nothing. */
export async function follow({ db, clock }: Dependencies, viewer: SignedIn, slugOrId: string): Promise<Followed> {
  return db.transaction(async tx => {
    const activity = needVisible((await findActivity(tx, slugOrId)) ?? refuse({ kind: 'notFound' }), viewer)
    if (activity.is_preset) refuse({ kind: 'conflict', message: 'You can’t join a template.' })
    const isNew = await insertFollower(tx, activity.id, viewer.id, dateAt(clock))
    if (isNew && viewer.id !== activity.user_id && !activity.is_used) {
      await updateActivityRow(tx, activity.id, { is_used: true })
    }
    return { is_joined: 1, participants_count: await addToFollowers(tx, activity.id, isNew ? 1 : 0) }
  })
}

export async function unfollow({ db }: Dependencies, viewer: SignedIn, slugOrId: string): Promise<Followed> {
  return db.transaction(async tx => {
    const activity = (await findActivity(tx, slugOrId)) ?? refuse({ kind: 'notFound' })
    const wasThere = await deleteFollower(tx, activity.id, viewer.id)
    return { is_joined: 0, participants_count: await addToFollowers(tx, activity.id, wasThere ? -1 : 0) }
  })
}
