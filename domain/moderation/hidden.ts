/**
 * What moderators hid (D-148, D-149). Only its author and moderators still see it, until a moderator restores it. The
 * author can edit it, and can ask once for another look.
 */
import { isModerator, type Viewer } from '../accounts/user.ts'
import { type Refusal, refuse } from '../lib/refusal.ts'

/** The kinds of things that people can report and moderators can hide. */
export const HIDDEN_KINDS = [
  'message',
  'post',
  'item',
  'picture',
  'session',
  'activity',
  'programme',
  'group',
  'person'
] as const
export type HiddenKind = (typeof HIDDEN_KINDS)[number]

/** The names of the kinds in sentences. */
export const KIND_WORDS: Record<HiddenKind, string> = {
  message: 'message',
  post: 'post',
  item: 'text',
  picture: 'picture',
  session: 'session',
  activity: 'activity',
  programme: 'programme',
  group: 'group',
  person: 'page'
}

/** Why something is reported or hidden. */
export const REASONS = ['spam', 'abuse', 'sexual', 'violence', 'self_harm', 'illegal', 'privacy', 'other'] as const
export type Reason = (typeof REASONS)[number]

export const REASON_WORDS: Record<Reason, string> = {
  spam: 'Spam or advertising',
  abuse: 'Harassment or hate',
  sexual: 'Sexual content',
  violence: 'Violence or threats',
  self_harm: 'Self-harm',
  illegal: 'Illegal content',
  privacy: 'Someone’s private data',
  other: 'Something else'
}

/** Stands in the place of a hidden message or post, and on pages of hidden things. */
export const REMOVED = 'Removed by a moderator.'

interface Hideable {
  hidden_at: Date | null
  user_id: number | null
}

/** Whether the viewer may see it: everyone unless it is hidden, then its author and moderators. */
export function maySee({ hidden_at, user_id }: Hideable, viewer: Viewer): boolean {
  return hidden_at === null || isModerator(viewer) || (viewer !== null && viewer.id === user_id)
}

/** The 404 of something that the viewer may not see because it is hidden. */
const GONE: Refusal = { kind: 'notFound', message: REMOVED }

/** Returns the thing. @throws Refused 404 when it is hidden from the viewer */
export function needVisible<Thing extends Hideable>(thing: Thing, viewer: Viewer): Thing {
  return maySee(thing, viewer) ? thing : refuse(GONE)
}
