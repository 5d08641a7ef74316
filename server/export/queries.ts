/** Personal rows, table by table. They are read in pages by key, so that a slow reader holds no connection. */
import type { Database } from '../db/database.ts'
import { SECTIONS, type Section } from './sections.ts'

/** Rows per page. */
const PAGE = 500
/** Higher than any key. */
const END = Number.MAX_SAFE_INTEGER

/** The number of rows in some sections now, by default in all. */
export async function countRows(db: Database, userId: number, sections = Object.values(SECTIONS)): Promise<number> {
  const counts = sections.map(({ from }) => `(select count(*) from ${from})`)
  const { rows } = await db.$client.query<{ count: string }>(`select ${counts.join(' + ')} as count`, [userId])
  return Number(rows[0]?.count ?? 0)
}

/** The rows of a section as JSON, a page at a time. */
export async function* readSection(db: Database, userId: number, section: Section): AsyncGenerator<string[]> {
  const { from, more = '', key } = section
  const row = `(to_jsonb(t) - $2::text[] || jsonb_build_object(${more}))::text as row`
  if (!key) {
    const { rows } = await db.$client.query<{ row: string }>(`select ${row} from ${from}`, [userId, HIDDEN])
    if (rows.length > 0) yield rows.map(each => each.row)
    return
  }
  for (let last = 0; last < END; ) {
    const { rows } = await db.$client.query<{ row: string; key: string }>(
      `select ${row}, ${key} as key from ${from} and ${key} > $3 order by ${key} limit ${PAGE}`,
      [userId, HIDDEN, last]
    )
    if (rows.length > 0) yield rows.map(each => each.row)
    last = rows.length < PAGE ? END : Number(rows.at(-1)?.key)
  }
}

export interface LoggedRow {
  id: string
  at: Date
  goal: string | null
  action: string
  amount: number | null
  unit: string | null
  distance: number | null
  duration: number
  title: string
  content: string
  session: string | null
  day: string
}

export async function countLogs(db: Database, userId: number): Promise<number> {
  const { rows } = await db.$client.query<{ count: number }>(
    'select count(*)::int as count from logs where user_id = $1 and deleted_at is null and started_at is not null',
    [userId]
  )
  return rows[0]?.count ?? 0
}

/** My logs that count (D-52), the oldest first, a page at a time. A duration is in seconds of running time. */
export async function* readLogs(db: Database, userId: number): AsyncGenerator<LoggedRow[]> {
  for (let last = 0; last < END; ) {
    const { rows } = await db.$client.query<LoggedRow>(
      `select l.id, l.started_at as at, g.title as goal,
         coalesce(nullif(l.action, ''), g.action, '') as action, l.amount, g.unit, l.distance,
         floor(l.elapsed_duration) as duration, l.title, l.content, s.title as session,
         l.day::text
       from logs l left join goals g on g.id = l.goal_id left join sessions s on s.id = l.session_id
       where l.user_id = $1 and l.deleted_at is null and l.started_at is not null and l.id > $2 order by l.id limit ${PAGE}`,
      [userId, last]
    )
    if (rows.length > 0) yield rows
    last = rows.length < PAGE ? END : Number(rows.at(-1)?.id)
  }
}

/** Secrets, the owner of the rows, and columns for the database only. @internal For tests too. */
export const HIDDEN = [
  ...[
    'user_id',
    'password_hash',
    'token_hash',
    'secret_hash',
    'key_hash',
    'secret',
    'old_secret',
    'token',
    'id_token',
    'public_key',
    'client_uuid',
    'request_key',
    'guest_key',
    'guest_username',
    'request_digest'
  ],
  ...['login_hash', 'endpoint', 'p256dh', 'auth', 'actor_id', 'author_id', 'decided_by', 'admin_id'],
  ...['searched', 'words', 'provider', 'intent', 'invoice']
]
