/** What a profile shows of a person besides their texts. */

import { sql } from 'drizzle-orm'
import { maySee } from '../../domain/moderation/hidden.ts'
import { MOST_ON_PROFILE, type Profile } from '../../domain/publishing/api.ts'
import { HOST, MEMBER } from '../../domain/sessions/people/permissions.ts'
import type { PersonRow } from '../accounts/persons/person-rows.ts'
import { getStreak } from '../days/days.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import type { Dependencies } from '../dependencies.ts'
import { findCover, findFaceOf } from '../faces/face-rows.ts'
import { listSharedGoals, ofOwner } from '../goals/sharing-rows.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listPublicOf } from '../sessions/listed-rows.ts'
import { IS_NEWS } from '../sessions/newest-rows.ts'

interface ProfileRow {
  id: number
  time_zone: string
  day_start: number
  shows_streak: boolean
  shows_sessions: boolean
  hosted_count: number
  has_news: boolean
  member_of: Profile['member_of']
}

/** A second person of an account shows only since when it exists (D-35). */
export async function loadProfile(deps: Dependencies, viewer: SignedIn | null, person: PersonRow): Promise<Profile> {
  const [found, cover, face] = await Promise.all([
    findProfile(deps.db, person),
    findCover(deps.db, person.id),
    findFaceOf(deps.db, person.id)
  ])
  const isFaceSeen = face !== null && maySee({ hidden_at: face.hidden_at, user_id: person.user_id }, viewer)
  const own = {
    ...{ since: person.created_at.toISOString(), introduction: person.introduction, cover },
    ...(person.hidden_at ? { is_hidden: 1 as const } : {}),
    face_id: isFaceSeen ? face.id : null,
    ...(isFaceSeen && face.hidden_at ? { is_face_hidden: 1 as const } : {})
  }
  if (!found) {
    const none = { hosts: [], streak: null, sessions: [], goals: [], member_of: [] }
    return { ...own, is_main: 0, hosted_count: 0, has_news: false, ...none }
  }
  const { hosted_count, has_news, member_of, shows_streak, shows_sessions, ...owner } = found
  const listOf = (role: typeof HOST | typeof MEMBER) => listPublicOf(deps, viewer, owner.id, role, MOST_ON_PROFILE)
  const [hosts, streak, sessions, goals] = await Promise.all([
    listOf(HOST),
    shows_streak ? getStreak(deps, owner) : null,
    shows_sessions ? listOf(MEMBER) : [],
    listSharedGoals(deps, viewer, ofOwner(owner.id), MOST_ON_PROFILE)
  ])
  return { ...own, is_main: 1, hosted_count, has_news, hosts, streak, sessions, goals, member_of }
}

/** Null for a second person of an account. */
async function findProfile(db: Database, { user_id, username }: PersonRow): Promise<ProfileRow | null> {
  const [row] = await selectRows<ProfileRow>(
    db,
    sql`select u.id::int, u.time_zone, u.day_start, u.shows_streak, u.shows_sessions,
      (select count(*)::int from participants p join sessions s on s.id = p.session_id
        where p.user_id = u.id and p.left_at is null and p.role = ${HOST}
          and s.status > 0 and s.cancelled_at is null and not s.unlisted) as hosted_count,
      exists (select from activities a where a.user_id = u.id and a.deleted_at is null and not a.unlisted)
        or exists (select from sessions s where s.user_id = u.id and ${IS_NEWS}) as has_news,
      (select coalesce(json_agg(json_build_object('title', title, 'path', '/group/' || slug, 'members_count', user_count)
          order by user_count desc, id), '[]') from (
        select g.id, g.title, g.slug, g.user_count from group_members m join groups g on g.id = m.group_id
        where m.user_id = u.id and g.hidden_at is null order by g.user_count desc, g.id limit ${MOST_ON_PROFILE}::int) shown) as member_of
    from users u where u.id = ${user_id} and u.username = ${username}`
  )
  return row ?? null
}
