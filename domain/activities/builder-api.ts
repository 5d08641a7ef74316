/**
 * Making and changing activities: the form and its calls (ACT-085..ACT-088, D-62, D-64). It is a file of its own, so that
 * only the builder’s screens load the form. Sessions use the same bodies (`domain/sessions/builder-api.ts`).
 *
 * The rule that surprises: the server also accepts a body without the wrapper `challenge`. Error paths always include
 * it.
 */
import * as z from 'zod/mini'
import { timer } from '../goals/goal.ts'
import { endpoint } from '../lib/endpoint.ts'
import { flag, link, noError, responseFlag, seconds, sentBody, text, title, whole } from '../lib/fields.ts'
import { sentRevision } from '../lib/revision.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { partGroup, plan, taskGroup } from './plan.ts'

export const SET_TITLE = 'Please set the challenge title.'

/** The fields of the form, for activities and sessions alike. The server sanitises rich text (D-119). */
export const draftFields = {
  title: title(255, SET_TITLE),
  content: z._default(text(50_000), ''),
  /** The deepest category chosen. */
  term_id: z._default(z.nullable(z.int('Choose a category.')), null),
  difficulty: z._default(z.nullable(z.literal([3, 4, 6], 'Choose a difficulty.')), null),
  /** null = no limit (D-60). */
  participant_limit: z._default(z.nullable(whole(0, 1_000_000)), null),
  needs_code: z._default(flag, 0),
  /** When it is empty and `needs_code` is 1, the server makes a code. */
  join_code: z._default(z.nullable(text(100)), null),
  donation_link: z._default(link, ''),
  is_manually_started: z._default(flag, 0),
  is_preset: z._default(flag, 0),
  /** 1: no list or search shows it, but anyone with the address can open it (D-159). */
  unlisted: z._default(flag, 0),
  hut_id: z._default(z.nullable(z.int()), null),
  /** Seconds. 0: the length of the plan, or an hour when the plan has no length. */
  duration: z._default(seconds(), 0),
  ...plan.shape
}

/** A form filled in for a start. The create pages return it, and the calls accept it. */
export const draft = z.object({
  title: z.string(),
  content: z.string(),
  term_id: z.nullable(z.int()),
  /** The categories from the top down to `term_id`, one for each selector of the form. */
  term_id_0: z.nullable(z.int()),
  term_id_1: z.nullable(z.int()),
  term_id_2: z.nullable(z.int()),
  term_id_3: z.nullable(z.int()),
  difficulty: z.nullable(z.int()),
  participant_limit: z.nullable(z.int()),
  needs_code: responseFlag,
  join_code: z.nullable(z.string()),
  donation_link: z.string(),
  is_manually_started: responseFlag,
  is_preset: responseFlag,
  unlisted: responseFlag,
  hut_id: z.nullable(z.int()),
  duration: z.int(),
  parts: z.array(partGroup),
  tasks: z.array(taskGroup),
  timers: z.array(timer)
})
export type Draft = z.output<typeof draft>

/** A stored activity, filled into the form. */
export const activityForm = z.object({
  id: z.int(),
  slug: z.string(),
  path: z.string(),
  revision: z.int(),
  ...draft.shape
})
export type ActivityForm = z.output<typeof activityForm>

const wrapped = sentBody({
  challenge: z.object({
    ...draftFields,
    /** The slug of the activity that the form was filled in from. It is credited while people may see it. */
    copied_from: z.optional(z.nullable(text(255)))
  })
})
export type ActivityInput = z.output<typeof wrapped>['challenge']
const wrappedSave = sentBody({
  challenge: z.object({ ...draftFields, revision: sentRevision })
})
const wrappedKeys = sentBody({
  challenge: z.object({ ...sentKeys(draftFields).shape, revision: sentRevision })
})
export type ActivityPatch = z.output<typeof wrappedKeys>['challenge']

/** The form may be sent without `{ challenge }` around it. */
export function wrapBare(sent: unknown): unknown {
  return isBare(sent) ? { challenge: sent } : sent
}

/** Some keys of the form. They must hold one that `form` has, else any object would be a patch that changes nothing. */
export function wrapBareKeys(form: z.ZodMiniObject): (sent: unknown) => unknown {
  const keys = Object.keys(form.shape).filter(key => key !== 'revision')
  return sent => (isBare(sent) && keys.some(key => Object.hasOwn(sent, key)) ? { challenge: sent } : sent)
}

function isBare(sent: unknown): sent is object {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent) && !Object.hasOwn(sent, 'challenge')
}

export const saved = z.object({ challenge: activityForm, ...noError })

export const storeActivity = endpoint('POST', '/api/challenges', {
  summary: 'Create an activity; free',
  creates: 'activities',
  keyed: true,
  body: wrapped,
  fromOlder: wrapBare,
  richText: true,
  response: saved,
  refusals: ['unauthenticated']
})
export const updateActivity = endpoint('PATCH', '/api/challenges/:challenge', {
  summary: 'Save the whole form of an activity: its creator or a site admin; an old revision is refused', // D-64, D-69, D-140
  body: wrappedSave,
  fromOlder: wrapBare,
  richText: true,
  response: saved,
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})
export const patchActivity = endpoint('PATCH', '/api/challenges/:challenge/patch', {
  summary: 'Save the sent keys of an activity; parts, tasks and timers are each replaced whole', // D-69
  body: wrappedKeys,
  fromOlder: wrapBareKeys(wrappedKeys.shape.challenge),
  richText: true,
  response: saved,
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})
export const deleteActivity = endpoint('DELETE', '/api/challenges/:challenge', {
  summary: 'Delete an activity; refused while a session of it is in progress, sessions keep their copy', // D-64
  response: z.object(noError),
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})
