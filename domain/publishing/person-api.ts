/** The names that a person writes under. */

import * as z from 'zod/mini'
import { username } from '../accounts/username.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseFlag, sentBody, text, title } from '../lib/fields.ts'
import { MOST_INTRODUCTION, person } from './person.ts'

const ownPerson = z.object({ ...person.shape, is_current: responseFlag })

export const getMyPersons = endpoint('GET', '/api/me/persons', {
  summary: 'Whom I may write as, the first of them as old as my account',
  response: z.object({ serverData: z.object({ persons: z.array(ownPerson) }) }),
  refusals: ['unauthenticated']
})

export const storePerson = endpoint('POST', '/api/me/persons', {
  summary: 'Make another person with a public page; usernames are one namespace', // D-36
  needsEmail: true,
  creates: 'pages',
  keyed: true,
  body: sentBody({
    username,
    /** The heading of the page; by default the username. */
    title: z.optional(text(100).check(z.trim()))
  }),
  response: z.object({ person: ownPerson, ...noError }),
  refusals: ['unauthenticated', 'conflict']
})

export const updatePerson = endpoint('PATCH', '/api/me/persons/:person', {
  summary: 'Change what is sent of the title and the introduction of a page of mine',
  needsEmail: true,
  body: sentBody({
    title: z.optional(title(100)),
    /** Plain text above the texts; empty for none. */
    introduction: z.optional(text(MOST_INTRODUCTION).check(z.trim()))
  }),
  response: z.object({ person: ownPerson, ...noError }),
  refusals: ['unauthenticated', 'notFound']
})

export const switchPerson = endpoint('POST', '/api/me/persons/:person/switch-to', {
  summary: 'Write as another person of mine from now on, in every browser', // D-36
  response: z.object({ person: ownPerson, ...noError }),
  refusals: ['unauthenticated', 'notFound']
})
