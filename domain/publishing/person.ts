/**
 * A person is an author name with a public page (D-35). Each user has a person with their own username, may make more,
 * and writes as one of them at a time (D-36). Usernames of persons and slugs of items share one namespace, because both
 * are first segments of paths (D-41).
 */
import * as z from 'zod/mini'
import { isSegment } from '../accounts/reserved-usernames.ts'
import type { Viewer } from '../accounts/user.ts'

export const person = z.object({
  id: z.int(),
  username: z.string(),
  title: z.string(),
  path: z.string(),
  breadcrumbs: z.object({ person_title: z.string() })
})
export type Person = z.output<typeof person>

/** The most persons of a user, including the one that comes with the account. */
export const MOST_PERSONS = 20

/** The most characters of the introduction on a person's page. */
export const MOST_INTRODUCTION = 600

export const TOO_MANY_PERSONS = `You have ${MOST_PERSONS} pages, the most you can have.`

interface Owned {
  user_id: number
  is_current: boolean
}

/** Whether the page shows the controls for editing: the viewer currently writes as this person (D-36). */
export function isShownAsOwner(person: Owned, viewer: Viewer): boolean {
  return isPersonOf(person, viewer) && person.is_current
}

/** Whether the page offers to switch to this person: it is one of the viewer's other persons (D-36). */
export function maySwitch(person: Owned, viewer: Viewer): boolean {
  return isPersonOf(person, viewer) && !person.is_current
}

/** Whether the person belongs to the viewer, current or not (D-117). */
export function isPersonOf(person: { user_id: number }, viewer: Viewer): boolean {
  return viewer !== null && person.user_id === viewer.id
}

/**
 * Returns the path of a person's page (D-41). It is below /users when a page of the product uses the username as its
 * path.
 */
export function personPath(username: string): string {
  return isSegment(username) ? `/users/${username}` : `/${username}`
}
