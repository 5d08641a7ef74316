/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  'Import.at': 'When it was done; null where only its day is known.',
  'ImportedLog.at': 'When it was done; null where only its day is known.',
  file_name: 'What the file is called.',
  profile: 'What the person did, besides their texts.',
  known: 'The numbers of the logs that are there, from 0 on.',
  account: 'The account of the export: `moved.`, its id, a dot, and its start in ms to the base of 36.',
  section: 'The table of the rows. Goals come first, because logs and notes refer to them.',
  added: 'How many rows were added.',
  existing: 'How many rows are here already.',
  wrong: 'The rows that can’t be restored.',
  import: 'The import that the rows belong to.',
  made_goals: 'Ids of goals that were made for this import.',
  imports: 'Imports of mine that were not undone, the newest first.',
  'Import.logs': 'How many logs it made.',
  'Import.items': 'How many items it created.',
  'Import.keys': 'The keys of what a restore makes.',
  'Import.book': 'The key of the group that it is in; null for none.',
  'Import.publish_at': 'When it becomes public by itself.',
  'Import.free': 'Slugs that an item can get.',
  slugs: 'Wished slugs.',
  found: 'What is there.'
}
