import type { Documented } from '../lib/documented.ts'
import type { Json } from './tidy-schema.ts'

/** The parameters of all paths. */
export function pathParameters(documented: Documented[]): Record<string, Json> {
  const names = documented.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
  const schema = { type: 'string', minLength: 1, maxLength: 500 }
  return Object.fromEntries(
    [...new Set(names)].sort().map(name => {
      const said = { description: PATH_WORDS[name], example: PATH_EXAMPLES[name] ?? '7' }
      return [`path.${name}`, { name, in: 'path', required: true, ...said, schema }]
    })
  )
}

/** Of the parameters that are no ids. */
const PATH_EXAMPLES: Record<string, string> = {
  ...{ event: 'squats', challenge: 'tabata', hut: 'walkers', series: 'squats', username: 'ada', person: 'ada' },
  ...{ item: 'on-walking', childItem: 'on-walking', parentItem: 'ada', book: 'walks', slug: 'on-walking' },
  ...{ uuid: '0f8fad5b-d9cb-469f-a165-70867728950e', part: '0f8fad5b-d9cb-469f-a165-70867728950e', type: 'part' },
  ...{ kind: 'message', kinds: 'sessions', code: 'a1b2c3', token: 'of-a-mail', secret: 'of-an-address' }
}

const PATH_WORDS: Record<string, string> = {
  kind: 'What it is: `message`, `post`, `item`, `picture`, `session`, `activity`, `programme`, `group` or `person`.',
  subject: 'The id of the thing.',
  kinds: 'A list: `sessions`, `groups`, `activities` or `items`.',
  id: 'The id of the thing.',
  activity: 'The slug or id of an activity; an unlisted one has only its slug.',
  book: 'The slug or id of a group of items.',
  challenge:
    'The slug or id of an activity; under the calls that run something, of a session. An unlisted one has only its slug.',
  device: 'The id of a device of mine that gets reminders.',
  draft: 'The uuid of a draft of mine.',
  event: 'The slug or id of a session; an unlisted one has only its slug.',
  goal: 'The id of a goal of mine.',
  childItem: 'The slug of an item.',
  code: 'The code of an invitation.',
  hut: 'The slug or id of a group.',
  import: 'The id of an import of mine.',
  invitation: 'The id of an invitation of mine; site admins: of anybody.',
  invoice: 'The id of an invoice of mine.',
  item: 'The slug or id of an item.',
  list: 'The id of a list of mine.',
  log: 'The id of a log of mine.',
  login: 'The id of a login of mine.',
  message: 'The id of a message.',
  note: 'The id of a note of mine.',
  paraphrase: 'The id of a paraphrase.',
  parentItem: 'The username of a person, or the slug of a group of items.',
  access: 'The id of an access token of mine.',
  app: 'The id of a connected app of mine.',
  question: 'The id of the question of an app.',
  passkey: 'The id of a passkey of mine.',
  press: 'The id of a press address of mine.',
  secret: 'The secret of a press address.',
  part: 'The uuid of a part or goal of the plan.',
  person: 'The username or id of a person.',
  post: 'The id of a post.',
  product: 'The key or id of a plan.',
  programme: 'The slug of a programme.',
  follow: 'The id of a programme that I follow.',
  run: 'The id of a programme that a group follows.',
  series: 'The slug or id of a series.',
  snippet: 'The slug or id of an item in a group.',
  subscription: 'The id of a subscription of mine.',
  slug: 'The slug of the item that is written; may be anything.',
  token: 'Of the link in a mail.',
  type: '`part` or `task`.',
  user: 'The id of an account.',
  username: 'The name that others see.',
  version: 'The id of an earlier version.',
  webhook: 'The id of a webhook of mine.',
  delivery: 'The id of a delivery of the webhook.',
  uuid: 'The uuid of a group of the plan, or of a goal in it.'
}
