/** Fills the database of the benchmarks: a full list, a busy session, signed-in people. */
import { createHash, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import * as z from 'zod/mini'
import { plan } from '../../domain/activities/plan.ts'
import { writePlan } from '../../domain/activities/stored-plan.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'

export const PEOPLE = 2000
const SESSIONS = 1000
const MEMBERS = 20
const PARTS = 200
const CROWD = 500

interface BusySession {
  id: number
  slug: string
}

export interface Content {
  /** Id of the first person. */
  personId: number
  /** A running session with a real plan and 20 participants who have logs. */
  session: BusySession
  /** An activity with 200 parts, and its running session with 500 participants. */
  large: { activity: string; session: BusySession }
}

/** The cookie of person `number`, from 1 to 2,000; the first 20 are in the session. */
export function cookieOf(number: number): string {
  return `hut_login=${tokenOf(number)}`
}

export function cookies(count: number): string[] {
  return Array.from({ length: count }, (_, index) => cookieOf(index + 1))
}

export async function fillDatabase(connectionString: string): Promise<Content> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await insertPeople(client)
    await insertSessions(client)
    const personId = await insertGoals(client)
    const session = await insertBusySession(client, { slug: 'bench-busy', of: LONGEST, members: MEMBERS })
    const activity = await insertLargeActivity(client)
    const large = { slug: 'bench-large', of: `select * from activities where slug = '${activity}'`, members: CROWD }
    const largeSession = await insertBusySession(client, large)
    await client.query('analyze')
    return { personId, session, large: { activity, session: largeSession } }
  } finally {
    await client.end()
  }
}

const person = (column: string) => `(select id from users where username = 'bench-' || ${column})`

export async function insertPeople(client: Client): Promise<void> {
  await client.query(`
    with people as (
      insert into users (username, email, name, password_hash, new_messages, created_at)
      select 'bench-' || n, 'bench-' || n || '@example.org', 'Bench ' || n, '', '{}', now() - interval '2 days'
      from generate_series(1, ${PEOPLE}) n returning id, username),
    owners as (insert into persons (user_id, username, title, is_current, created_at)
      select id, username, username, true, now() from people returning id, username),
    named as (insert into names (name, person_id) select username, id from owners),
    paid as (insert into balances (user_id, free) select id, 1000000 from people)
    insert into ledger (user_id, bucket, amount, action, created_at)
    select id, 'free', 1000000, 'welcome', now() from people`)
  const hashes = Array.from({ length: PEOPLE }, (_, index) =>
    createHash('sha256')
      .update(tokenOf(index + 1))
      .digest()
  )
  await client.query(
    `insert into logins (token_hash, user_id, client_uuid, created_at, expires_at)
     select hash, ${person('n')}, 'browser-' || n, now(), now() + interval '1 day'
     from unnest($1::bytea[]) with ordinality as given (hash, n)`,
    [hashes]
  )
}

/**
 * Adds ten goals for each person who sends requests, each with a button like those from the form.
 * @returns the id of the first person
 */
async function insertGoals(client: Client): Promise<number> {
  const button = { uuid: randomUUID(), title: '', content: '', amount: 1, distance: null, duration: null, status: 1 }
  await client.query(
    `insert into goals (uuid, user_id, title, amount, unit, quick_log_buttons, created_at, updated_at)
     select gen_random_uuid(), ${person('n')}, 'Goal ' || goal, 100, 'push-ups', $1, now(), now()
     from generate_series(1, ${MEMBERS}) n, generate_series(1, 10) goal`,
    [JSON.stringify([button])]
  )
  const { rows } = await client.query<{ id: number }>(`select ${person('1')}::int as id`)
  return rows[0]?.id ?? 0
}

/** Sessions of the seeded activities: a third runs, the rest has not started. */
async function insertSessions(client: Client): Promise<void> {
  await client.query(`
    insert into sessions (user_id, activity_id, slug, title, content, plan, duration, difficulty, term_id, status,
      started_at, ended_at, participants_count, created_at, updated_at)
    select ${person('(1 + n % 100)')}, a.id, 'bench-session-' || n, a.title || ' ' || n, a.content, a.plan, 86400 * 10,
      a.difficulty, a.term_id, case when n % 3 = 0 then 1 else 0 end,
      now() + (case when n % 3 = 0 then -1 else 1 end) * (n + 10) * interval '1 minute',
      now() + interval '9 days', n % 40, now(), now()
    from generate_series(1, ${SESSIONS}) n
    join lateral (select * from activities order by id offset n % (select count(*) from activities) limit 1) a on true`)
}

const LONGEST = `
  select * from activities order by jsonb_array_length(plan -> 'tasks' -> 0 -> 'parts') desc, id limit 1`

/** A running session with one goal and nobody in it but its host. */
export async function insertCrowdSession(connectionString: string): Promise<BusySession & { task: string }> {
  const tasks = [taskOf({ title: 'Steps', amount: 1000 })]
  const session = await insertPlanned(connectionString, { slug: 'bench-crowd', parts: [], tasks, members: 1 })
  return { ...session, task: tasks[0]?.uuid ?? '' }
}

const HOUR = 3600
const LONG = 240 * HOUR

/** A running session with parts, and with goals that have a button each. From three days on it is a room of days. */
export async function insertBusyRoom(
  connectionString: string,
  { members, hours }: { members: number; hours: number }
): Promise<BusySession & { tasks: string[] }> {
  const parts = ['Warm up', 'Squats', 'Rest', 'Push-ups'].map(title =>
    partOf({ title, duration: 600, content: '<p>Breathe through the nose, and keep it easy.</p>' })
  )
  const button = () => ({ uuid: randomUUID(), title: '', content: '', amount: 1 })
  const tasks = [1, 2, 3].map(nth => taskOf({ title: `Goal ${nth}`, amount: 1000, quick_log_buttons: [button()] }))
  const planned = { slug: `bench-room-${hours}`, parts, tasks, members, duration: hours * HOUR }
  const session = await insertPlanned(connectionString, planned)
  return { ...session, tasks: tasks.map(({ uuid }) => uuid) }
}

interface Planned {
  slug: string
  parts: ReturnType<typeof partOf>[]
  tasks: ReturnType<typeof taskOf>[]
  members: number
  /** In seconds. */
  duration?: number
}

async function insertPlanned(connectionString: string, planned: Planned): Promise<BusySession> {
  const { slug, parts, tasks, members, duration = LONG } = planned
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const groups = parts.length > 0 ? [partGroupOf(parts, { linked: 1 })] : []
    const parsed = z.parse(plan, { parts: groups, tasks: [taskGroupOf(tasks)] })
    await client.query(
      `insert into activities (user_id, slug, title, content, plan, duration, created_at, updated_at)
      values (${person('1')}, $1, 'Crowd', '', $2, $3, now(), now())`,
      [slug, JSON.stringify(writePlan(parsed)), duration]
    )
    return await insertBusySession(client, {
      slug,
      of: `select * from activities where slug = '${slug}'`,
      members,
      duration
    })
  } finally {
    await client.end()
  }
}

interface Busy {
  slug: string
  /** Selects the activity. */
  of: string
  members: number
  /** In seconds. */
  duration?: number
}

async function insertBusySession(client: Client, busy: Busy): Promise<BusySession> {
  const { slug, of, members, duration = LONG } = busy
  const { rows } = await client.query<BusySession>(
    `insert into sessions (user_id, activity_id, slug, title, content, plan, duration, status, started_at, ended_at,
      participants_count, created_at, updated_at)
    select ${person('1')}, id, $1, title, content, plan, $3::int, 1, now(), now() + $3 * interval '1 second', $2, now(),
      now() from (${of}) activity
    returning id::int, slug`,
    [slug, members, duration]
  )
  const [session] = rows
  if (!session) throw new Error('no activity is seeded')
  await client.query(
    `insert into participants (session_id, user_id, role, client_uuid, joined_at, starts_at)
     select s.id, ${person('n')}, case when n = 1 then 1 else 0 end, 'browser-' || n, now(), s.started_at
     from generate_series(1, $2) n, sessions s where s.id = $1`,
    [session.id, members]
  )
  await client.query(
    `insert into participant_totals (session_id, user_id, task_uuid, action, amount, duration)
     select p.session_id, p.user_id, task ->> 'uuid', task ->> 'action', 10, 60
     from participants p join sessions s on s.id = p.session_id,
       jsonb_array_elements(s.plan -> 'tasks') as tasks, jsonb_array_elements(tasks -> 'parts') as task
     where s.id = $1`,
    [session.id]
  )
  return session
}

/** A realistic large plan: each part has its own timers, and the plan has ten goals. */
async function insertLargeActivity(client: Client): Promise<string> {
  const timers = [20, 10].map(duration => ({ uuid: randomUUID(), title: 'Go', duration }))
  const interval = { is_interval: 1, sets: 8, timers } as const
  const tasks = Array.from({ length: 10 }, (_, index) => taskOf({ title: `Goal ${index + 1}`, amount: 100 }))
  const parts = Array.from({ length: PARTS }, (_, index) => partOf({ title: `Part ${index + 1}`, ...interval }))
  const large = z.parse(plan, { parts: [partGroupOf(parts, { linked: 1 })], tasks: [taskGroupOf(tasks)] })
  const slug = 'bench-large'
  await client.query(
    `insert into activities (user_id, slug, title, content, plan, duration, created_at, updated_at)
    values (${person('1')}, $1, 'Large', '', $2, 86400 * 10, now(), now())`,
    [slug, JSON.stringify(writePlan(large))]
  )
  return slug
}

function tokenOf(number: number): string {
  return `bench-token-${number}`
}
