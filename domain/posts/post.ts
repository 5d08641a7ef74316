/** A post or a reply (FOR-08..FOR-13), in pages and live events. */
import * as z from 'zod/mini'
import { responseDate, responseFlag } from '../lib/fields.ts'

export const post = z.object({
  id: z.int(),
  /** Empty for most replies. */
  title: z.string(),
  /** Safe HTML. */
  content: z.string(),
  /** The post that this is a reply to; null for a post. */
  parent_id: z.nullable(z.int()),
  username: z.string(),
  created_at: responseDate,
  /** It was deleted but has replies, so it stays with `DELETED_TEXT` (D-131). */
  is_deleted: responseFlag,
  /** 1 when a moderator hid it; its title and content are empty then. Absent otherwise. */
  is_hidden: z.optional(responseFlag)
})
export type Post = z.output<typeof post>

/** The content of a deleted post that has replies. */
export const DELETED_TEXT = '<p>deleted</p>'
