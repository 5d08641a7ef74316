/** The least that knowing a person costs: one prepared read of their login. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

const VIEWER = {
  name: 'viewer',
  text: `select u.id, u.role_id, u.username, l.client_uuid from logins l join users u on u.id = l.user_id
    where l.token_hash = $1 and l.expires_at > $2`
}

/** The id of the person of a cookie. @throws if there is no such login */
export async function personOf(pool: Pool, cookie: string | undefined, now: Date): Promise<number> {
  const token = cookie?.replace('hut_login=', '') ?? ''
  const { rows } = await pool.query({ ...VIEWER, values: [createHash('sha256').update(token).digest(), now] })
  return rows[0].id
}
