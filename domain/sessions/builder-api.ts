/**
 * Making and changing sessions with the whole form, and their parts and groups (BLD-07, BLD-08, BLD-60..BLD-66,
 * SES-092, SES-094, D-69, D-71). It is a file of its own, so that only the builder's screens load the form.
 *
 * A save may change everything at status 0. At status 1 it may change only the future: the start and the times of parts
 * that have begun are fixed. At status 2 it may change only texts, category and link. Only /start and /end change the
 * status.
 */
import * as z from 'zod/mini'
import { draft, wrapBare, wrapBareKeys } from '../activities/builder-api.ts'
import { builderChoices, emptyDate } from '../activities/builder-page-api.ts'
import { draftFields } from '../activities/fields.ts'
import { builderBodies } from '../activities/parts-api.ts'
import { hut } from '../browse/api.ts'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseDate, responseFlag, seconds, sentBody } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sentRevision } from '../lib/revision.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { quickStart, session } from './api.ts'

const lists = z.pick(z.object(draftFields), { parts: true, tasks: true, timers: true }).shape
const settings = z.omit(z.object(draftFields), {
  duration: true,
  title: true,
  parts: true,
  tasks: true,
  timers: true
}).shape
/** The contract accepts any length, because `lengthError` gives the documented message. */
const length = z.nullable(seconds(10_000_000))
/** Fields that stay as they are when they are absent. */
const optional = {
  started_at: z.optional(emptyDate),
  ended_at: z.optional(emptyDate),
  duration: z.optional(length),
  /** Set by site admins only (D-15). */
  is_free: z.optional(flag)
}
/** An old revision is refused, and the response holds the newer state (D-140). */
const saving = { ...optional, revision: sentRevision }

/**
 * Quick start (D-70), or the whole form of the builder. Absent fields are taken from the activity. Without a start the
 * session begins now.
 */
export const storeSession = endpoint('POST', '/api/challenge-events', {
  summary: 'Start a session of an activity, now or later',
  creates: 'sessions',
  keyed: true,
  richText: true,
  body: z.object({
    ...quickStart.shape,
    challenge: z.object({
      ...quickStart.shape.challenge.shape,
      ...sentKeys(settings).shape,
      ...sentKeys(lists).shape,
      is_free: optional.is_free
    })
  }),
  // The session itself (SES-093), and under its name, as in every other call.
  response: z.object({ ...session.shape, event: session, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'insufficientTokens', 'conflict']
})
export type SessionWish = z.output<NonNullable<(typeof storeSession)['body']>>['challenge']

const wrapped = sentBody({
  challenge: z.object({ title: draftFields.title, ...settings, ...lists, ...saving })
})
const wrappedKeys = sentBody({
  challenge: z.object({
    ...sentKeys({ title: draftFields.title, ...settings, ...lists }).shape,
    ...saving
  })
})
/** Some fields of the form, or all of them. */
export type SessionPatch = z.output<typeof wrappedKeys>['challenge']

const saved = {
  response: z.object({ event: session, ...noError }),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
} as const

/** 422 for parts that have begun, which cannot be removed. */
const removed = { ...saved, refusals: [...saved.refusals, 'invalid'] } as const

export const updateSession = endpoint('PATCH', '/api/challenge-events/:event', {
  summary: 'Save the whole form of a session: its host or a site admin',
  body: wrapped,
  fromOlder: wrapBare,
  richText: true,
  ...saved
})
export const patchSession = endpoint('PATCH', '/api/challenge-events/:event/patch', {
  summary: 'Save the sent keys of a session', // SES-094
  body: wrappedKeys,
  fromOlder: wrapBareKeys(wrappedKeys.shape.challenge),
  richText: true,
  ...saved
})

export const storeSessionPart = endpoint('POST', '/api/challenge-events/:event/parts', {
  summary: 'Add a part or a goal to a session',
  body: builderBodies.storePart,
  richText: true,
  ...saved
})
export const deleteSessionPart = endpoint('DELETE', '/api/challenge-events/:event/parts/:part/:type', {
  summary: 'Remove a part (type part) or a goal (type task) of a session',
  ...removed
})
export const reorderSessionParts = endpoint('PATCH', '/api/challenge-events/:event/parts/reorder', {
  summary: 'Set the places of parts or goals in a group of a session',
  body: builderBodies.reorderParts,
  ...saved
})
export const patchSessionPart = endpoint('PATCH', '/api/challenge-events/:event/parts/:part/patch', {
  summary: 'Save the sent keys of a part or goal of a session',
  body: builderBodies.patchPart,
  richText: true,
  ...saved
})
export const storeSessionGroup = endpoint('POST', '/api/challenge-events/:event/events-groups', {
  summary: 'Add a group of parts or goals to a session',
  body: builderBodies.storeGroup,
  richText: true,
  ...saved
})
export const patchSessionGroup = endpoint('PATCH', '/api/challenge-events/:event/events-groups/:uuid', {
  summary: 'Save the sent keys of a group of a session',
  body: builderBodies.patchGroup,
  richText: true,
  ...saved
})
export const deleteSessionGroup = endpoint('DELETE', '/api/challenge-events/:event/events-groups/:uuid', {
  summary: 'Remove a group of a session with what is in it',
  ...removed
})

export const sessionDraft = z.object({
  ...draft.shape,
  started_at: z.nullable(responseDate),
  ended_at: z.nullable(responseDate),
  is_free: responseFlag
})
export type SessionDraft = z.output<typeof sessionDraft>

export const sessionForm = z.object({
  id: z.int(),
  slug: z.string(),
  path: z.string(),
  status: z.literal([0, 1, 2]),
  revision: z.int(),
  ...sessionDraft.shape
})
export type SessionForm = z.output<typeof sessionForm>

const activityName = z.object({ slug: z.string(), title: z.string(), path: z.string() })

/**
 * `?challenge={slug}` fills the form from that activity. Without it the form is empty and offers activities (D-71).
 * `?hut={slug or id}` puts the session into that group.
 */
export const createSessionPage = page('/challenges/events/create', {
  query: ['challenge', 'hut'],
  data: z.object({
    challengeEvent: sessionDraft,
    challenge: z.nullable(activityName),
    /** The group of `?hut`, if the viewer is a member of it. */
    hut: z.nullable(hut),
    /** The activities that I made or follow, then the newest ones. `/api/activities?q=` finds more. */
    challenges: z.array(activityName),
    ...builderChoices
  }),
  head: () => ({ title: 'Create a Session', description: 'Choose a plan or make one, say when, and invite others.' })
})
/** Opens for the session's hosts and for site admins only. */
export const updateSessionPage = page('/events/:event/update', {
  refusals: ['unauthenticated', 'forbidden'],
  data: z.object({
    challengeEvent: sessionForm,
    challenge: z.nullable(activityName),
    /** 1 for a date of a series. Absent otherwise. */
    repeats: z.optional(responseFlag),
    ...builderChoices
  }),
  head: data => ({ title: `Update ${data.challengeEvent.title}` })
})
