/**
 * Weekly series that all have a date at the same moment. The sweep starts these dates, charges their regulars, and makes
 * the next date of each series.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { insertPeople } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'
import { SEEN_AHEAD_MS, secondsUntilNone } from './lib/until.ts'

const SERIES = 10_000
const MOST_SECONDS = 60

export async function series({ apart }: Ground): Promise<Row[]> {
  const { product, databaseUrl } = await apart('series')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await insertPeople(client)
    await insertSeries(client)
    const seconds = await secondsUntilMade(client)
    return [
      {
        what: `series: the next dates of ${SERIES.toLocaleString('en')} series that are due at the same moment`,
        measured: `${seconds.toFixed(1)} s`,
        goal: `≤ ${MOST_SECONDS} s`,
        passed: seconds <= MOST_SECONDS
      }
    ]
  } finally {
    await client.end()
    await product.stop()
  }
}

/** Four dates are made. The first one begins when the series become due, and each series has one regular. */
async function insertSeries(client: Client): Promise<void> {
  const person = `(select id from users where username = 'bench-' || (1 + n % 1000))`
  await client.query(`
    insert into series (user_id, slug, title, plan, duration, repeats, every, starts_at, zone, made_until, look_at,
      created_at, updated_at)
    select (select id from users where username = 'bench-1001'), 'bench-series-' || n, 'Series ' || n,
      (select plan from activities order by id limit 1), 3600, 'weekly', 1, due.at, 'Europe/Berlin',
      due.at + interval '21 days', 'infinity', now(), now()
    from generate_series(1, ${SERIES}) n, (select date_trunc('second', now()) + interval '1 hour' as at) due`)
  await client.query(`
    insert into series_regulars (series_id, user_id, created_at)
    select e.id, ${person}, now() from series e, lateral (select substr(e.slug, 14)::int as n) slug`)
  await client.query(`
    insert into sessions (user_id, series_id, series_at, slug, title, plan, duration, started_at, participants_count,
      created_at, updated_at)
    select e.user_id, e.id, at, e.slug || '-' || week, e.title, e.plan, 3600, at, 2, now(), now()
    from series e, generate_series(0, 3) week, lateral (select e.starts_at + week * interval '7 days' as at) date`)
  await client.query(`
    insert into participants (session_id, user_id, role, owes, joined_at, starts_at)
    select s.id, s.user_id, 1, false, now(), s.started_at from sessions s where s.series_id is not null
    union all select s.id, r.user_id, 0, true, now(), s.started_at
    from sessions s join series_regulars r on r.series_id = s.series_id`)
  await client.query('analyze')
}

/**
 * All first dates begin at the same moment, which the sweep sees coming.
 * @returns the seconds from that moment until each series has its next date and all first dates have begun
 */
async function secondsUntilMade(client: Client): Promise<number> {
  const due = new Date(Date.now() + SEEN_AHEAD_MS)
  await client.query(
    `with first as (update sessions s set started_at = $1, series_at = $1 from series e
      where e.id = s.series_id and s.series_at = e.starts_at returning s.id),
    place as (update participants p set starts_at = $1 from first where p.session_id = first.id)
    update series set look_at = $1`,
    [due]
  )
  await wait(due.getTime() - Date.now())
  return secondsUntilNone(
    client,
    `select (select count(*) from series where look_at <= now()) +
       (select count(*) from sessions where status = 0 and started_at <= now()) as left`
  )
}
