/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  regulars_count: 'How many people come every time.',
  next_at: 'When the date that runs or comes begins; null without one.',
  did: 'What someone did of goals of the plans, by title and unit, the most logged first; at most ten.',
  has_others: '1 when someone did something else too.',
  my_path: 'My page of it; null when I do not follow it.',
  people_count: 'How many members follow it.',
  members: 'Usernames of some members; at most eight.',
  next_session: 'The session of the group that runs, or that begins next; null for none.',
  week_logs: 'How many logs its sessions got in the last seven days.',
  week_people: 'How many people these logs are of.',
  has_sessions: '1 once a session of the group was planned.',
  sessions_count: 'How many of its sessions have begun.',
  slice_days: 'Days of each part: 1, or 7 from Monday on.',
  detachable: 'Slugs of the listed activities that I may take out of the group.',
  groupsCount: 'How many there are in all; counted up to 100.',
  is_proposed: '1 when the host of the activity was asked instead of moving it; it stays where it is until then.',
  q: 'Words of what is searched for.'
}
