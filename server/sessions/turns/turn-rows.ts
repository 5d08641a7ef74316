/** Running sessions whose turns have to be announced. */
import type { Database, Transaction } from '../../db/database.ts'

/** Running sessions whose turns are due for a check. */
export async function listTurnsDue(db: Database, now: Date): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>(
    'select id::int from sessions where status = 1 and turns_at <= $1 and hidden_at is null order by turns_at limit 1000',
    [now]
  )
  return rows.map(({ id }) => id)
}

/** Stores when to check the turns of a session next. */
export async function lookAgainAt(tx: Transaction, sessionId: number, at: Date): Promise<void> {
  await tx.$client.query('update sessions set turns_at = $2 where id = $1', [sessionId, at])
}

/** The ids of people by username. */
export async function findUserIds(
  tx: Transaction,
  people: readonly { username: string }[]
): Promise<Map<string, number>> {
  const { rows } = await tx.$client.query<{ id: number; username: string }>(
    'select id::int, username from users where username = any($1)',
    [people.map(({ username }) => username)]
  )
  return new Map(rows.map(({ id, username }) => [username, id]))
}
