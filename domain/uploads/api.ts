/** Uploading pictures (UPL-01..UPL-06, D-120). A refusal has the documented shape `{ error: { message } }` (UPL-05). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { sentBody, title } from '../lib/fields.ts'

/** The only field of the form. */
export const FILE_FIELD = 'file'

export const uploaded = z.object({
  /** The address of the picture in full size. */
  url: z.string(),
  /** `default` and the addresses of narrower copies by width; the editor makes a `srcset` from them. */
  urls: z.record(z.string(), z.string()),
  /** Pixels of the full-size picture, like `height`. */
  width: z.int(),
  height: z.int()
})
export type Uploaded = z.output<typeof uploaded>

const upload = {
  takesFile: FILE_FIELD,
  response: uploaded,
  refusals: ['unauthenticated', 'invalid']
} as const

/**
 * UPL-01 The slug of the item that is being written. The server ignores it, because texts contain their pictures'
 * addresses.
 */
export const uploadPicture = endpoint('POST', '/api/upload/:slug', {
  summary: 'Upload a picture for a text',
  needsEmail: true,
  ...upload
})

/** UPL-06 The same without a slug. */
export const uploadLoosePicture = endpoint('POST', '/api/upload', {
  summary: 'Upload a picture for a text that has no address yet',
  needsEmail: true,
  ...upload
})

/** D-141 For the editor, which shows only our own pictures. Saving a text copies its pictures too. */
export const copyPicture = endpoint('POST', '/api/uploads/copies', {
  summary: 'Copy a picture from its address on another site, to show it in a text', // D-141
  needsEmail: true,
  body: sentBody({ url: title(2000) }),
  response: uploaded,
  refusals: ['unauthenticated']
})
