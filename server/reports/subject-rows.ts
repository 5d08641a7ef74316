/** The things that people report: where they are, what they say, and whether they are hidden. */
import type { HiddenKind } from '../../domain/moderation/hidden.ts'
import type { Handle, Transaction } from '../db/database.ts'
import type { Subject } from '../moderation/case-rows.ts'

export interface FoundSubject extends Subject {
  hidden_at: Date | null
  title: string
  /** Plain text or HTML. */
  text: string
  /** Of a picture. */
  image: { name: string; type: string; widths: number[] } | null
  /** The session of a message, a post or a session. */
  room: number | null
  is_unlisted: boolean
  /** Only its author can open it. */
  is_private: boolean
  /** The person whose picture it is. */
  person_id: number | null
}

/** How much of a text a moderator sees in the list. */
const PREVIEW = 2000

/** Columns of each kind: id, author_id, hidden_at, title, text, and then those that only some kinds have. */
const SELECTS: Record<HiddenKind, string> = {
  message: `select m.id, m.user_id as author_id, m.hidden_at, '' as title, m.content as text, m.session_id as room
    from messages m where m.id = any($1::bigint[]) and m.deleted_at is null`,
  post: `select p.id, p.user_id as author_id, p.hidden_at, p.title, p.content as text, p.session_id as room
    from posts p where p.id = any($1::bigint[]) and p.deleted_at is null`,
  item: `select i.id, p.user_id as author_id, i.hidden_at, i.title, i.content as text
    from items i join persons p on p.id = i.person_id where i.id = any($1::bigint[])`,
  picture: `select u.id, u.user_id as author_id, u.hidden_at, p.username::text as title, '' as text, p.id as person_id,
      json_build_object('name', u.name, 'type', u.type, 'widths', u.widths) as image
    from uploads u left join upload_uses x on x.upload_id = u.id and x.person_id is not null
      left join persons p on p.id = x.person_id where u.id = any($1::bigint[])`,
  session: `select s.id, s.user_id as author_id, s.hidden_at, s.title, s.content as text, s.id as room,
      s.unlisted as is_unlisted
    from sessions s where s.id = any($1::bigint[]) and s.cancelled_at is null`,
  activity: `select a.id, a.user_id as author_id, a.hidden_at, a.title, a.content as text, a.unlisted as is_unlisted
    from activities a where a.id = any($1::bigint[]) and a.deleted_at is null`,
  programme: `select p.id, p.user_id as author_id, p.hidden_at, p.title, p.about || E'\\n' || p.text as text,
      p.visibility <> 'public' as is_unlisted, p.visibility = 'private' as is_private
    from programmes p where p.id = any($1::bigint[]) and p.deleted_at is null`,
  group: `select g.id, g.user_id as author_id, g.hidden_at, g.title, g.content as text
    from groups g where g.id = any($1::bigint[])`,
  person: `select p.id, p.user_id as author_id, p.hidden_at, p.title, p.username::text as text
    from persons p where p.id = any($1::bigint[])`
}

/** Things of one kind. Those that are gone are missing. */
export async function listSubjects(
  db: Handle,
  kind: HiddenKind,
  ids: readonly number[]
): Promise<Map<number, FoundSubject>> {
  type Row = Omit<FoundSubject, 'kind'>
  const { rows } = await db.$client.query<Row>(
    `select t.*, t.id::int, t.author_id::int, left(t.text, ${PREVIEW}) as text from (${SELECTS[kind]}) t`,
    [ids]
  )
  return new Map(
    rows.map(row => [
      row.id,
      {
        ...row,
        kind,
        image: row.image ?? null,
        room: row.room == null ? null : Number(row.room),
        is_unlisted: row.is_unlisted ?? false,
        is_private: row.is_private ?? false,
        person_id: row.person_id == null ? null : Number(row.person_id)
      }
    ])
  )
}

/** One thing; null when it is gone. */
export async function findSubject(db: Handle, kind: HiddenKind, id: number): Promise<FoundSubject | null> {
  return (await listSubjects(db, kind, [id])).get(id) ?? null
}

/** The tables of the kinds that are hidden by a column alone. */
const TABLES: Partial<Record<HiddenKind, string>> = {
  session: 'sessions',
  activity: 'activities',
  programme: 'programmes',
  group: 'groups',
  person: 'persons',
  picture: 'uploads'
}

/**
 * Hides or shows sessions, activities, groups, pages or pictures. Hidden sessions and activities are unlisted. When
 * they are shown again, they are unlisted if they were before. The row of a session stores that, and so does the case of
 * an activity. The case also has it for a session that an earlier version hid.
 */
export async function setHidden(
  tx: Transaction,
  kind: HiddenKind,
  ids: number[],
  hiddenAt: Date | null
): Promise<void> {
  const table = TABLES[kind]
  if (table === undefined) throw new Error(`a ${kind} is hidden by its feature`)
  const wasUnlisted = `coalesce((select c.was_unlisted from report_cases c
    where c.kind = '${kind}' and c.subject_id = t.id), t.unlisted)`
  const changes: Partial<Record<HiddenKind, { hide: string; show: string }>> = {
    session: {
      hide: ', was_unlisted = t.unlisted, unlisted = true',
      show: `, unlisted = coalesce(t.was_unlisted, ${wasUnlisted}), was_unlisted = null`
    },
    activity: { hide: ', unlisted = true', show: `, unlisted = ${wasUnlisted}` }
  }
  const more = changes[kind]?.[hiddenAt ? 'hide' : 'show'] ?? ''
  await tx.$client.query(`update ${table} t set hidden_at = $2${more} where t.id = any($1::bigint[])`, [ids, hiddenAt])
}

const USES: Partial<Record<HiddenKind, string>> = {
  post: 'post_id',
  session: 'session_id',
  activity: 'activity_id',
  group: 'group_id'
}

/** Shows the pictures in texts to everyone, or to nobody else than who sent them. */
export async function showPictures(tx: Transaction, kind: HiddenKind, ids: number[], isShown: boolean): Promise<void> {
  const column = USES[kind]
  if (column === undefined) return
  await tx.$client.query(`update upload_uses set is_shown = $2 where ${column} = any($1::bigint[])`, [ids, isShown])
}
