/** Creates people with goals and logs, as after years of use. */
import { Client } from 'pg'
import { insertPeople, PEOPLE } from './content.ts'

/** The days with logs. */
const DAYS = 730
/** Logs for each goal, spread over half as many days. */
const OF_A_GOAL = 100
const ACTIONS = 5

interface Size {
  /** Goals of the first person, with 100 logs each. */
  goals: number
  /** The number of all logs. The logs beyond those of the first person are spread over all others. */
  logs: number
}

/** Writes the same totals as the product would. */
export async function fillDiaries(connectionString: string, { goals, logs }: Size): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await insertPeople(client)
    const ofOthers = Math.round((logs / OF_A_GOAL - goals) / (PEOPLE - 1))
    // Interleaves people, so that the rows of the first person are between those of others.
    await client.query(
      `insert into goals (uuid, user_id, title, action, amount, unit, amount_done, started_at, ended_at, created_at, updated_at)
       select gen_random_uuid(), u.id, 'Goal ' || n, 'Action ' || n % ${ACTIONS}, 500, 'pages', ${OF_A_GOAL},
         now() - interval '99 days', now() + interval '99 days', now(), now()
       from users u, generate_series(1, ${Math.max(goals, ofOthers)}) n
       where u.username like 'bench-%' and n <= case when u.username = 'bench-1' then ${goals} else ${ofOthers} end
       order by n, u.id`
    )
    await insertLogs(client)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Drops indexes and foreign keys meanwhile: with them, millions of rows take half an hour. */
async function insertLogs(client: Client): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'logs' and indexname not like '%pkey'`
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`
  )
  // The hundred logs of a goal are on fifty consecutive days, and goals start on different days. Rows are stored in the
  // order of their days, as in real use.
  await client.query(
    `insert into logs (uuid, user_id, goal_id, action, unit, amount, status, started_at, ended_at, day, created_at, updated_at)
     select gen_random_uuid(), user_id, id, action, unit, 1, 2, now(), now(), current_date - (id * 37 + n / 2)::int % ${DAYS}, now(), now()
     from goals, generate_series(0, ${OF_A_GOAL - 1}) n where unit = 'pages' order by 9, id`
  )
  for (const { definition } of indexes) await client.query(definition)
  await client.query(
    `insert into goal_days (goal_id, day, logs, amount, distance, duration)
     select goal_id, day, count(*), sum(amount), 0, 0 from logs where goal_id is not null group by 1, 2 order by 2, 1`
  )
  await client.query(
    `insert into user_amounts (user_id, day, action, unit, amount)
     select user_id, day, action, unit, sum(amount) from logs where goal_id is not null group by 1, 2, 3, 4 order by 2, 1`
  )
  await client.query(
    `insert into user_days (user_id, day, action, logs, amount, distance, duration)
     select user_id, day, action, count(*), sum(amount), 0, 0 from logs where goal_id is not null group by 1, 2, 3 order by 2, 1`
  )
}
