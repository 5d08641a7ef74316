/** Uploading a picture (UPL-01..UPL-06, D-120). A refusal has the documented shape `{ error: { message } }` (UPL-05). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { clientUuid, title } from '../lib/fields.ts'

/** The one field of the form. */
export const FILE_FIELD = 'file'

export const uploaded = z.object({
  /** The whole picture. */
  url: z.string(),
  /** `default`, and the addresses of the narrower copies by their width: what the editor makes a `srcset` of. */
  urls: z.record(z.string(), z.string()),
  /** Of the whole picture, in pixels. */
  width: z.int(),
  height: z.int()
})
export type Uploaded = z.output<typeof uploaded>

const upload = {
  method: 'POST',
  takesFile: FILE_FIELD,
  response: uploaded,
  refusals: ['unauthenticated', 'invalid']
} as const

/** UPL-01 The slug is that of the item that is written. It may be anything: texts say themselves what they show. */
export const uploadPicture = endpoint({
  path: '/api/upload/:slug',
  summary: 'Upload a picture for a text',
  ...upload
})

/** UPL-06 Without a slug. */
export const uploadLoosePicture = endpoint({
  path: '/api/upload',
  summary: 'Upload a picture for a text that has no address yet',
  ...upload
})

/** D-141 For the editor, which shows only pictures of ours: a text that is saved has its pictures copied anyway. */
export const copyPicture = endpoint({
  method: 'POST',
  path: '/api/uploads/copies',
  summary: 'Copy a picture from its address on another site, to show it in a text', // D-141
  body: z.object({ url: title(2000), client_uuid: clientUuid }),
  response: uploaded,
  refusals: ['unauthenticated']
})
