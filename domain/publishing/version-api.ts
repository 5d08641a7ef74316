/** Earlier versions of items. */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { responseDate, sentBody } from '../lib/fields.ts'
import { sentRevision } from '../lib/revision.ts'
import { saved } from './item-api.ts'

/** An item's state before one of its saves. */
const version = z.object({
  id: z.int(),
  /** The item's revision at that time. */
  revision: z.int(),
  title: z.string(),
  /** The beginning of the content as plain text. */
  summary: z.string(),
  /** When the save replaced this state. */
  created_at: responseDate
})
export type ItemVersion = z.output<typeof version>

export const getVersions = endpoint('GET', '/api/items/:item/versions', {
  summary: 'What an item of mine was before its last saves, the newest first',
  response: z.object({ versions: z.array(version) }),
  refusals: ['unauthenticated', 'notFound']
})

export const getVersion = endpoint('GET', '/api/items/:item/versions/:version', {
  summary: 'One earlier version of an item of mine, with its content',
  response: z.object({ version: z.object({ ...version.shape, content: z.string() }) }),
  refusals: ['unauthenticated', 'notFound']
})

/** Permanent. It also deletes pictures that nothing else shows. */
export const deleteVersion = endpoint('DELETE', '/api/items/:item/versions/:version', {
  summary: 'Delete one earlier version of an item of mine',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

/** The state before the call becomes a version too. */
export const restoreVersion = endpoint('POST', '/api/items/:item/versions/:version/restore', {
  summary: 'Give an item the title and content of an earlier version',
  body: z.optional(z.nullable(sentBody({ revision: sentRevision }))),
  response: saved,
  refusals: ['unauthenticated', 'notFound', 'conflict']
})
