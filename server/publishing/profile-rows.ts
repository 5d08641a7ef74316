/** What a profile shows of a person besides their texts. */
import { sql } from 'drizzle-orm'
import { MOST_ON_PROFILE, type Profile } from '../../domain/publishing/api.ts'
import { HOST } from '../../domain/sessions/permissions.ts'
import type { PersonRow } from '../accounts/persons/person-rows.ts'
import type { Database } from '../db/database.ts'
import { selectRows } from '../db/prepared.ts'
import type { Dependencies } from '../dependencies.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { listHosted } from '../sessions/listed-rows.ts'

interface ProfileRow {
  hosted_count: number
  member_of: Profile['member_of']
}

/** A second person of an account shows only since when it exists (D-35). */
export async function loadProfile(deps: Dependencies, viewer: SignedIn | null, person: PersonRow): Promise<Profile> {
  const since = person.created_at.toISOString()
  const found = await findProfile(deps.db, person)
  if (!found) return { since, is_main: 0, hosted_count: 0, hosts: [], member_of: [] }
  return { since, is_main: 1, ...found, hosts: await listHosted(deps, viewer, person.user_id, MOST_ON_PROFILE) }
}

/** Null for a second person of an account. */
async function findProfile(db: Database, { user_id, username }: PersonRow): Promise<ProfileRow | null> {
  const [row] = await selectRows<ProfileRow>(
    db,
    sql`select
      (select count(*)::int from participants p join sessions s on s.id = p.session_id
        where p.user_id = u.id and p.left_at is null and p.role = ${HOST}
          and s.status > 0 and s.cancelled_at is null and not s.unlisted) as hosted_count,
      (select coalesce(json_agg(json_build_object('title', title, 'path', '/group/' || slug, 'members_count', user_count)
          order by user_count desc, id), '[]') from (
        select g.id, g.title, g.slug, g.user_count from group_members m join groups g on g.id = m.group_id
        where m.user_id = u.id order by g.user_count desc, g.id limit ${MOST_ON_PROFILE}::int) shown) as member_of
    from users u where u.id = ${user_id} and u.username = ${username}`
  )
  return row ?? null
}
