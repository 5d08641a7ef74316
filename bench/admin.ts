/** The pages of admins with 100,000 people and 1,000,000 messages against 1,000 of each. */
import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { median } from './lib/compare.ts'
import { cookieOf, insertPeople } from './lib/content.ts'
import type { Ground } from './lib/ground.ts'
import type { Row } from './lib/row.ts'

const FEW = { people: 1000, messages: 1000 }
const MANY = { people: 100_000, messages: 1_000_000 }
const MOST = 1.5
const TIMES = 40

const hash = (text: string): string => createHash('md5').update(text).digest('hex')
/** The username of person `n`, in SQL. Names and titles share no parts, as those of real people hardly do. */
const name = (n: string): string => `md5(${n}::text)`
const NAME = hash('777')
const TITLE = hash('title777').slice(0, 10)

const PAGES: [string, string][] = [
  ['overview', ''],
  ['people', '/people'],
  ['people, search', `/people?q=${NAME}`],
  ['people, search without a hit', '/people?q=xylophone'],
  ['person', `/people/${NAME}`],
  ['reports', '/reports'],
  ['decided reports', '/reports?decided=1'],
  ['mail', '/mail'],
  ['log', '/log'],
  ['log of a person', `/log?q=${NAME}`],
  ...['sessions', 'groups', 'activities', 'items'].flatMap((list): [string, string][] => [
    [list, `/content/${list}`],
    [`${list}, search`, `/content/${list}?q=${TITLE}`],
    [`${list} of a person`, `/content/${list}?q=${NAME}`],
    [`${list}, hidden`, `/content/${list}?state=hidden`],
    [`${list}, further down`, `/content/${list}?before=500`]
  ]),
  ['ended sessions', '/content/sessions?state=ended'],
  ['running sessions', '/content/sessions?state=running']
]

export async function admin({ apart }: Ground): Promise<Row[]> {
  const open = async (name: string, size: typeof FEW) => {
    const { product, databaseUrl } = await apart(name)
    await fill(databaseUrl, size)
    const time = async (address: string) => {
      const started = performance.now()
      const response = await fetch(`${product.url}/api/admin${address}`, { headers: { cookie: cookieOf(1) } })
      if (!response.ok) throw new Error(`${address}: ${response.status}`)
      await response.text()
      return performance.now() - started
    }
    return { product, time }
  }
  const few = await open('admin_few', FEW)
  const many = await open('admin_many', MANY)
  const rows: Row[] = []
  for (const [name, address] of PAGES) {
    const times: { few: number; many: number }[] = []
    for (let time = 0; time < TIMES; time++) {
      times.push({ few: await few.time(address), many: await many.time(address) })
    }
    const [slow, fast] = [median(times.map(one => one.many)), median(times.map(one => one.few))]
    rows.push({
      what: `admin: time of ${name}, 100,000 people and 1,000,000 messages against 1,000`,
      measured: `${(slow / fast).toFixed(2)} × (${slow.toFixed(1)} ms)`,
      goal: `≤ ${MOST} ×`,
      passed: slow / fast <= MOST
    })
  }
  await few.product.stop()
  await many.product.stop()
  return rows
}

/** As many sessions, activities, groups, items, mails, reports and entries of the log as people. A tenth is hidden. */
async function fill(connectionString: string, { people, messages }: typeof FEW): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await insertPeople(client)
  const each = `generate_series(1, ${people}) n join users u on u.username = ${name('n')}`
  const seed = `(select plan, term_id from activities order by id limit 1) seed`
  const title = `md5('title' || n)`
  const hidden = 'case when n % 10 = 0 then now() end'
  const statements = [
    // Without triggers, because all rows are consistent.
    'set session_replication_role = replica',
    `insert into users (username, email, name, password_hash, new_messages, created_at)
     select ${name('n')}, ${name('n')} || '@example.org', ${name('n')}, '', '{}', now() - n * interval '1 hour'
     from generate_series(1, ${people}) n`,
    `insert into persons (user_id, username, title, is_current, created_at)
     select id, username, username, true, now() from users where username not like 'bench-%' and role_id = 1`,
    `insert into logins (token_hash, user_id, client_uuid, created_at, expires_at)
     select sha256(u.username::text::bytea), u.id, u.username, now(), now() + n % 30 * interval '1 day' + interval '1 hour'
     from ${each}`,
    `insert into balances (user_id, free) select id, 100 from users where username not like 'bench-%' and role_id = 1`,
    `insert into groups (user_id, slug, title, hidden_at, created_at, updated_at)
     select u.id, 'group-' || n, ${title}, ${hidden}, now(), now() from ${each}`,
    `insert into items (person_id, slug, title, status, is_public, hidden_at, order_ms, created_at, updated_at)
     select p.id, 'item-' || n, ${title}, 1, n % 10 > 0, ${hidden}, n, now(), now()
     from ${each} join persons p on p.user_id = u.id`,
    `insert into activities (user_id, slug, title, plan, duration, term_id, hidden_at, unlisted, created_at, updated_at)
     select u.id, 'many-' || n, ${title}, plan, 600, term_id, ${hidden}, n % 10 = 0, now(), now() from ${each}, ${seed}`,
    `insert into sessions (user_id, slug, title, plan, duration, term_id, status, started_at, ended_at, hidden_at, unlisted,
       created_at, updated_at)
     select u.id, 'many-' || n, ${title}, plan, 600, term_id, case n % 50 when 0 then 1 when 1 then 0 else 2 end,
       now() - interval '1 hour', now() + interval '200 days', ${hidden}, n % 10 = 0, now(), now() from ${each}, ${seed}`,
    `insert into messages (session_id, user_id, content, created_at)
     select s.id, u.id, 'Hello', now() from (
       select n, 1 + n % ${people} as who, 1 + n % 500 as room from generate_series(1, ${messages}) n) m
     join users u on u.username = ${name('who')} join sessions s on s.slug = 'many-' || room`,
    `insert into report_cases (kind, subject_id, author_id, reports_count, waiting_since, decided_at, created_at)
     select 'message', n, u.id, 1, case when n % 2 = 0 then now() end, case when n % 2 = 1 then now() end, now() from ${each}`,
    `insert into reports (case_id, user_id, reason, created_at) select id, author_id, 'spam', now() from report_cases`,
    // One mail of ten has failed, so that both pages are full.
    `insert into mails (user_id, message_id, content, created_at, sent_at, failed_at)
     select u.id, 'mail-' || n, '{"kind": "test mail"}', now(), case when n % 10 > 0 then now() end,
       case when n % 10 = 0 then now() end from ${each}`,
    `insert into audit_entries (number, actor_id, action, subject, subject_id, created_at, hash)
     select n, (select min(id) from users), 'suspend', 'user', u.id, now(), '' from ${each}`,
    `update users set role_id = 10 where username = 'bench-1'`,
    'vacuum analyze'
  ]
  for (const statement of statements) await client.query(statement)
  await client.end()
}
