import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Transaction } from '../db/database.ts'
import { Reason } from './news-rows.ts'

/** A new session. */
export interface SessionNews {
  id: number
  told_until: number
  user_id: number
  activity_id: number | null
  status: SessionStatus
  started_at: Date | null
  ended_at: Date | null
  created_at: Date
  /** Only the people who want to hear of each date of its series. */
  to_watchers: boolean
  /** Nobody is notified: it has ended or is hidden, or its host is suspended. */
  is_silent: boolean
}

const CLAIM_SESSION = `
  select n.session_id::int as id, n.told_until::int, s.user_id::int, s.activity_id::int, s.status, s.started_at,
    s.ended_at, s.created_at, n.to_watchers, s.status = ${SessionStatus.Ended} or s.hidden_at is not null
      or coalesce(u.suspended_until > $1, false) as is_silent
  from group_news n join sessions s on s.id = n.session_id join users u on u.id = s.user_id
  order by n.session_id limit 1 for update of n skip locked`

/** Locks a new session that no other node is working on. */
export async function claimSessionNews(tx: Transaction, now: Date): Promise<SessionNews | null> {
  const { rows } = await tx.$client.query<SessionNews>({ text: CLAIM_SESSION }, [now])
  return rows[0] ?? null
}

/**
 * A person's page shows their sessions, a second page of the account does not (D-35). So only followers of the first
 * one hear of them.
 */
const PEOPLE_OF_SESSION = `
  select who.user_id::int as id, min(who.reason) as reason
  from sessions s cross join lateral (
    select m.user_id, ${Reason.Member} as reason from group_members m where m.group_id = s.group_id and not $3
    union all select w.user_id, ${Reason.Member} from series_watchers w where w.series_id = s.series_id and $3
    union all select f.user_id, ${Reason.FollowsHost} from users u
      join persons n on n.user_id = u.id and n.username = u.username and n.hidden_at is null
      join follows f on f.person_id = n.id where u.id = s.user_id and not s.unlisted and not $3
    union all select f.user_id, ${Reason.FollowsActivity} from activities a join followers f on f.activity_id = a.id
      where a.id = s.activity_id and a.deleted_at is null and not a.unlisted and not s.unlisted and not $3) who
  where s.id = $1 and who.user_id > $2
    and not exists (select from participants p where p.session_id = s.id and p.user_id = who.user_id)
    and not exists (select from mutes b where b.user_id = s.user_id and b.muted_id = who.user_id and b.is_block)
  group by who.user_id order by who.user_id limit $4`

/**
 * People who hear of a session and are not in it, in the order of their ids: the members of its group, the followers of
 * its host and of its activity. Of a later date of a series, only those who want to hear of each date.
 */
export async function listPeopleOfSession(
  tx: Transaction,
  { id, told_until, to_watchers }: SessionNews,
  most: number
): Promise<{ id: number; reason: number }[]> {
  const { rows } = await tx.$client.query<{ id: number; reason: number }>({ text: PEOPLE_OF_SESSION }, [
    ...[id, told_until, to_watchers, most]
  ])
  return rows
}
