/**
 * The square picture of an author ("person" in the API), shown next to the username everywhere. Without a picture the
 * page shows the first letter of the username. A user may have several persons, each with a picture (D-35). Sessions,
 * chat and posts show the picture of the person who has the user's own username.
 */
import * as z from 'zod/mini'
import { isUsername } from '../accounts/username.ts'
import { endpoint } from '../lib/endpoint.ts'
import { FILE_FIELD, uploaded } from '../uploads/api.ts'

/** How many usernames one call may ask for. */
export const MOST_FACES = 100

const NAMES = `Give up to ${MOST_FACES} usernames, with commas between them.`

/** A page asks once for all usernames that it shows, so that other responses need not contain pictures. */
export const getFaces = endpoint('GET', '/api/users/faces', {
  summary: 'The pictures of people, and the display names of guests, by username; who has none is left out',
  query: z.object({
    usernames: z
      .string(NAMES)
      .check(z.refine(names => names.split(',').length <= MOST_FACES && names.split(',').every(isUsername), NAMES))
  }),
  response: z.object({
    faces: z.record(z.string(), uploaded),
    /** The display names of those who are guests (D-152). */
    guests: z.record(z.string(), z.string())
  })
})

/**
 * The server crops the picture to a square around its middle. It deletes the old one after a day, like every unused
 * picture.
 */
export const storeFace = endpoint('POST', '/api/me/persons/:person/picture', {
  summary: 'Upload a picture of a person of mine, in place of the one before',
  needsEmail: true,
  takesFile: FILE_FIELD,
  response: uploaded,
  refusals: ['unauthenticated', 'notFound']
})

export const deleteFace = endpoint('DELETE', '/api/me/persons/:person/picture', {
  summary: 'Remove the picture of a person of mine; site admins: of anybody',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

export const storeCover = endpoint('POST', '/api/me/persons/:person/cover', {
  summary: 'Upload the wide picture above a page of mine, in place of the one before',
  needsEmail: true,
  takesFile: FILE_FIELD,
  response: uploaded,
  refusals: ['unauthenticated', 'notFound']
})

export const deleteCover = endpoint('DELETE', '/api/me/persons/:person/cover', {
  summary: 'Remove the wide picture above a page of mine; site admins: above anybody’s',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})
