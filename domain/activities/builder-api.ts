/**
 * Making and changing activities: the form and its calls (ACT-085..ACT-088, D-62, D-64). It is a file of its own, so that
 * only the builder’s screens load the form. Sessions use the same bodies (`domain/sessions/builder-api.ts`).
 *
 * The rule that surprises: the server also accepts a body without the wrapper `challenge`. Error paths always include
 * it.
 */
import * as z from 'zod/mini'
import { timer } from '../goals/fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import { noError, responseFlag, sentBody, text } from '../lib/fields.ts'
import { sentRevision } from '../lib/revision.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { draftFields } from './fields.ts'
import { partGroup, taskGroup } from './plan.ts'

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
