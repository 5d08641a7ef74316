/**
 * Measures how long people are in the room of a date (D-150). Each node looks at its own rooms every half minute. Two
 * nodes with the same person count each second once, because both add the time since the person was seen last.
 */
import { sql } from 'drizzle-orm'
import { SessionStatus } from '../../domain/sessions/status.ts'
import type { Dependencies } from '../dependencies.ts'

/** A person who was not seen before counts as here since the last look. */
const SIGHT = '30 seconds'
/** A person who was away longer came back in between. */
const LONGEST_GAP = '75 seconds'

/**
 * Adds the time since the last look for everyone who is here, at most the time since the start. The clock of the node
 * that looked last may be a little ahead.
 */
export async function noteAttendance({ db, hub, clock }: Pick<Dependencies, 'db' | 'hub' | 'clock'>): Promise<void> {
  const here = [...hub.present()].flatMap(([room, users]) => users.map(username => ({ room, username })))
  if (here.length === 0) return
  const now = new Date(clock.now())
  await db.execute(sql`
    insert into attendances as a (session_id, user_id, seconds, seen_at)
    select s.id, p.user_id, extract(epoch from least(${now}::timestamptz - s.started_at,
        make_interval(secs => coalesce(known.seconds, 0))
        + case when known.seen_at >= ${now}::timestamptz - ${LONGEST_GAP}::interval
          then greatest(${now}::timestamptz - known.seen_at, '0') else ${SIGHT}::interval end))::int, ${now}
    from jsonb_to_recordset(${JSON.stringify(here)}::jsonb) as here(room bigint, username citext)
    join sessions s on s.id = here.room and s.status = ${SessionStatus.Running} and s.series_id is not null
      and s.started_at <= ${now}
    join users u on u.username = here.username
    join participants p on p.session_id = s.id and p.user_id = u.id and p.left_at is null
    left join attendances known on known.session_id = s.id and known.user_id = p.user_id
    order by s.id, p.user_id
    on conflict (session_id, user_id) do update
      set seconds = greatest(a.seconds, excluded.seconds), seen_at = greatest(a.seen_at, excluded.seen_at)`)
}
