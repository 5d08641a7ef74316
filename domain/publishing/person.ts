/**
 * A person is a name with a public page and what is written under it (D-35). A user has at least the person of their own
 * username, may make more, and is one of them at a time (D-36). Usernames of people and slugs of items are one namespace,
 * since both are first segments of addresses (D-41).
 */
import * as z from 'zod/mini'
import type { Viewer } from '../accounts/user.ts'
import { isSegment } from '../accounts/username.ts'

export const person = z.object({
  id: z.int(),
  username: z.string(),
  title: z.string(),
  path: z.string(),
  breadcrumbs: z.object({ person_title: z.string() })
})
export type Person = z.output<typeof person>

/** So many persons one user may have; the first comes with the account. */
export const MOST_PERSONS = 20

export const TOO_MANY_PERSONS = `You have ${MOST_PERSONS} pages, which is the most.`

interface Owned {
  user_id: number
  is_current: boolean
}

/** Whether the page shows what its owner edits with: only while they are that person (D-36). */
export function isShownAsOwner(person: Owned, viewer: Viewer): boolean {
  return isPersonOf(person, viewer) && person.is_current
}

/** Whether the page offers to switch: it is another person of the viewer's (D-36). */
export function maySwitch(person: Owned, viewer: Viewer): boolean {
  return isPersonOf(person, viewer) && !person.is_current
}

/** Whether it is one of the viewer's, switched to or not (D-117). */
export function isPersonOf(person: { user_id: number }, viewer: Viewer): boolean {
  return viewer !== null && person.user_id === viewer.id
}

/** The page of a person (D-41). Where another page has taken the address since they registered, it is below /users. */
export function personPath(username: string): string {
  return isSegment(username) ? `/users/${username}` : `/${username}`
}
