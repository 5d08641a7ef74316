/** The lists of what people made, as rows. */
import type { ContentList, ContentState } from '../../domain/admin/content-api.ts'
import { CONTENT_LISTS } from '../../domain/admin/content-api.ts'
import type { Reason } from '../../domain/moderation/hidden.ts'
import type { SessionStatus } from '../../domain/sessions/status.ts'
import type { Database } from '../db/database.ts'

/** A search by fewer characters finds whole usernames only, because the index holds threes of characters. */
const SHORTEST_PART = 3

interface List {
  /** Rows `t`. */
  from: string
  isThere: string
  /** The title in lower case, as its index has it. */
  title: string
  /** Matches the rows of a username, $1. */
  isTheirs: string
  path: string
  people: string
  status: string
  startedAt: string
  /** The account that made row `t`. */
  owner: string
}

const users = { isTheirs: 't.user_id = any(array(select id from users where username = $1))', owner: 't.user_id' }

const TIMELESS = { status: 'null::smallint', startedAt: 'null::timestamptz' }

const LISTS: Record<ContentList, List> = {
  sessions: {
    ...users,
    ...{ from: 'sessions t', isThere: 't.cancelled_at is null', title: 'lower(t.title)' },
    ...{ path: `'/sessions/' || t.slug`, people: 't.participants_count', status: 't.status', startedAt: 't.started_at' }
  },
  groups: {
    ...users,
    ...{ from: 'groups t', isThere: 'true', title: 't.searched' },
    ...{ path: `'/group/' || t.slug`, people: 't.user_count', ...TIMELESS }
  },
  activities: {
    ...users,
    ...{ from: 'activities t', isThere: 't.deleted_at is null', title: 't.searched' },
    ...{ path: `'/activities/' || t.slug`, people: 't.followers_count', ...TIMELESS }
  },
  // Drafts are for nobody but their authors.
  items: {
    ...{ from: 'items t', isThere: 't.status = 1', title: 'lower(t.title)' },
    isTheirs: `t.person_id = any(array(
      select p.id from persons p join users u on u.id = p.user_id where u.username = $1))`,
    owner: '(select p.user_id from persons p where p.id = t.person_id)',
    path: `(select '/' || case when t.is_book then o.username else coalesce(b.slug, o.username) end || '/' || t.slug
      from persons o left join items b on b.id = t.parent_id where o.id = t.person_id)`,
    people: 'null::int',
    ...TIMELESS
  }
}

const STATES: Record<ContentState, string> = {
  running: 't.status = 1',
  waiting: 't.status = 0',
  ended: 't.status = 2',
  hidden: 't.hidden_at is not null'
}

export interface Wanted {
  /** A part of the title, or a whole username; empty for everything. */
  q: string
  state: ContentState | null
  /** Only rows with a lower id. */
  before: number | null
}

export interface FoundContent {
  id: number
  title: string
  path: string
  owner: string | null
  people: number | null
  status: SessionStatus | null
  created_at: Date
  started_at: Date | null
  hidden: Reason | null
}

/** The newest rows of a list. The statement names only the conditions that it needs, so that it can use their indexes. */
export async function listContent(
  db: Database,
  list: ContentList,
  { q, state, before }: Wanted,
  limit: number
): Promise<FoundContent[]> {
  const { from, isThere, title, isTheirs, path, people, status, startedAt, owner } = LISTS[list]
  const params: (string | number)[] = []
  const conditions = [isThere]
  if (q !== '') {
    params.push(q)
    if (q.length < SHORTEST_PART) conditions.push(isTheirs)
    else {
      params.push(`%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
      conditions.push(`(${title} like $2 or ${isTheirs})`)
    }
  }
  if (state) conditions.push(STATES[state])
  if (before !== null) conditions.push(`t.id < $${params.push(before)}`)
  const { rows } = await db.$client.query<FoundContent>(
    `select t.id::int, t.title, ${path} as path, ${people} as people, ${status} as status, t.created_at,
       ${startedAt} as started_at,
       (select u.username from users u where u.id = ${owner} and u.erased_at is null) as owner,
       case when t.hidden_at is not null then coalesce((select c.reason from report_cases c
         where c.kind = '${CONTENT_LISTS[list]}' and c.subject_id = t.id and c.status = 'hidden'), 'other') end as hidden
     from (select t.* from ${from} where ${conditions.join(' and ')} order by t.id desc limit ${limit}) t
     order by t.id desc`,
    params
  )
  return rows
}
