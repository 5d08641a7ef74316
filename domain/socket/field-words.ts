/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  changed_participants:
    'Participants who are new or have changed. Put each in place of the one with the same username, or at the end, and merge the totals by key. Remove those in `left`.',
  changed_summary:
    'The sums of the room as they are now. `tasks` has those that changed: merge them by key into the ones that you have.',
  unseen_logs: 'Ids of logs that are gone, or that only their owner sees now.',
  deleted_messages: 'Ids of messages that are gone.',
  deleted_posts: 'Ids of posts that are gone.',
  new_cheers: 'Who cheered for a log, or took it back.',
  online: 'How many are there, with visitors.',
  'SessionUpdate.participants': 'Those who changed, each with the totals that changed.',
  reload: 'True when the plan changed: fetch the page data again.',
  removed: 'Usernames of whom a host removed; they are in `left` too.',
  room: 'The id of the session.',
  server_time: 'Milliseconds since 1970.',
  took_over: 'Username of who hosts from now on, because no host was there at the start.',
  'SocketMessageFromClient.type': 'What is said.',
  'SocketMessageFromServer.type': 'What is said.',
  users: 'Usernames of who is there now.'
}
