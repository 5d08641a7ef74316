/**
 * The picture of a person, a square that stands beside their username wherever that is shown. Who has none is shown by
 * the first letter of it. Each person of a user has one of their own (D-35); in rooms, chat and posts people appear by
 * their own username, so with the picture of the person of that name.
 */
import * as z from 'zod/mini'
import { isUsername } from '../accounts/username.ts'
import { endpoint } from '../lib/endpoint.ts'
import { FILE_FIELD, uploaded } from '../uploads/api.ts'

/** Usernames in one call. */
export const MOST_FACES = 100

const NAMES = `Give up to ${MOST_FACES} usernames, with commas between them.`

/** Pages ask once for all names that they show, so that no page, room or message has to carry pictures. */
export const getFaces = endpoint({
  method: 'GET',
  path: '/api/users/faces',
  summary: 'The pictures of people, by username; who has none is left out',
  query: z.object({
    usernames: z
      .string(NAMES)
      .check(z.refine(names => names.split(',').length <= MOST_FACES && names.split(',').every(isUsername), NAMES))
  }),
  response: z.object({ faces: z.record(z.string(), uploaded) })
})

/** It is cut to a square around its middle. The one before is deleted after a day, as any picture that nothing shows. */
export const storeFace = endpoint({
  method: 'POST',
  path: '/api/me/persons/:person/picture',
  summary: 'Upload a picture of a person of mine, in place of the one before',
  takesFile: FILE_FIELD,
  response: uploaded,
  refusals: ['unauthenticated', 'notFound']
})

export const deleteFace = endpoint({
  method: 'DELETE',
  path: '/api/me/persons/:person/picture',
  summary: 'Remove the picture of a person of mine; site admins: of anybody',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})
