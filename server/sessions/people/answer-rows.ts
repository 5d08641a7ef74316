import { sql } from 'drizzle-orm'
import type { Answers } from '../../../domain/sessions/api.ts'
import type { Answer } from '../../../domain/sessions/people/answers.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { selectRows } from '../../db/prepared.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { SignedIn } from '../../lib/signed-in.ts'
import type { SessionRow } from '../../realtime/room-rows.ts'

const MOST_LISTED = 500

/** The answers for the page of a person who is in or has answered; empty for all others. */
export async function answersFor(
  { db }: Pick<Dependencies, 'db'>,
  session: Pick<SessionRow, 'id' | 'status'>,
  viewer: SignedIn | null
): Promise<Answers> {
  const none: Answers = { coming: [], declined: [], mine: null }
  if (!viewer || session.status !== SessionStatus.NotStarted) return none
  const [row] = await selectRows<Record<'coming' | 'declined', string[]> & { mine: Answer | null; is_in: boolean }>(
    db,
    sql`
    with said as (select p.answer, u.username::text as username from participants p join users u on u.id = p.user_id
      where p.session_id = ${session.id} and p.answer is not null and u.erased_at is null order by p.id)
    select array(select username from said where answer = 'coming' limit ${MOST_LISTED}) as coming,
      array(select username from said where answer = 'declined' limit ${MOST_LISTED}) as declined,
      me.answer as mine, coalesce(me.left_at is null or me.answer is not null, false) as is_in
    from participants me where me.session_id = ${session.id} and me.user_id = ${viewer.id}`
  )
  if (!row?.is_in) return none
  const { coming, declined, mine } = row
  return { coming, declined, mine }
}
