/** Copies the seeded content many times with different titles, so that lists look as after years. */
import { Client } from 'pg'
import { insertPeople } from './content.ts'

export interface Size {
  sessions: number
  activities: number
}

/** All sessions are live, which is the worst case for the lists: a third runs, the rest has not started. */
export async function fillMany(connectionString: string, { sessions, activities }: Size): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await insertPeople(client)
    await client.query(`
      insert into activities (user_id, slug, title, content, plan, duration, difficulty, term_id, created_at, updated_at)
      select user_id, 'many-' || n, title || ' ' || n, content, plan, duration, 3, term_id, now(), now()
      from generate_series(1, ${activities}) n join (${SEEDS}) seeds on seeds.place = n % seeds.count
      order by n`)
    await client.query(`
      insert into sessions (user_id, activity_id, activity_title, slug, title, content, plan, duration, difficulty, term_id, status,
        started_at, ended_at, participants_count, created_at, updated_at)
      select a.user_id, a.id, a.title, 'many-' || n, a.title || ' ' || n, a.content, a.plan, 86400 * 10, a.difficulty,
        a.term_id, case when n % 3 = 0 then 1 else 0 end,
        now() + (case when n % 3 = 0 then -1 else 1 end) * (n + 10) * interval '1 minute',
        now() + interval '200 days', n % 40, now(), now()
      from generate_series(1, ${sessions}) n join activities a on a.slug = 'many-' || (1 + n % ${activities})
      order by n`)
    // Merges the pending lists into the indexes of titles, as PostgreSQL does within an hour.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const SEEDS = `
  select *, row_number() over (order by id) - 1 as place, count(*) over () as count
  from activities where deleted_at is null`
