/** The tables of an export, and their columns. */

/** The tables of an export, and their columns. */

/** The tables of an export, and their columns. */

/** The tables of an export, and their columns. */

export interface Section {
  /** Rows `t`, of the person `$1`. */
  from: string
  /** More fields of a row. */
  more?: string
  /** Pages rows by this number; sections without one are small. */
  key?: string
}

const session = `'session', (select slug from sessions s where s.id = t.session_id)`
const item = `'item', (select slug from items i where i.id = t.item_id)`
const own = (table: string, and = ''): Section => ({ from: `${table} t where t.user_id = $1 ${and}`, key: 't.id' })
const few = (table: string): Section => ({ from: `${table} t where t.user_id = $1` })
const ofItems = 'join items i on i.id = t.item_id join persons p on p.id = i.person_id where p.user_id = $1'
const KEPT = 'and t.deleted_at is null'

/** The sections in the order of the file. */
export const SECTIONS: Record<string, Section> = {
  profile: { from: 'users t where t.id = $1', key: 't.id' },
  logins: few('logins'),
  security_events: own('security_events'),
  passkeys: few('passkeys'),
  access_tokens: own('access_tokens'),
  oauth_states: own('oauth_states', `and t.kind = 'Grant'`),
  press_addresses: own('press_addresses'),
  webhooks: own('webhooks'),
  webhook_deliveries: {
    from: 'webhook_deliveries t join webhooks w on w.id = t.webhook_id where w.user_id = $1',
    key: 't.id'
  },
  sign_on_identities: few('sign_on_identities'),
  invitations: own('invitations'),
  balances: few('balances'),
  ledger: own('ledger'),
  subscriptions: own('subscriptions'),
  payments: own('payments'),
  cards: few('cards'),
  goals: own('goals', KEPT),
  logs: own('logs', KEPT),
  log_cheers: { ...own('log_cheers'), key: 't.log_id' },
  goal_cheers: { ...own('goal_cheers'), key: 't.goal_id' },
  goal_shares: {
    from: 'goal_shares t where t.owner_id = $1',
    key: 't.id',
    more: `'username', (select username from users u where u.id = t.user_id),
      'group', (select slug from groups g where g.id = t.group_id)`
  },
  goal_reminders: { ...own('goal_reminders'), key: 't.goal_id' },
  imports: own('imports'),
  notes: own('notes', KEPT),
  activity_lists: {
    ...own('activity_lists'),
    more: `'activities', (select jsonb_agg(a.slug order by l.created_at) from listed_activities l
      join activities a on a.id = l.activity_id where l.list_id = t.id)`
  },
  followers: {
    ...own('followers'),
    key: 't.activity_id',
    more: `'activity', (select slug from activities a where a.id = t.activity_id)`
  },
  activities: own('activities', KEPT),
  programmes: own('programmes', KEPT),
  group_programmes: {
    ...own('group_programmes'),
    more: `'group', (select slug from groups g where g.id = t.group_id)`
  },
  programme_follows: {
    ...own('programme_follows'),
    more: `'units', (select jsonb_agg(jsonb_build_object('week', d.week + 1, 'unit', d.unit + 1, 'day', d.day)
      order by d.created_at) from programme_units d where d.follow_id = t.id)`
  },
  sessions: own('sessions'),
  series: own('series'),
  series_regulars: {
    ...own('series_regulars'),
    more: `'series', (select slug from series s where s.id = t.series_id)`
  },
  series_watchers: {
    ...own('series_watchers'),
    key: 't.series_id',
    more: `'series', (select slug from series s where s.id = t.series_id)`
  },
  participants: {
    ...own('participants'),
    // Texts that they added to parts, which are stored in the plan under their name.
    more: `${session}, 'part_texts', (select coalesce(jsonb_agg(said[1]), '[]') from sessions s
      join users u on u.id = t.user_id,
      jsonb_path_query(s.plan, '$.parts[*].parts[*].content') text,
      regexp_matches(text #>> '{}', '<p><strong>' || u.username || ':</strong> (.*?)</p>', 'g') said
      where s.id = t.session_id)`
  },
  attendances: { ...own('attendances'), key: 't.session_id', more: session },
  waitlist_entries: { ...own('waitlist_entries'), more: session },
  messages: { ...own('messages', KEPT), more: session },
  posts: { ...own('posts', KEPT), more: session },
  groups: own('groups'),
  group_members: {
    ...own('group_members'),
    key: 't.group_id',
    more: `'group', (select slug from groups g where g.id = t.group_id)`
  },
  mutes: {
    ...own('mutes'),
    key: 't.muted_id',
    more: `'username', (select username from users u where u.id = t.muted_id)`
  },
  reports: {
    ...own('reports'),
    more: `'kind', (select kind from report_cases c where c.id = t.case_id),
      'subject_id', (select subject_id from report_cases c where c.id = t.case_id)`
  },
  // Of the person's own things, those that were hidden or that they asked about.
  report_cases: {
    from: 'report_cases t where t.author_id = $1 and (t.hidden_at is not null or t.asked_at is not null)',
    key: 't.id'
  },
  removals: few('removals'),
  persons: {
    ...own('persons'),
    more: `'cover', (select u.name from covers c join uploads u on u.id = c.upload_id where c.person_id = t.id)`
  },
  items: { from: 'items t join persons p on p.id = t.person_id where p.user_id = $1', key: 't.id' },
  item_versions: { from: `item_versions t ${ofItems}`, key: 't.id', more: item },
  item_drafts: { ...own('item_drafts'), key: 't.item_id', more: item },
  new_item_drafts: {
    from: 'new_item_drafts t join persons p on p.id = t.person_id where p.user_id = $1',
    key: 't.id'
  },
  favorites: { ...own('favorites'), key: 't.item_id', more: item },
  follows: {
    ...own('follows'),
    more: `${item}, 'person', (select username from persons p where p.id = t.person_id)`
  },
  paraphrases: { ...own('paraphrases'), more: item },
  uploads: own('uploads'),
  reminders: { ...own('reminders'), more: `${session}, ${item}` },
  reminder_settings: few('reminder_settings'),
  push_devices: own('push_devices')
}

/** The items of the person that the user writes as. */
export const ITEMS: Section = {
  from: 'items t join persons p on p.id = t.person_id where p.user_id = $1 and p.is_current',
  key: 't.id',
  more: `'username', p.username, 'book', (select slug from items b where b.id = t.parent_id)`
}
