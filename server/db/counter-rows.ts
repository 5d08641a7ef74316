/** Counters that nodes share through PostgreSQL. */

import type { Clock } from '../lib/clock.ts'
import { dateAt } from '../lib/clock.ts'
import type { Counters, Full, Use } from '../lib/limits/counters.ts'
import type { Database } from './database.ts'

/** Locks keys in one order, so that two nodes cannot deadlock. */
const COUNT = `
  insert into limit_counts as counted (key, used, most, until)
  select key, amount, most, until from unnest($1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[])
    as wanted(key, amount, most, until) where amount <= most order by key
  on conflict (key) do update set
    used = excluded.used + case when counted.until > $5 then counted.used else 0 end,
    most = excluded.most,
    until = case when counted.until > $5 then counted.until else excluded.until end
  where counted.until <= $5 or counted.used + excluded.used <= excluded.most
  returning key`

const GIVE_BACK = 'update limit_counts set used = greatest(0, used - $2) where key = $1 and until > $3'

/** The most keys that this node remembers as used up. A remembered key needs no query. */
const MOST_FULL = 10_000

/** Counters in the table `limit_counts`. */
export function postgresCounters(db: Database, clock: Clock): Counters {
  const full = new Map<string, number>()
  return { count, giveBack }

  async function count(uses: Use[]): Promise<Full | null> {
    const now = clock.now()
    for (const { key } of uses) {
      const until = full.get(key)
      if (until !== undefined && until > now) return { key, until }
    }
    const { rows } = await db.$client.query<{ key: string }>({ text: COUNT }, [
      uses.map(({ key }) => key),
      uses.map(({ amount }) => amount),
      uses.map(({ most }) => most),
      uses.map(({ withinMs }) => new Date(now + withinMs)),
      dateAt(clock)
    ])
    if (rows.length === uses.length) return null
    const counted = new Set(rows.map(({ key }) => key))
    const refused = uses.find(({ key }) => !counted.has(key))
    return refused ? rememberFull(await findFull(db, refused.key, now + refused.withinMs)) : null
  }

  async function giveBack({ key, amount }: Use): Promise<void> {
    full.delete(key)
    await db.$client.query({ text: GIVE_BACK }, [key, amount, dateAt(clock)])
  }

  /** Remembers a key only when it is used up completely. Otherwise a smaller amount may still fit. */
  function rememberFull({ key, until, isUsedUp }: Full & { isUsedUp: boolean }): Full {
    if (isUsedUp) full.set(key, until)
    if (full.size > MOST_FULL) full.clear()
    return { key, until }
  }
}

async function findFull(db: Database, key: string, otherwise: number): Promise<Full & { isUsedUp: boolean }> {
  const { rows } = await db.$client.query<{ until: Date; is_used_up: boolean }>(
    { text: 'select until, used >= most as is_used_up from limit_counts where key = $1' },
    [key]
  )
  const [row] = rows
  return { key, until: row?.until.getTime() ?? otherwise, isUsedUp: row?.is_used_up ?? false }
}

/** Deletes counters whose time is over. */
export async function forgetOldCounters(db: Database, now: Date): Promise<void> {
  await db.$client.query('delete from limit_counts where until <= $1', [now])
}
