import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client, type ClientConfig } from 'pg'
import { describe, expect, test } from 'vitest'
import {
  cleanUpDatabases,
  connected,
  emptyDatabase,
  firstReleaseDatabase,
  folderOf,
  migratedDatabase,
  type Row,
  run
} from '../../testing/database/first-release.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { runProgram, urlOf } from '../../testing/servers/program.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openDatabase } from '../db/database.ts'
import { MIGRATIONS, migrateDatabase, UnknownSchemaError } from '../db/migrate.ts'
import { startPostgres } from '../db/postgres/postgres.ts'
import { audit } from '../tokens/audit.ts'
import { writeBackup } from './backup.ts'
import { differencesOf, digestsOf } from './digests.ts'
import { BackupReader } from './format.ts'
import { readHeading, restore } from './restore.ts'

cleanUpDatabases()

const ALL = Number.POSITIVE_INFINITY
/** Each test creates several databases, and some also start PostgreSQL and programs. */
const SLOW = { timeout: 60_000 }

/** Rows for the tables of payments, which the first release did not have. */
const PAYMENTS = [
  `insert into customers (user_id, mode, provider) select id, 'sandbox', 'cus_1' from users limit 1`,
  `insert into cards (provider, user_id, mode, brand, last4, exp_month, exp_year, created_at)
   select 'pm_1', id, 'sandbox', 'visa', '4242', 12, 2030, created_at from users limit 1`,
  `insert into subscriptions (user_id, mode, provider, plan, status, started_at, ended_at)
   select id, 'sandbox', 'sub_1', 'goals_sub', 'canceled', created_at, created_at from users limit 1`,
  `insert into payments (user_id, mode, kind, state, intent, amount, currency, uses, created_at)
   select id, 'sandbox', 'tokens', 'open', 'pi_1', 1000, 'usd', 1000, created_at from users limit 1`,
  `insert into reversals (payment_id, kind, provider, amount, uses, created_at)
   select id, 'refund', 're_1', 1, 0, created_at from payments`,
  `insert into provider_events (id, type, object, created_at, handled_at) values ('evt_1', 'invoice.paid', 'in_1', now(), now())`
]

/** Rows for the tables of the personal area. */
const PERSONAL = [
  `insert into passkeys (id, user_id, name, public_key, counter, created_at)
   select 'a key', id, 'Firefox', sha256('1'), 0, created_at from users limit 1`,
  `insert into access_tokens (user_id, token_hash, name, scopes, created_at, expires_at)
   select id, sha256('1'), 'A program', 'logs:write', now(), now() + interval '1 day' from users limit 1`,
  `insert into oauth_states (kind, key_hash, payload, created_at) values ('Client', sha256('1'), '{}', now())`,
  `insert into webhooks (user_id, url, format, events, secret, created_at)
   select id, 'https://example.org', 'standard', '{log.made}', 'whsec_', now() from users limit 1`,
  `insert into webhook_deliveries (webhook_id, message_id, event, subject, data, created_at)
   select id, 'msg_1', 'log.made', 'goal 1', '{}', now() from webhooks limit 1`,
  `insert into press_addresses (user_id, goal_id, secret_hash, created_at)
   select user_id, id, sha256('1'), now() from goals limit 1`,
  `insert into passkey_challenges (challenge, created_at) values ('a challenge', now())`,
  `insert into sign_on_identities select 'https://login.example', 'a', id, '', now(), now() from users limit 1`,
  `insert into sign_on_attempts values ('1', '1', 'a', 'a', 'link', null, '/', '{}', null, now())`,
  `insert into imports (user_id, uuid, file_name, logs, created_at)
   select id, gen_random_uuid(), 'tracker.csv', 0, now() from users limit 1`,
  `insert into log_cheers (log_id, user_id, created_at) select min(l.id), max(u.id), now() from logs l, users u`,
  `insert into goal_cheers (goal_id, user_id, day, created_at) select min(g.id), max(u.id), '2026-01-01', now() from goals g, users u`,
  `insert into goal_reminders (goal_id, user_id, at, weekdays, at_night, due_at, created_at)
     select min(id), min(user_id), '20:00', '[1]', false, now(), now() from goals`,
  `insert into goal_shares (goal_id, owner_id, user_id, created_at)
   select min(g.id), min(u.id), max(u.id), now() from goals g, users u`,
  `insert into calendar_feeds select id, 'a token', created_at from users limit 1`,
  `insert into reminders (user_id, kind, session_id, at, told_at, until, is_listed)
   select u.id, 'session_soon', s.id, now(), now(), now(), true from users u, sessions s limit 1`,
  `insert into reminder_settings select id, '{"post_reply":["mail"]}', '22:00', '07:00' from users limit 1`,
  `insert into announced_starts select id, created_at from sessions limit 1`,
  `insert into waitlist_entries (session_id, user_id, rank, created_at)
   select min(s.id), max(u.id), 1, now() from sessions s, users u`,
  `update sessions set waiting_count = 1 where id = (select session_id from waitlist_entries)`,
  `insert into series (user_id, slug, title, plan, duration, repeats, every, starts_at, zone, made_until, look_at,
     created_at, updated_at)
   select id, 'a-class', 'A class', '{}', 60, 'weekly', 1, now(), 'UTC', now(), now(), now(), now() from users limit 1`,
  `insert into series_regulars (series_id, user_id, created_at) select id, user_id, now() from series`,
  `insert into series_watchers (series_id, user_id, created_at) select id, user_id, now() from series`,
  `insert into attendances (session_id, user_id, seconds, seen_at)
   select min(s.id), max(u.id), 60, now() from sessions s, users u`,
  `insert into programmes (user_id, slug, title, text, weeks_count, units_count, visibility, created_at, updated_at)
   select id, 'a-programme', 'A programme', 'Run', 1, 1, 'public', now(), now() from users limit 1`,
  `insert into group_programmes (group_id, user_id, slug, title, text, starts_on, created_at)
   select min(g.id), min(u.id), 'a-programme', 'A programme', 'Run', '2026-01-01', now() from groups g, users u`,
  `insert into programme_follows (user_id, slug, title, text, run_id, stays, created_at)
   select user_id, slug, title, text, id, '[{"week":0,"from":"2026-01-01"}]', now() from group_programmes`,
  `insert into programme_units (follow_id, stay, week, unit, day, created_at)
   select id, 0, 0, 0, '2026-01-01', now() from programme_follows`,
  `insert into limit_counts values ('writes 1', 1, 2, now())`,
  `insert into backups values ('yesterday', 1, now())`,
  `insert into push_devices (user_id, login_hash, endpoint, p256dh, auth, created_at)
   select user_id, token_hash, 'https://push.example.org/1', 'a key', 'a secret', now() from logins limit 1`,
  `insert into reminder_deliveries (reminder_id, channel, due_at) select id, 'mail', now() from reminders limit 1`,
  `insert into server_keys values ('push', '{"publicKey":"a key"}', now())`,

  `insert into notes (user_id, title, created_at, updated_at) select id, 'Winter', now(), now() from users limit 1`
]

/** Rows for the tables of admins and invitations. */
const ADMINS = [
  `insert into hut_settings values (1, '{}', 0)`,
  `insert into removals select id, 'hidden', 'spam', id, now() from users limit 1`,
  `insert into security_events (kind, address, hour, last_at) values ('failed_login', '127.0.0.1', now(), now())`,
  `insert into audit_entries (number, actor_id, action, created_at, hash)
   select 1, id, 'settings', now(), sha256('1') from users limit 1`,
  `insert into audit_head values (1, 1, sha256('1'))`,
  `insert into invitations (user_id, code, most_uses, expires_at, created_at)
   select id, 'a code', 1, now(), now() from users limit 1`,
  `insert into report_cases (kind, subject_id, created_at) values ('message', 1, now())`,
  `insert into reports (case_id, reason, created_at) select id, 'spam', now() from report_cases`
]

/** Rows for the tables of publishing. */
const PUBLISHING = [
  `insert into items (person_id, slug, title, status, is_public, order_ms, created_at, updated_at)
   select id, 'a-note', 'A note', 1, true, 1795000000000.25, created_at, created_at from persons limit 1`,
  `insert into names (name, item_id) select slug, id from items`,
  `insert into item_versions (item_id, revision, title, content, created_at) select id, 0, 'Before', '', created_at from items`,
  `insert into item_drafts select i.id, p.user_id, 'Typing', '', 0, 1, i.created_at from items i join persons p on p.id = i.person_id`,
  `insert into new_item_drafts (person_id, uuid, title, content, saves, saved_at)
   select id, 'a-uuid', 'Begun', '', 1, created_at from persons limit 1`,
  `insert into follows (user_id, item_id, created_at)
    select p.user_id, i.id, i.created_at from items i join persons p on p.id = i.person_id`,
  `insert into item_news (item_id) select id from items`,
  `insert into activity_news (activity_id) select id from activities`,
  `insert into favorites select p.user_id, i.id, i.created_at from items i join persons p on p.id = i.person_id`,
  `insert into paraphrases (item_id, user_id, content, created_at)
   select i.id, p.user_id, 'In other words', i.created_at from items i join persons p on p.id = i.person_id`
]

/** A database of the first release with its id counters at the values that the app would have left. */
const filledDatabase = async (): Promise<ClientConfig> => setCounters(await firstReleaseDatabase())

/** The same database after all migrations. */
const filledNow = async (): Promise<ClientConfig> => setCounters(await migratedDatabase())

async function setCounters(connection: ClientConfig): Promise<ClientConfig> {
  await connected(connection, async run => {
    const counters = await run(
      `select format('select setval(%L, max(%I)) from %I', pg_get_serial_sequence(table_name, column_name), column_name,
         table_name) as statement from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`
    )
    for (const { statement } of counters) await run(String(statement))
  })
  return connection
}

async function backUp(connection: ClientConfig): Promise<Buffer> {
  const file = new PassThrough()
  const [whole] = await Promise.all([buffer(file), writeBackup(connection, file)])
  return whole
}

async function restoreInto(connection: ClientConfig, file: Buffer, migrations = MIGRATIONS) {
  const backup = new BackupReader(chunksOf(gunzipSync(file)))
  return restore(connection, 'the test', await readHeading(backup, migrations), backup, migrations)
}

/** Cuts the file into pieces of an odd size, so that lines and blocks are cut anywhere. */
async function* chunksOf(unpacked: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < unpacked.length; from += 1009) yield unpacked.subarray(from, from + 1009)
}

/** Every row of every table, and all counters, constraints and triggers. */
const contentsOf = (connection: ClientConfig) =>
  connected(connection, async run => {
    const tables = await run(`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
    const contents: Record<string, unknown> = {}
    for (const { name } of tables) {
      const rows = await run(`select t::text as row from "${name}" t order by t::text`)
      contents[String(name)] = rows.map(({ row }) => row)
    }
    contents.counters = await run('select sequencename, last_value from pg_sequences order by 1')
    contents.keys = await run(
      'select conname, pg_get_constraintdef(oid) as text, convalidated from pg_constraint order by 1, 2'
    )
    contents.triggers = await run('select tgname, tgenabled from pg_trigger where not tgisinternal order by 1')
    contents.migrations = await run('select hash from drizzle.__drizzle_migrations order by id')
    return contents
  })

async function findings(connection: ClientConfig): Promise<string[]> {
  const db = openDatabase(connection, console, 1)
  const { findings } = await audit(db)
  await db.$client.end()
  return findings
}

test('a backup is restored row by row, with counters, constraints and triggers', SLOW, async () => {
  const original = await filledNow()
  const client = new Client(original)
  await client.connect()
  const texts = ['\\.', '\\N', 'tab\tline\nreturn\rback\\slash "quoted" {a,b}', '💥 Привет', 'x'.repeat(3_000_000)]
  for (const text of texts) {
    await client.query(`insert into terms (slug, title, sort) values ($1, $2, 1)`, [
      `t-${texts.indexOf(text)}`,
      text.slice(0, 200)
    ])
    await client.query(
      `insert into posts (session_id, user_id, title, content, created_at)
       select session_id, user_id, title, $1, created_at from posts limit 1`,
      [text]
    )
  }
  // Tables that the first release did not have.
  await client.query(`insert into group_news (session_id) select id from sessions limit 1`)
  await client.query(`insert into free_uses values ('log', 1, now())`)
  await client.query(`insert into group_proposals select g.id, a.id, g.created_at from groups g, activities a limit 1`)
  await client.query(
    `insert into sandbox_objects (id, kind, data, hidden, clock, created)
     values ('clock_1', 'test_helpers.test_clock', '{}', '{}', null, 1), ('cus_1', 'customer', '{}', '{}', 'clock_1', 1)`
  )
  await client.query(`insert into sandbox_responses (key, call, status, body, created) values ('1', '', 200, '{}', 1)`)
  await client.query(
    `insert into mails (user_id, message_id, content, created_at, due_at)
     select id, 'first', '{}', created_at, created_at from users limit 1`
  )
  await client.query(`insert into known_browsers select sha256('1'), id, created_at from users limit 1`)
  await client.query(`insert into mail_links select sha256('1'), id, created_at from mails`)
  for (const statement of [...PERSONAL, ...PAYMENTS, ...ADMINS, ...PUBLISHING]) await client.query(statement)
  await client.query(
    `insert into uploads (name, type, width, height, widths, bytes, moves, created_at)
     values (md5('1'), 'jpg', 400, 300, '{320}', 9, false, now())`
  )
  await client.query('insert into covers select p.id, u.id from persons p, uploads u limit 1')
  await client.query(`insert into cleaned_texts (place, rules) values ('posts.content', 'first')`)
  await client.query('insert into upload_uses (upload_id, post_id) select u.id, p.id from uploads u, posts p limit 1')
  await client.end()

  const copy = await emptyDatabase()
  const { rows, tables } = await restoreInto(copy, await backUp(original))
  const contents = await contentsOf(original)
  expect(Object.entries(contents).filter(([, value]) => (value as unknown[]).length === 0)).toEqual([])
  expect(await contentsOf(copy)).toEqual(contents)
  const stored = await run(original, `select tablename from pg_tables where schemaname = 'public'`)
  expect(tables).toBe(stored.length)
  expect(rows).toBe(stored.reduce((sum, { tablename }) => sum + (contents[String(tablename)] as Row[]).length, 0))
  // The counters continue after the last row, and the foreign keys work.
  await run(copy, `insert into terms (slug, title, sort) values ('next', 'Next', 1)`)
  await expect(run(copy, 'delete from users')).rejects.toThrow('foreign key')
})

test('a restored database passes the audit, and the app starts on it', SLOW, async () => {
  const original = await filledDatabase()
  const copy = await emptyDatabase()
  await restoreInto(copy, await backUp(original))
  await migrateDatabase(copy)
  expect(await findings(copy)).toEqual([])
})

test('the comparison of two databases finds one different value in one row', SLOW, async () => {
  const original = await filledDatabase()
  const before = await digestsOf(original)
  expect(differencesOf(before, await digestsOf(original))).toEqual([])
  await run(original, `update goals set title = title || '.' where id = (select max(id) from goals)`)
  await run(original, 'create table more (id int)')
  expect(differencesOf(before, await digestsOf(original))).toEqual(['goals', 'more'])
})

test('a backup shows one moment, although data changes while it is written', SLOW, async () => {
  const original = await filledDatabase()
  const before = await run(
    original,
    'select (select count(*) from logs) as logs, (select count(*) from users) as users'
  )
  const db = openDatabase(original, console, 2)
  const writer = await db.$client.connect()
  await writer.query('begin; lock table logs in access exclusive mode')
  const backup = backUp(original)
  // It has read the tables before `logs` and waits for this one.
  await untilSomebodyWaits(db)
  await writer.query(`delete from logs where id = (select max(id) from logs)`)
  await writer.query(
    `insert into users (username, email, name, password_hash, new_messages, created_at)
     values ('late', 'late@example.org', 'late', 'x', '[]', now())`
  )
  await writer.query('commit')
  writer.release()
  await db.$client.end()
  const copy = await emptyDatabase()
  await restoreInto(copy, await backup)
  const after = await run(copy, 'select (select count(*) from logs) as logs, (select count(*) from users) as users')
  expect(after).toEqual(before)
})

test('a newer version restores an older backup and upgrades it like the original database', SLOW, async () => {
  const original = await filledDatabase()
  const newer = await folderOf(ALL, `alter table goals add column planted text not null default 'new'`)
  const copy = await emptyDatabase()
  await restoreInto(copy, await backUp(original), newer)
  expect(await contentsOf(copy)).toEqual(await contentsOf(original))
  await migrateDatabase(copy, newer)
  const [goal] = await run(copy, 'select planted from goals limit 1')
  expect(goal).toEqual({ planted: 'new' })
})

describe('a refused restore changes nothing', () => {
  test('a backup of a newer version is refused', SLOW, async () => {
    const original = await emptyDatabase()
    await migrateDatabase(original, await folderOf(ALL, 'alter table goals add column planted text'))
    const file = await backUp(original)
    const copy = await emptyDatabase()
    await expect(restoreInto(copy, file)).rejects.toThrow(UnknownSchemaError)
    expect(await run(copy, `select from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('a database with data is refused, from this program or another', SLOW, async () => {
    const original = await filledDatabase()
    const file = await backUp(original)
    const before = await contentsOf(original)
    await expect(restoreInto(original, file)).rejects.toThrow(/^There is data in the test already: /)
    expect(await contentsOf(original)).toEqual(before)
    const foreign = await emptyDatabase()
    await run(foreign, 'create table recipes (name text)')
    await expect(restoreInto(foreign, file)).rejects.toThrow(/^There is data in the test already: /)
  })

  test('a damaged or foreign file is refused, and the whole file can be restored afterwards', SLOW, async () => {
    const original = await filledDatabase()
    const file = await backUp(original)
    const unpacked = gunzipSync(file)
    const withoutARow = Buffer.from(
      unpacked.toString('latin1').replace(/("users","bytes":)(\d+)\}\n[^\n]*\n/, ''),
      'latin1'
    )
    const end = unpacked.lastIndexOf('\n{"rows"')
    const bad = [
      unpacked.subarray(0, unpacked.length / 2),
      unpacked.subarray(0, end),
      withoutARow,
      Buffer.from('select 1;\n'),
      Buffer.from('{"format":"challenge-hut backup 2"}\n'),
      Buffer.alloc(2_000_000)
    ]
    const copy = await emptyDatabase()
    for (const content of bad) {
      await expect(restoreInto(copy, gzipSync(content))).rejects.toThrow(/^The backup cannot be read: /)
    }
    await restoreInto(copy, file)
    expect(await contentsOf(copy)).toEqual(await contentsOf(original))
  })
})

describe('npm run backup, npm run restore and npm run move-to-postgres', () => {
  const BACKUP = 'server/backup/backup-command.ts'
  const RESTORE = 'server/backup/restore-command.ts'
  const MOVE = 'server/backup/move-command.ts'

  test('the commands move a server’s database into the app’s folder and back', SLOW, async () => {
    const original = await filledNow()
    const folder = await temporaryFolder()
    const file = join(folder, 'hut.backup')
    const amount = /^Backup of \d+ tables, \d+ rows, 1 file of pictures: .*hut\.backup\n$/
    // A picture with only one of its files, as if the other was deleted a moment ago.
    const name = '0123456789abcdef0123456789abcdef'
    await run(
      original,
      `insert into uploads (name, type, width, height, widths, bytes, moves, created_at)
       values ('${name}', 'jpg', 400, 300, '{320}', 9, false, now())`
    )
    const picture = randomBytes(300_000)
    const server = { DATABASE_URL: urlOf(original), DATA_DIR: join(folder, 'server') }
    await mkdir(join(server.DATA_DIR, 'uploads', '01'), { recursive: true })
    await writeFile(join(server.DATA_DIR, 'uploads', '01', `${name}.jpg`), picture)
    expect(await runProgram(BACKUP, server, [file])).toEqual({
      code: 0,
      printed: expect.stringMatching(amount)
    })
    const own = { DATA_DIR: join(folder, 'data') }
    expect(await runProgram(RESTORE, own, [file])).toEqual({
      code: 0,
      printed: expect.stringMatching(
        /^Restored \d+ tables, \d+ rows, 1 file of pictures, as they were at 20\d\d-.*\.\n$/
      )
    })
    expect(await readFile(join(own.DATA_DIR, 'uploads', '01', `${name}.jpg`))).toEqual(picture)
    expect((await runProgram('server/billing/audit-command.ts', own)).printed).toMatch(/ 0 findings\n$/)
    // Move the data back, without a file.
    const copy = await emptyDatabase()
    const move = () => runProgram(MOVE, { ...own, DATABASE_URL: urlOf(copy) })
    expect(await move()).toEqual({
      code: 0,
      printed: expect.stringMatching(/^Moved \d+ tables, \d+ rows; both databases have the same rows in each\.\n$/)
    })
    expect(await move()).toEqual({ code: 2, printed: expect.stringMatching(/^There is data in the database of .*\n$/) })
    const postgres = await startPostgres({ folder: join(own.DATA_DIR, 'postgres') })
    expect(await move()).toEqual({ code: 2, printed: expect.stringMatching(/^Another app \(process \d+\) .*\n$/) })
    await postgres.stop()
    expect(await contentsOf(copy)).toEqual(await contentsOf(original))
  })

  test('the commands print one line about a problem and leave nothing half done', SLOW, async () => {
    const folder = await temporaryFolder()
    const DATA_DIR = join(folder, 'data')
    const damaged = join(folder, 'damaged')
    const whole = await backUp(await filledDatabase())
    await writeFile(damaged, whole.subarray(0, whole.length - 100))
    for (const [args, message] of [
      [[], /^An argument is missing\. Usage: npm run restore -- FILE \| newest FOLDER\n$/],
      [[damaged, folder], /^There is an argument too many: .*\n$/],
      [['newest'], /^An argument is missing\. Usage: .*\n$/],
      [[join(folder, 'nothing')], /^The backup cannot be read: ENOENT: .*\n$/],
      [[damaged], /^The backup cannot be read: unexpected end of file\n$/]
    ] as const) {
      expect(await runProgram(RESTORE, { DATA_DIR }, [...args])).toEqual({
        code: 2,
        printed: expect.stringMatching(message)
      })
      await expect(readFile(join(DATA_DIR, 'postgres', 'PG_VERSION'))).rejects.toThrow('ENOENT')
    }
    expect(await runProgram(BACKUP, { DATA_DIR: join(folder, 'none') })).toEqual({
      code: 2,
      printed: expect.stringMatching(/^There is no database yet: .* does not exist\.\n$/)
    })
    for (const [file, message] of [
      [join(folder, 'unmounted', 'hut.backup'), /^There is no folder .*unmounted: make it, or mount its disk\.\n$/],
      [folder, /^.* is a folder: give the name of a file in it\.\n$/]
    ] as const) {
      expect(await runProgram(BACKUP, { DATA_DIR }, [file])).toEqual({
        code: 2,
        printed: expect.stringMatching(message)
      })
    }
    expect(existsSync(join(folder, 'unmounted'))).toBe(false)
    expect(await runProgram(MOVE, { DATA_DIR })).toEqual({
      code: 2,
      printed: 'Set DATABASE_URL to the empty database that the data of DATA_DIR moves to.\n'
    })
  })
})
