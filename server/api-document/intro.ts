/** The introduction of the document: everything that no single operation explains. */
export const INTRO = `Everything that the pages of this site do, they do through these calls.

## Signing in

\`POST /api/login\` and \`POST /api/register\` set the cookie \`hut_login\`, which all other calls need that are for someone signed in. A login lasts 30 days after its last use.

## Programs

A program sends \`Authorization: Bearer hut_…\`, and no cookie, CSRF token or \`X-Person\`. People create access tokens at \`/account/programs\`. A call names the scope that it needs; one that names none refuses tokens with 403. A token may make 1,200 calls in ten minutes, and never has the rights of an admin.

## Browsers: Origin and CSRF

A write that another site sent is refused with 403: \`Origin\`, where it is sent, must be this site, and \`Sec-Fetch-Site\`, where it is sent, must be \`same-origin\` or \`none\`. A program that is no browser need send neither. A CSRF token is not needed. Where \`X-CSRF-TOKEN\` is sent it must be right, else the call is refused with 419; \`GET /api/sanctum/csrf-cookie\` gives one.

## For whom a call is

A browser has one login for all tabs, so it may change under a page. \`X-Person\` says for whom a call is meant: the id of a person, or \`visitor\`. If someone else is signed in by now, it is refused with 409 and \`OTHER_PERSON\`. A call without the header is meant for whoever makes it. Responses say in \`X-Person\` for whom they are.

## Trying again

A call that makes something takes an \`Idempotency-Key\`, 8 to 100 printable characters without spaces. A retry with the same key returns what the first made, and makes and charges nothing more. The same key with another body is refused with 422: send the first body again to get its result, or take a new key. A call that was refused has used up no key. A call that logs progress takes \`X-Done-At\` too, for what was done while there was no connection: it counts from then, but not from the future and not from more than a day before the login. 429 and 503 say in \`Retry-After\` when to come back.

## Values

- Dates are ISO 8601 in UTC, such as \`2026-01-31T18:00:00.000Z\`. Where they are sent, any offset will do, and \`2026-01-31 18:00:00\` is read as UTC. They lie between 1970 and 2100.
- Durations are whole seconds. Distances are miles. Both, and amounts, are never negative.
- Flags are 0 or 1; where they are sent, \`true\` and \`false\` will do.
- Uses are what calls charge; people are shown tokens, of which each is 100 uses. \`X-Tokens-Left\` says how many uses are left after a charge.
- \`:challenge\`, \`:event\` and \`:hut\` take a slug or an id. A challenge is what people call an activity, a challenge event is a session, a hut is a group.
- Texts may not hold a null character.

## Pages

The data of the page at \`/my/goals\` is at \`GET /api/my/goals\`, and so on, as \`serverData\`. A list shows as many rows as the site says, usually 20; one more is returned when there is a next page, which \`page=2\` asks for. What cannot be read in the query of a page is ignored.

## Refusals

Every refusal has \`message\` and \`error\`, the same text in both, written for people. 422 has \`errors\` by field. Nothing is half-saved. A fault of the server is 500 with such a body. A method that an address does not have is 405, and \`Allow\` names those that it has. JSON may have 50 levels.

## Addresses without /api

Writes are served without the prefix \`/api\` too, and so are \`GET /get-user\`, \`/sanctum/csrf-cookie\` and \`/challenge-events/:event/poll\`, \`stream\` and \`prompt\`. Writes under \`/huts\` are those under \`/groups\`.

## Files

\`GET /api/account/export\` returns everything that is mine as JSON, and \`/api/account/export/logs.csv\` my logs as CSV: signed in, at most 20 a day. Both are written while they are read, and the header \`x-lines\` says how many rows there are. \`GET /sessions/{event}/calendar.ics\` is a session for a calendar.

## Live: the socket

A WebSocket at \`/socket\`, with the login cookie, carries JSON texts: \`SocketMessageFromClient\` and \`SocketMessageFromServer\`.

1. Send \`{"type":"join","room":12}\`, with the id of a session. The server sends \`join\` with who is there now, and again whenever that changes.
2. Then come \`message\`, a chat message, and \`update\`, what changed: a key that is absent did not. Both have \`seq\`, which grows by one with each event of the room. An event whose number one has already changes nothing.
3. After a break, join with \`since\`, the last number received: what was missed comes first. When that is too much, \`reload\` comes instead: load the page data again.
4. \`{"type":"ping","sent":1}\` returns \`{"type":"pong","sent":1,"server_time":…}\`, to measure the clock of the server.

A socket with a login also gets \`inbox\`, in a room or not, when the inbox of its person has changed, and \`timers\` when a timer of theirs was started or moved.

A socket is closed with 4001 when its login ends, with 1001 when the server stops, and with 1008 when it says too much. A browser may have 100 sockets, and the visitors of one network address 3,000: the next one is refused with 429. All writes are ordinary calls. Without a socket, \`GET /api/challenge-events/{event}/stream\` sends the same changes and messages as server-sent events, and \`/poll\` returns how the session stands.
`

/** The features, which are the tags of the operations. */
export const TAGS: Record<string, string> = {
  Accounts: 'Registering, signing in and out, the profile.',
  Passwords: 'Passwords that were forgotten, and giving one’s own again.',
  Passkeys: 'Keys that devices keep, and that sign in instead of the password.',
  'Access tokens': 'With which programs act as their person.',
  'Connected apps': 'Apps, such as assistants, that a person connects by OAuth.',
  Webhooks: 'Addresses to which the hut sends what happens.',
  'Press addresses': 'Secret addresses that press one button of a goal.',
  'Single sign-on': 'Signing in at the provider of the hut (OpenID Connect).',
  Emails: 'Another email for my account, which counts once it is confirmed.',
  Days: 'How my days are counted.',
  Deletion: 'Deleting my account, and keeping it after all.',
  Tokens: 'What is left and what was charged, buying tokens, the shared pool.',
  Billing: 'Plans, subscriptions, saved cards and invoices.',
  Goals: 'Goals of one’s own.',
  Logs: 'Logging progress, in sessions too.',
  Import: 'Logs that another tracker has written.',
  Lists: 'Private lists of activities.',
  Notes: 'Private notes, alone or about a goal.',
  Activities: 'Plans of timed parts and goals; challenges in addresses.',
  Groups: 'People and the activities that they share; huts in addresses.',
  Sessions: 'Timed group sessions; challenge events in addresses.',
  Programmes: 'Plans of several weeks, and following them alone or with a group.',
  Series: 'Sessions that repeat: the rule, its dates, and what their host does with them.',
  Calendar: 'The private address under which a calendar reads my sessions.',
  Chat: 'What is said in a session.',
  Cheers: 'For what others log in a session.',
  Moderation: 'Keeping a room friendly.',
  Reports: 'Reporting content, and what moderators decide.',
  Admin: 'Running the hut: people, reports, settings.',
  Posts: 'The discussion of a session.',
  'Session goals': 'Goals of the plan of a session and of its members.',
  Publishing: 'Public pages of persons, and what they write there; groups of items are called books in fields.',
  Reminders: 'The inbox: what a person was told of.',
  Faces: 'The profile pictures of persons.',
  Today: 'What home shows a member first: their sessions, goals and groups.',
  Tour: 'Which messages of the welcome and the goal tour were shown.',
  Uploads: 'Pictures for texts; a refusal has `error.message`.',
  Legal: 'Pages without data of their own.'
}
