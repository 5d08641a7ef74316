/** Full sessions in which a place becomes free at the same moment. Three nodes offer each place to the person who waits. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { startProduct } from './lib/children.ts'
import { insertPeople } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'
import { SEEN_AHEAD_MS, secondsUntilNone } from './lib/until.ts'

const SESSIONS = 10_000
const NODES = 3
const MOST_SECONDS = 60

export async function waitlist({ apart, folder }: Ground): Promise<Row[]> {
  const { product, databaseUrl } = await apart('waitlist')
  const start = () => startProduct({ DATABASE_URL: databaseUrl, DATA_DIR: folder })
  const nodes = [product, ...(await Promise.all(Array.from({ length: NODES - 1 }, start)))]
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await insertPeople(client)
    await insertFullSessions(client)
    const seconds = await secondsUntilOffered(client)
    return [
      {
        what: `waitlist: offers in ${SESSIONS.toLocaleString('en')} sessions that are due at the same moment, on three nodes`,
        measured: `${seconds.toFixed(1)} s`,
        goal: `≤ ${MOST_SECONDS} s`,
        passed: seconds <= MOST_SECONDS
      }
    ]
  } finally {
    await client.end()
    await Promise.all(nodes.map(node => node.stop()))
  }
}

/** Each has two places, its host and a person in it, and another person who waits. It starts when its host says so. */
async function insertFullSessions(client: Client): Promise<void> {
  const person = (number: string) => `(select id from users where username = 'bench-' || ${number})`
  await client.query(`
    insert into sessions (user_id, slug, title, plan, duration, is_manually_started, participant_limit,
      participants_count, waiting_count, created_at, updated_at)
    select (select id from users where username = 'bench-1001'), 'bench-full-' || n, 'Full ' || n,
      (select plan from activities order by id limit 1), 3600, true, 2, 2, 1, now(), now()
    from generate_series(1, ${SESSIONS}) n`)
  await client.query(`
    with room as (select id, user_id, substr(slug, 12)::int as n from sessions where slug like 'bench-full-%'),
    inside as (insert into participants (session_id, user_id, role, joined_at)
      select id, user_id, 1, now() from room union all select id, ${person('(1 + n % 500)')}, 0, now() from room)
    insert into waitlist_entries (session_id, user_id, rank, created_at)
    select id, ${person('(501 + n % 500)')}, 1, now() from room`)
  await client.query('analyze')
}

/**
 * Frees a place in all of them at the same moment, which the sweep sees coming.
 * @returns the seconds from that moment until each person who waits has one offer
 */
async function secondsUntilOffered(client: Client): Promise<number> {
  const due = new Date(Date.now() + SEEN_AHEAD_MS)
  await client.query(
    `with gone as (update participants set left_at = now() where role = 0 returning session_id)
    update sessions s set participants_count = 1, waitlist_at = $1 from gone where s.id = gone.session_id`,
    [due]
  )
  await wait(due.getTime() - Date.now())
  const seconds = await secondsUntilNone(client, 'select count(*) as left from sessions where waitlist_at <= now()')
  const { rows } = await client.query<{ offers: number; reminders: number }>(`
    select (select count(*)::int from waitlist_entries where opens_at is not null) as offers,
      (select count(*)::int from reminders where kind = 'place_offered') as reminders`)
  const [made] = rows
  if (made?.offers !== SESSIONS || made.reminders !== SESSIONS) {
    throw new Error(`there are ${made?.offers} offers and ${made?.reminders} reminders`)
  }
  return seconds
}
