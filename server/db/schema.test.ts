import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUpDatabases, migratedDatabase } from '../../testing/database/first-release.ts'

cleanUpDatabases()

let client: Client
beforeAll(async () => {
  client = new Client(await migratedDatabase())
  await client.connect()
  // A table that the first release did not have.
  await client.query(
    `insert into mails (user_id, message_id, content, created_at, due_at)
     select id, 'first', '{}', created_at, created_at from users limit 1`
  )
})
afterAll(() => client.end())

/** Runs a statement, rolls it back, and returns its error. */
async function attempt(statement: string): Promise<{ message: string; constraint?: string } | null> {
  await client.query('begin')
  const error = await client.query(statement).then(
    () => null,
    failure => failure
  )
  await client.query('rollback')
  return error
}

/** Builds an insert into a table that the first release did not have: a valid row with some changed values. */
const bad =
  (table: string, row: Record<string, string>) =>
  (change: Record<string, string>): string => {
    const all = Object.entries({ ...row, ...change })
    const values = all.map(([, value]) => value).join(', ')
    return `insert into ${table} (${all.map(([name]) => name).join(', ')}) select ${values} from users where username = 'ada'`
  }
const imported = bad('imports', {
  user_id: 'id',
  uuid: 'gen_random_uuid()',
  file_name: `'tracker.csv'`,
  logs: '0',
  created_at: 'now()'
})
const customer = bad('customers', { user_id: 'id', mode: `'test'` })
const card = bad('cards', {
  provider: `'pm_1'`,
  user_id: 'id',
  mode: `'test'`,
  brand: `'visa'`,
  last4: `'4242'`,
  exp_month: '1',
  exp_year: '2030',
  created_at: 'now()'
})
const subscription = bad('subscriptions', {
  user_id: 'id',
  mode: `'test'`,
  plan: `'goals_sub'`,
  status: `'active'`,
  started_at: 'now()'
})
const payment = bad('payments', {
  user_id: 'id',
  mode: `'test'`,
  kind: `'tokens'`,
  state: `'open'`,
  amount: '1000',
  currency: `'usd'`,
  uses: '1000',
  created_at: 'now()'
})
const reversal = bad('reversals', {
  payment_id: '1',
  kind: `'refund'`,
  provider: `'re_1'`,
  amount: '1',
  uses: '1',
  created_at: 'now()'
})
const securityEvent = bad('security_events', { kind: `'failed_login'`, hour: 'now()', last_at: 'now()' })
const event = bad('provider_events', {
  id: `'evt_1'`,
  type: `'invoice.paid'`,
  object: `'in_1'`,
  created_at: 'now()',
  due_at: 'now()'
})
const upload = bad('uploads', {
  name: `md5('1')`,
  type: `'jpg'`,
  width: '1',
  height: '1',
  widths: `'{}'`,
  bytes: '1',
  moves: 'false',
  created_at: 'now()'
})
const entry = bad('ledger', {
  user_id: 'id',
  bucket: `'purchased'`,
  amount: '1',
  action: `'purchase'`,
  subject_id: '1',
  created_at: 'now()'
})
const item = bad('items', {
  person_id: '(select id from persons limit 1)',
  slug: `'a'`,
  title: `'A'`,
  status: '1',
  is_public: 'true',
  order_ms: '1',
  created_at: 'now()',
  updated_at: 'now()'
})
const draft = bad('item_drafts', {
  item_id: '1',
  user_id: 'id',
  title: `''`,
  content: `''`,
  revision: '0',
  saves: '1',
  saved_at: 'now()'
})
const newDraft = bad('new_item_drafts', {
  ...{ person_id: '(select id from persons limit 1)', uuid: `'a'`, title: `''`, content: `''` },
  ...{ saves: '1', saved_at: 'now()' }
})
const invitation = bad('invitations', {
  ...{ user_id: 'id', code: `'a'`, uses: '0', most_uses: '1', expires_at: 'now()', created_at: 'now()' }
})
const paraphrase = bad('paraphrases', { item_id: '1', user_id: 'id', content: `'A'`, created_at: 'now()' })

const reminder = bad('reminders', {
  ...{ user_id: 'id', kind: `'your_turn'`, session_id: '(select min(id) from sessions)', is_listed: 'true' },
  ...{ at: 'now()', told_at: 'now()', until: 'now()' }
})

const delivery = bad('reminder_deliveries', { reminder_id: '1', channel: `'mail'`, due_at: 'now()' })

const reportCase = bad('report_cases', {
  ...{ kind: `'message'`, subject_id: '1', author_id: 'id', created_at: 'now()' }
})

const removal = bad('removals', {
  ...{ user_id: 'id', state: `'hidden'`, reason: `'spam'`, admin_id: 'id', removed_at: 'now()' }
})

const series = bad('series', {
  ...{ user_id: 'id', slug: `'a'`, title: `'A'`, plan: `'{}'`, duration: '60', repeats: `'weekly'`, every: '1' },
  ...{ starts_at: 'now()', made_until: 'now()', look_at: 'now()', zone: `'UTC'`, created_at: 'now()' },
  updated_at: 'now()'
})

const written = { slug: `'a'`, title: `'A'`, text: `'Run'`, created_at: 'now()' }
const programme = bad('programmes', {
  ...{ ...written, user_id: 'id', visibility: `'public'`, weeks_count: '1', units_count: '1', updated_at: 'now()' }
})
const run = bad('group_programmes', { ...written, group_id: '1', user_id: 'id', starts_on: 'now()' })
const followed = bad('programme_follows', { ...written, user_id: 'id', stays: `'[]'` })
const unit = bad('programme_units', {
  ...{ follow_id: '1', stay: '0', week: '0', unit: '0', day: 'now()', created_at: 'now()' }
})

const passkey = bad('passkeys', {
  ...{ id: `'a key'`, user_id: 'id', name: `''`, public_key: `'1'`, counter: '0', created_at: 'now()' }
})

const webhook = bad('webhooks', {
  ...{ user_id: 'id', url: `'https://example.org'`, format: `'standard'`, events: `'{log.made}'`, secret: `'whsec_'` },
  created_at: 'now()'
})
const hookDelivery = (change: string) => `
  with hook as (insert into webhooks (user_id, url, format, events, secret, created_at)
    select id, 'https://example.org', 'standard', '{log.made}', 'whsec_', now() from users limit 1 returning id)
  insert into webhook_deliveries (webhook_id, message_id, event, subject, data, created_at, attempts)
  select id, 'msg_1', ${change} from hook`

const accessToken = bad('access_tokens', {
  ...{ user_id: 'id', token_hash: `'1'`, name: `'A'`, scopes: `'logs:write'`, created_at: 'now()' },
  expires_at: `now() + interval '1 day'`
})

// Statements that each CHECK must refuse.
const BAD: Record<string, string[]> = {
  audit_entries_subject: [
    `insert into audit_entries (number, action, subject, created_at, hash) values (1, 'hide', 'tree', now(), '')`
  ],
  audit_head_number: [`insert into audit_head values (1, -1, '')`],
  limit_counts_most: [`insert into limit_counts values ('a', 0, -1, now())`],
  limit_counts_used: [`insert into limit_counts values ('a', -1, 0, now())`],
  webhooks_format: [webhook({ format: `'fax'` })],
  webhook_deliveries_event: [hookDelivery(`'log.lost', '', '{}', now(), 0`)],
  webhook_deliveries_attempts: [hookDelivery(`'log.made', '', '{}', now(), -1`)],
  access_tokens_name: [accessToken({ name: `''` })],
  access_tokens_scopes: [accessToken({ scopes: `''` })],
  access_tokens_expiry: [accessToken({ expires_at: 'now()' })],
  oauth_states_kind: [
    `insert into oauth_states (kind, key_hash, payload, created_at) values ('Session', '1', '{}', now())`
  ],
  passkeys_id: [passkey({ id: `''` })],
  sign_on_identities_subject: [
    `insert into sign_on_identities select 'https://login.example', '', id, '', now(), now() from users limit 1`
  ],
  sign_on_attempts_purpose: [
    `insert into sign_on_attempts values ('1', '1', 'a', 'a', 'other', null, '/', null, null, now())`
  ],
  passkeys_counter: [passkey({ counter: '-1' })],
  activities_slug: [`update activities set slug = ''`],
  activities_title: [`update activities set title = ''`],
  activities_duration: ['update activities set duration = -1', 'update activities set duration = 2592001'],
  activities_limit: ['update activities set participant_limit = -1'],
  activities_difficulty: ['update activities set difficulty = 5'],
  activities_code: [
    'update activities set needs_code = true, join_code = null',
    `update activities set needs_code = true, join_code = ''`
  ],
  activities_followers: ['update activities set followers_count = -1'],
  activity_lists_title: [`update activity_lists set title = ''`],
  backups_bytes: [`insert into backups values ('a', -1, now())`],
  balances_not_negative: ['monthly', 'free', 'purchased'].map(bucket => `update balances set ${bucket} = -1`),
  balances_plan: [`update balances set plan = 'gold'`],
  cards_last4: [card({ last4: `'4242424242424242'` }), card({ last4: `'424'` })],
  cards_mode: [card({ mode: `'shop'` })],
  customers_mode: [customer({ mode: `'shop'` })],
  follows_thing: [`insert into follows (user_id, created_at) select min(id), now() from users`],
  free_uses_action: [`insert into free_uses values ('cheer', 1, now())`],
  goal_reminders_at: [
    `insert into goal_reminders (goal_id, user_id, at, weekdays, at_night, due_at, created_at)
     select min(id), min(user_id), '24:00', '[]', false, now(), now() from goals`
  ],
  goal_shares_whom: [
    `insert into goal_shares (goal_id, owner_id, created_at) select min(id), min(user_id), now() from goals`
  ],
  goals_title: [`update goals set title = ''`],
  goals_status: ['update goals set status = 0', 'update goals set status = 3'],
  goals_action_duration: ['update goals set action_duration = -1', 'update goals set action_duration = 2592001'],
  goals_duration: ['update goals set duration = -1', 'update goals set duration = 315360001'],
  goals_amount: ['-1', '1000000001', `'NaN'`, `'infinity'`].map(value => `update goals set amount = ${value}`),
  goals_amount_per_log: ['update goals set amount_per_log = -1', `update goals set amount_per_log = 'NaN'`],
  goals_distance: ['update goals set distance = -1', `update goals set distance = 'infinity'`],
  goals_sets: ['update goals set sets = 0', 'update goals set sets = 1001'],
  goals_completions: ['update goals set completions_required = 0', 'update goals set completions_required = 100001'],
  goals_amount_done: ['update goals set amount_done = -1'],
  goals_distance_done: ['update goals set distance_done = -1'],
  goals_duration_done: ['update goals set duration_done = -1'],
  groups_slug: [`update groups set slug = ''`],
  groups_title: [`update groups set title = ''`],
  groups_parent: ['update groups set parent_id = id'],
  groups_count: ['update groups set user_count = -1'],
  groups_activities: ['update groups set activity_count = -1'],
  item_drafts_saves: [draft({ saves: '-1' })],
  invitations_code: [invitation({ code: `''` })],
  invitations_most_uses: [invitation({ most_uses: '0' })],
  invitations_uses: [invitation({ uses: '2' })],
  invoice_series_last: [`insert into invoice_series values ('TEST', -1)`],
  invoice_series_series: [`insert into invoice_series values ('INV', 1)`],
  new_item_drafts_saves: [newDraft({ saves: '-1' })],
  new_item_drafts_uuid: [newDraft({ uuid: `''` })],
  items_public: [item({ status: '0' })],
  items_slug: [item({ slug: `''` })],
  items_status: [item({ status: '2', is_public: 'false' })],
  items_title: [item({ title: `''` })],
  ledger_bucket: [`update ledger set bucket = 'gold'`],
  ledger_action: [`update ledger set action = 'gift'`],
  ledger_amount: [`update ledger set amount = 0 where action = 'welcome'`],
  ledger_welcome: [`update ledger set amount = -1 where action = 'welcome'`],
  ledger_charge: [
    `update ledger set amount = 1 where action = 'goal'`,
    `update ledger set subject_id = null where action = 'goal'`,
    `update ledger set subject_id = 1 where action = 'welcome'`,
    entry({ subject_id: 'null' }),
    entry({ action: `'undone'`, amount: '-1' }),
    entry({ action: `'undone'`, amount: '2' }),
    entry({ action: `'restored'`, amount: '1' }),
    entry({ action: `'undone'`, subject_id: 'null' })
  ],
  ledger_payment: [
    entry({ amount: '-1' }),
    entry({ bucket: `'free'` }),
    entry({ action: `'renewal'` }),
    entry({ action: `'ended'`, bucket: `'monthly'` }),
    entry({ action: `'refund'`, bucket: `'free'` }),
    entry({ action: `'dispute'`, bucket: `'free'` })
  ],
  imports_file_name: [imported({ file_name: `''` })],
  imports_items: [imported({ items: '-1' })],
  imports_logs: [imported({ logs: '-1' })],
  ledger_redeem: [
    `update ledger set action = 'redeem', amount = 49999 where action = 'welcome'`,
    `update ledger set action = 'redeem', amount = 50000, bucket = 'monthly' where action = 'welcome'`
  ],
  logins_expiry: ['update logins set expires_at = created_at'],
  logs_status: ['update logs set status = 0', 'update logs set status = 5'],
  logs_subject: ['update logs set goal_id = null, session_id = null'],
  logs_amount: ['update logs set amount = -1', `update logs set amount = 'NaN'`],
  logs_distance: ['update logs set distance = -1', `update logs set distance = 'infinity'`],
  logs_duration: ['update logs set duration = -1', 'update logs set duration = 2592001'],
  logs_elapsed: ['update logs set elapsed_duration = -1', `update logs set elapsed_duration = 'NaN'`],
  mails_attempts: ['update mails set attempts = -1'],
  mails_state: ['update mails set due_at = null', 'update mails set sent_at = now()'],
  mails_to: ['update mails set user_id = null'],
  messages_content: [`update messages set content = ''`],
  moderation_action: [`update moderation_actions set action = 'ban'`],
  mutes_other: ['update mutes set muted_id = user_id'],
  names_name: [`update names set name = ''`],
  names_owner: ['update names set person_id = null'],
  notes_words: [
    `insert into notes (user_id, title, created_at, updated_at) select id, '', now(), now() from users limit 1`
  ],
  paraphrases_content: [paraphrase({ content: `''` })],
  participants_role: ['update participants set role = 2', 'update participants set role = -1'],
  participants_answer: [`update participants set answer = 'maybe'`],
  attendances_seconds: [`insert into attendances select session_id, user_id, -1, now() from participants limit 1`],
  participants_removed: ['update participants set removed_at = now(), left_at = null'],
  persons_title: [`update persons set title = ''`],
  persons_username: [`update persons set username = ''`],
  payments_amount: [payment({ amount: '-1' })],
  payments_currency: [payment({ currency: `'dollar'` })],
  payments_kind: [payment({ kind: `'gift'` })],
  payments_mode: [payment({ mode: `'shop'` })],
  payments_paid: [payment({ state: `'paid'` }), payment({ paid_at: 'now()' })],
  payments_plan: [payment({ kind: `'plan'` }), payment({ plan: `'goals_sub'` }), payment({ invoice: `'in_1'` })],
  payments_refunded: [payment({ refunded: '1001' }), payment({ refunded: '-1' })],
  payments_state: [payment({ state: `'lost'` })],
  payments_uses: [payment({ uses: '0' })],
  pool_single: ['update pool set id = 2'],
  pool_uses: ['update pool set uses = -1'],
  pool_entries_action: [`update pool_entries set action = 'theft'`],
  pool_entries_amount: ['update pool_entries set amount = 0', `update pool_entries set action = 'redeem'`],
  pool_entries_subject: ['update pool_entries set subject_id = 1', `update pool_entries set action = 'purchase'`],
  posts_content: [`update posts set content = ''`],
  posts_parent: ['update posts set parent_id = id'],
  provider_events_attempts: [event({ attempts: '-1' })],
  provider_events_state: [event({ due_at: 'null' }), event({ handled_at: 'now()' })],
  removals_reason: [removal({ reason: `'dull'` })],
  removals_state: [removal({ state: `'lost'` })],
  report_cases_count: [reportCase({ reports_count: '-1' })],
  report_cases_hidden: [reportCase({ status: `'hidden'` })],
  report_cases_kind: [reportCase({ kind: `'rocket'` })],
  report_cases_reason: [reportCase({ reason: `'dull'` })],
  report_cases_status: [reportCase({ status: `'lost'` })],
  reports_reason: [`insert into reports (case_id, reason, created_at) values (1, 'dull', now())`],
  reversals_amount: [reversal({ amount: '-1' })],
  reversals_kind: [reversal({ kind: `'gift'` })],
  security_events_kind: [securityEvent({ kind: `'theft'` })],
  security_events_times: [securityEvent({ times: '0' })],
  reversals_reason: [reversal({ reason: `'whim'` })],
  reversals_uses: [reversal({ uses: '-1' })],
  room_events_seq: ['update room_events set seq = 0 where seq = 1'],
  programmes_slug: [programme({ slug: `''` })],
  programmes_title: [programme({ title: `''` })],
  programmes_text: [programme({ text: `''` })],
  programmes_weeks: [programme({ weeks_count: '0' }), programme({ weeks_count: '53' })],
  programmes_units: [programme({ units_count: '0' }), programme({ units_count: '365' })],
  programmes_visibility: [programme({ visibility: `'secret'` })],
  group_programmes_slug: [run({ slug: `''` })],
  group_programmes_title: [run({ title: `''` })],
  group_programmes_text: [run({ text: `''` })],
  programme_follows_slug: [followed({ slug: `''` })],
  programme_follows_title: [followed({ title: `''` })],
  programme_follows_text: [followed({ text: `''` })],
  programme_units_stay: [unit({ stay: '-1' })],
  programme_units_week: [unit({ week: '-1' }), unit({ week: '52' })],
  programme_units_unit: [unit({ unit: '-1' }), unit({ unit: '7' })],
  series_slug: [series({ slug: `''` })],
  series_title: [series({ title: `''` })],
  series_duration: [series({ duration: '-1' }), series({ duration: '2592001' })],
  series_limit: [series({ participant_limit: '-1' })],
  series_difficulty: [series({ difficulty: '1' })],
  series_code: [series({ needs_code: 'true' })],
  series_repeats: [series({ repeats: `'yearly'` })],
  series_every: [series({ every: '0' }), series({ every: '13' })],
  series_count: [series({ count: '0' }), series({ count: '501' })],
  series_zone: [series({ zone: `''` })],
  sessions_slug: [`update sessions set slug = ''`],
  sessions_title: [`update sessions set title = ''`],
  sessions_duration: ['update sessions set duration = -1', 'update sessions set duration = 2592001'],
  sessions_limit: ['update sessions set participant_limit = -1'],
  sessions_difficulty: ['update sessions set difficulty = 1'],
  sessions_code: ['update sessions set needs_code = true, join_code = null'],
  sessions_status: ['update sessions set status = -1', 'update sessions set status = 3'],
  sessions_paused: ['update sessions set paused_seconds = -1'],
  sessions_started: ['update sessions set status = 1, started_at = null'],
  sessions_cancelled: ['update sessions set cancelled_at = now() where status = 1'],
  sessions_ended: ['update sessions set status = 2, ended_at = null where status = 1'],
  sessions_participants: ['update sessions set participants_count = -1'],
  sessions_held: ['update sessions set held_places = 1', 'update sessions set held_places = -1'],
  sessions_seq: ['update sessions set seq = -1'],
  subscriptions_mode: [subscription({ mode: `'shop'` })],
  subscriptions_plan: [subscription({ plan: `'gold'` })],
  subscriptions_status: [subscription({ status: `''` })],
  terms_slug: [`update terms set slug = ''`],
  terms_title: [`update terms set title = ''`],
  reminders_about: [reminder({ session_id: 'null' })],
  reminders_kind: [reminder({ kind: `'rocket'` })],
  reminders_times: [reminder({ times: '0' })],
  reminder_deliveries_attempts: [delivery({ attempts: '-1' })],
  reminder_deliveries_channel: [delivery({ channel: `'pigeon'`, device_id: 'null' })],
  reminder_deliveries_device: [delivery({ channel: `'push'` }), delivery({ device_id: '1' })],
  reminder_deliveries_state: [delivery({ failed_at: 'now()' })],
  reminder_settings_quiet: [`insert into reminder_settings select id, '{}', '22:00' from users limit 1`],
  terms_parent: ['update terms set parent_id = id'],
  terms_sort: ['update terms set sort = -1'],
  upload_uses_thing: ['insert into upload_uses (upload_id) values (1)'],
  uploads_bytes: [upload({ bytes: '-1' })],
  uploads_name: [upload({ name: `'../a'` })],
  uploads_size: [upload({ width: '0' }), upload({ height: '-1' })],
  uploads_type: [upload({ type: `'svg'` })],
  users_username: [`update users set username = ''`],
  users_email: [`update users set email = ''`],
  users_name: [`update users set name = ''`],
  users_role: ['update users set role_id = 2'],
  users_time_zone: [`update users set time_zone = ''`],
  users_distance_unit: [`update users set distance_unit = 'ft'`],
  users_day_start: ['update users set day_start = 13', 'update users set day_start = -1']
}

test.each(Object.entries(BAD).flatMap(([name, statements]) => statements.map(statement => [name, statement])))(
  'the CHECK %s refuses: %s',
  async (name, statement) => {
    expect(await attempt(statement)).toMatchObject({ constraint: name })
  }
)

test('every CHECK has a row that it refuses', async () => {
  const { rows } = await client.query(
    `select conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace order by conname`
  )
  expect(rows.map(({ conname }) => conname)).toEqual(Object.keys(BAD).sort())
})

test('every column with the id of another table’s row has a foreign key', async () => {
  const { rows } = await client.query(
    `select c.table_name || '.' || c.column_name as column from information_schema.columns c
     join pg_tables t on t.schemaname = 'public' and t.tablename = c.table_name
     where c.table_schema = 'public' and c.column_name like '%\\_id' and not exists (
       select from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
       where f.contype = 'f' and f.conrelid = c.table_name::regclass and a.attname = c.column_name)
     order by 1`
  )
  // Exceptions: the table of `subject_id` depends on the action, `message_id` is for mail servers, and a role is a
  // number.
  expect(rows.map(({ column }) => column)).toEqual([
    'audit_entries.subject_id',
    'free_uses.subject_id',
    'ledger.subject_id',
    'mails.message_id',
    'moderation_actions.subject_id',
    'pool_entries.subject_id',
    'report_cases.subject_id',
    'users.role_id',
    'webhook_deliveries.message_id'
  ])
})

test.each([
  ['a category with subcategories', 'delete from terms where parent_id is null', 'terms_parent_id_terms_id_fk'],
  ['a category of activities', 'delete from terms where parent_id is not null', 'activities_term_id_terms_id_fk'],
  ['a person who owns activities', `delete from users where username = 'ada'`, 'activities_user_id_users_id_fk'],
  ['a session that people have logged in', 'delete from sessions where seq > 3', 'goals_session_id_sessions_id_fk']
])('a row in use cannot be deleted: %s', async (_, statement, constraint) => {
  expect(await attempt(statement)).toMatchObject({ constraint })
})

test('activities and sessions outlive their group, and sessions outlive their activity', async () => {
  await client.query('begin')
  await client.query('delete from groups')
  await client.query('delete from activities')
  const { rows } = await client.query(
    'select count(*)::int, count(group_id)::int as grouped, count(activity_id)::int as of_activity from sessions'
  )
  await client.query('rollback')
  expect(rows).toEqual([{ count: 3, grouped: 0, of_activity: 0 }])
})
