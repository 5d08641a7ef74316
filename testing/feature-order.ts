/**
 * The order of features in the layers, and the check of it. A feature imports only features that stand before it in the
 * list, so that it can be read, changed and tested without those that stand after it. Files at the top of a layer, such
 * as `server/app.ts`, put the features together and import all of them. Tests may import any feature.
 */
import { posix } from 'node:path'

/** The folders of the layers, lowest first. A layer need not have all of them. */
export const ORDER = [
  // The base of all features.
  ...[
    'lib',
    'db',
    'ui',
    'worker',
    'settings',
    'tokens',
    'outbox',
    'realtime',
    'progress',
    'uploads',
    'editor',
    'texts'
  ],
  ...['backup', 'audit-log'],
  ...['legal', 'mail'],
  // People and payments. Tokens stand lower, because a press in a room spends them.
  ...['accounts', 'webhooks', 'moderation', 'faces', 'tour', 'my', 'billing', 'days'],
  // Logs and goals. Goals and lists of sessions use parts of the room, which are in `live`.
  ...['logs', 'presses', 'reminders', 'live', 'browse', 'notes', 'goals'],
  // Activities, and sessions of several people.
  ...[
    'groups',
    'activities',
    'plans',
    'lists',
    'builder',
    'programmes',
    'cheers',
    'sessions',
    'session-goals',
    'chat',
    'posts',
    'calendar',
    'embed'
  ],
  ...['session-pages', 'series', 'publishing', 'reports'],
  // Features about many others.
  ...['today', 'home', 'export', 'import', 'deletion', 'previews', 'sitemap', 'seed', 'operator', 'admin'],
  ...['api-document', 'assistants'],
  ...['socket', 'sweep', 'gallery', 'account-pages', 'shell']
]

/** The layers whose imports are checked. */
export const LAYERS: readonly string[] = ['domain', 'server', 'client']

export interface Exception {
  layer: string
  from: string
  to: string
  because: string
}

/** Imports against the order that may stay. */
export const EXCEPTIONS: Exception[] = [
  {
    layer: 'server',
    from: 'accounts',
    to: 'billing',
    because: 'The signed-in person, whom every page names, includes their subscription.'
  },
  {
    layer: 'domain',
    from: 'mail',
    to: 'reminders',
    because: 'Each kind of mail has its words in mail, and the mail of a reminder names the kind of reminder.'
  },
  {
    layer: 'domain',
    from: 'reminders',
    to: 'reports',
    because: 'A reminder names what was decided about a report. It imports only the type of the status.'
  },
  {
    layer: 'domain',
    from: 'reminders',
    to: 'sessions',
    because: 'A reminder of a session is dropped by the status of the session. It imports only the names of statuses.'
  },
  {
    layer: 'server',
    from: 'faces',
    to: 'reminders',
    because: 'The people who reported a picture hear that a moderator deleted it.'
  },
  {
    layer: 'server',
    from: 'moderation',
    to: 'sessions',
    because:
      'A host who removes a person from a session changes who is in it. The other features use only its record of deeds.'
  },
  {
    layer: 'client',
    from: 'activities',
    to: 'lists',
    because: 'The page of an activity has the button that puts it on a list, and lists show activities on the server.'
  }
]

interface Rules {
  order: readonly string[]
  exceptions: readonly Exception[]
}

export interface Source {
  /** From the root of the project, with slashes. */
  path: string
  code: string
}

const IMPORT = /(?:\bfrom|\bimport\(?)\s*'(\.{1,2}\/[^']+)'/g
const TEST = /\.test(?:-d)?\.tsx?$/

/** Returns one message for each import against the order, unlisted folder and unused exception. */
export function orderErrors(sources: readonly Source[], { order, exceptions }: Rules): string[] {
  const place = new Map(order.map((name, index) => [name, index]))
  const unused = new Set(exceptions)
  const errors = new Set<string>()
  for (const { path, code } of sources) {
    const [layer = '', from = '', ...rest] = path.split('/')
    if (rest.length === 0 || TEST.test(path)) continue
    const here = place.get(from)
    if (here === undefined) {
      errors.add(`${layer}/${from}: this folder is missing in the order of features`)
      continue
    }
    for (const [, imported = ''] of code.matchAll(IMPORT)) {
      const target = posix.join(posix.dirname(path), imported)
      const [toLayer, to = '', ...file] = target.split('/')
      const there = place.get(to)
      if (toLayer !== layer || file.length === 0 || there === undefined || there <= here) continue
      const exception = exceptions.find(one => one.layer === layer && one.from === from && one.to === to)
      if (exception) unused.delete(exception)
      else errors.add(`${path} imports ${target}: ${from} stands before ${to} in the order of features`)
    }
  }
  for (const { layer, from, to } of unused) {
    errors.add(`${layer}: ${from} no longer imports ${to}, so remove the exception`)
  }
  return [...errors]
}
