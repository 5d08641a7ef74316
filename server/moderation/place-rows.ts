import type { HiddenKind } from '../../domain/moderation/hidden.ts'
import type { Handle } from '../db/database.ts'

/** The path of the place of each thing in `report_cases c`, as SQL; null when it is gone. */
export const PLACE_OF_CASE = `case c.kind
  when 'message' then (select '/sessions/' || s.slug || '/chat' from messages m join sessions s on s.id = m.session_id
    where m.id = c.subject_id and m.deleted_at is null)
  when 'post' then (select '/sessions/' || s.slug || '/hut' from posts o join sessions s on s.id = o.session_id
    where o.id = c.subject_id and o.deleted_at is null)
  when 'item' then (select '/' || coalesce(b.slug, o.username) || '/' || i.slug from items i
    join persons o on o.id = i.person_id left join items b on b.id = i.parent_id where i.id = c.subject_id)
  when 'picture' then (select '/' || o.username from upload_uses x join persons o on o.id = x.person_id
    where x.upload_id = c.subject_id limit 1)
  when 'session' then (select '/sessions/' || s.slug from sessions s
    where s.id = c.subject_id and s.cancelled_at is null)
  when 'activity' then (select '/activities/' || y.slug from activities y
    where y.id = c.subject_id and y.deleted_at is null)
  when 'programme' then (select '/programmes/' || y.slug from programmes y
    where y.id = c.subject_id and y.deleted_at is null)
  when 'group' then (select '/group/' || y.slug from groups y where y.id = c.subject_id)
  when 'person' then (select '/' || o.username from persons o where o.id = c.subject_id) end`

/**
 * Whether the reminder `r` may tell its person where the thing in `report_cases c` is, as SQL. People report things by
 * their number, and counting numbers must not find unlisted ones (D-159).
 */
const MAY_FIND = `(r.kind <> 'report_decided' or case
  when c.kind in ('session', 'message', 'post') then exists (select from sessions s where s.id = case c.kind
      when 'session' then c.subject_id
      when 'message' then (select m.session_id from messages m where m.id = c.subject_id)
      else (select o.session_id from posts o where o.id = c.subject_id) end
    and (not s.unlisted
      or exists (select from participants p where p.session_id = s.id and p.user_id = r.user_id)))
  when c.kind = 'activity' then exists (select from activities y where y.id = c.subject_id and not y.unlisted)
  when c.kind = 'programme' then exists (
    select from programmes y where y.id = c.subject_id and y.visibility = 'public')
  else true end)`

/** What a reminder says of the thing in `report_cases c`, as SQL; null for other reminders. */
export const CASE_IN_REMINDER = `case when c.id is not null then json_build_object('kind', c.kind, 'status', c.status,
  'reason', c.reason, 'is_by_rule', c.is_by_rule, 'path', case when ${MAY_FIND} then ${PLACE_OF_CASE} end) end`

/** The paths of things of one kind, by their ids. Those that are gone are missing. */
export async function listPlaces(db: Handle, kind: HiddenKind, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.$client.query<{ id: string; path: string | null }>(
    `select c.subject_id as id, ${PLACE_OF_CASE} as path
     from unnest($2::bigint[]) c0(id) cross join lateral (select $1::text as kind, c0.id as subject_id) c`,
    [kind, ids]
  )
  return new Map(rows.flatMap(({ id, path }) => (path === null ? [] : [[Number(id), path]])))
}
