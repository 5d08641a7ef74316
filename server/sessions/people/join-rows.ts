/** The rows of people who join a session or come back. */
import type { Transaction } from '../../db/database.ts'
import type { sessions } from '../../db/schema/sessions.ts'

const INSERT_PARTICIPANTS = `
  insert into participants (session_id, user_id, role, client_uuid, charged, joined_at, starts_at)
  select $1, user_id, role, client_uuid, $2, $3, $4
  from rows from (jsonb_to_recordset($5::jsonb) as (user_id bigint, role smallint, client_uuid text))
    with ordinality as item(user_id, role, client_uuid, number)
  order by number
  returning id::int, user_id::int`

interface NewParticipant {
  user_id: number
  role: number
  client_uuid: string | null
}

/** Inserts people in this order. Returns the ids of their rows by user id. */
export async function insertParticipants(
  tx: Transaction,
  session: Pick<typeof sessions.$inferSelect, 'id' | 'is_free' | 'started_at'>,
  people: NewParticipant[],
  now: Date
): Promise<Map<number, number>> {
  if (people.length === 0) return new Map()
  const { rows } = await tx.$client.query<{ id: number; user_id: number }>({ text: INSERT_PARTICIPANTS }, [
    session.id,
    !session.is_free,
    now,
    session.started_at,
    JSON.stringify(people)
  ])
  return new Map(rows.map(({ id, user_id }) => [user_id, id]))
}

const READMIT = `
  update participants set left_at = null, joined_at = $1, is_ready = false, answer = null, role = item.role,
    client_uuid = item.client_uuid, charged = participants.charged or item.pays,
    owes = participants.owes and not item.pays
  from jsonb_to_recordset($2::jsonb) as item(id bigint, role smallint, client_uuid text, pays boolean)
  where participants.id = item.id`

/** Lets people back in who had left. */
export async function readmit(
  tx: Transaction,
  people: { id: number; role: number; client_uuid: string | null; pays: boolean }[],
  now: Date
): Promise<void> {
  if (people.length > 0) await tx.$client.query({ text: READMIT }, [now, JSON.stringify(people)])
}
