/**
 * Making and changing activities: the form, its pages, and the builder's calls for single parts and groups (BLD-01..
 * BLD-94, ACT-085..ACT-088, D-62, D-64, D-69). It is a file of its own, so that only the builder's screens load the
 * form. Sessions use the same bodies (`domain/sessions/builder-api.ts`).
 *
 * The rule that surprises: the server also accepts a body without the wrapper `challenge`. Error paths always include
 * it.
 */
import * as z from 'zod/mini'
import { card, hut, LIST_QUERY, linked, term } from '../browse/api.ts'
import { timer } from '../goals/goal.ts'
import { endpoint } from '../lib/endpoint.ts'
import { date, flag, link, noError, responseFlag, seconds, sentBody, text, title, uuid, whole } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sentRevision } from '../lib/revision.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { part, partFields, partGroup, plan, task, taskGroup, withOwnDate } from './plan.ts'

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

const saved = z.object({ challenge: activityForm, ...noError })

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

const partType = z.literal(['part', 'task'], 'Give the type part or task.')

/** The builder's calls for single parts and groups, the same for activities and sessions (D-69). */
export const builderBodies = {
  /**
   * Type part comes with `part`, type task with `task`. Without a group uuid it goes to the last group of that type; if
   * the plan has none, the server makes one.
   */
  storePart: sentBody({
    type: z._default(partType, 'part'),
    events_group_uuid: z.optional(z.nullable(uuid)),
    part: z.optional(part),
    task: z.optional(task)
  }),
  /** uuid → order. Items that are in another group of that type move to this one. */
  reorderParts: sentBody({
    parts: z
      .record(uuid, whole(0, 100_000))
      .check(z.refine(parts => Object.keys(parts).length <= 500, 'Use at most 500 parts.')),
    events_group_uuid: uuid,
    type: z._default(partType, 'part')
  }),
  /** Some keys of a part (`part`) or of a goal (`task`). */
  patchPart: sentBody({
    part: z.optional(withOwnDate(sentKeys(withoutUuid(partFields.shape)))),
    task: z.optional(sentKeys(withoutUuid(task.shape)))
  }),
  storeGroup: sentBody({
    uuid,
    type: z._default(partType, 'part'),
    ...groupSettings()
  }),
  patchGroup: sentBody({ ...sentKeys(groupSettings()).shape })
} as const

export type StorePart = z.output<(typeof builderBodies)['storePart']>
export type ReorderParts = z.output<(typeof builderBodies)['reorderParts']>
export type PatchPart = z.output<(typeof builderBodies)['patchPart']>
export type StoreGroup = z.output<(typeof builderBodies)['storeGroup']>
export type PatchGroup = z.output<(typeof builderBodies)['patchGroup']>

function withoutUuid<S extends { uuid: unknown }>({ uuid: _, ...rest }: S): Omit<S, 'uuid'> {
  return rest
}

function groupSettings() {
  const { title, linked, auto_start, hidden, sets } = partGroup.shape
  return { title, linked, auto_start, hidden, sets }
}

const builderCall = { response: saved, refusals: ['unauthenticated', 'forbidden', 'notFound'] } as const

export const storeActivityPart = endpoint('POST', '/api/challenges/:challenge/parts', {
  summary: 'Add a part or a goal to an activity',
  body: builderBodies.storePart,
  richText: true,
  ...builderCall
})
export const deleteActivityPart = endpoint('DELETE', '/api/challenges/:challenge/parts/:part/:type', {
  summary: 'Remove a part (type part) or a goal (type task) of an activity',
  ...builderCall
})
export const reorderActivityParts = endpoint('PATCH', '/api/challenges/:challenge/parts/reorder', {
  summary: 'Set the places of parts or goals in a group of an activity',
  body: builderBodies.reorderParts,
  ...builderCall
})
export const patchActivityPart = endpoint('PATCH', '/api/challenges/:challenge/parts/:part/patch', {
  summary: 'Save the sent keys of a part or goal of an activity',
  body: builderBodies.patchPart,
  richText: true,
  ...builderCall
})
export const storeActivityGroup = endpoint('POST', '/api/challenges/:challenge/events-groups', {
  summary: 'Add a group of parts or goals to an activity',
  body: builderBodies.storeGroup,
  richText: true,
  ...builderCall
})
export const patchActivityGroup = endpoint('PATCH', '/api/challenges/:challenge/events-groups/:uuid', {
  summary: 'Save the sent keys of a group of an activity',
  body: builderBodies.patchGroup,
  richText: true,
  ...builderCall
})
export const deleteActivityGroup = endpoint('DELETE', '/api/challenges/:challenge/events-groups/:uuid', {
  summary: 'Remove a group of an activity with what is in it',
  ...builderCall
})

const choices = {
  terms: z.array(term),
  difficulties: z.array(z.object({ value: z.int(), title: z.string() }))
}

/** The groups that the person is a member of, the last joined first: the form offers them. */
const huts = z.array(hut)

/**
 * `?template={slug}` fills the form from a template, with new uuids and no dates, and not marked as a template (D-62).
 * `?copy={slug}` does the same with any activity that the viewer may see.
 * `?hut={slug or id}` preselects a group.
 */
export const createActivityPage = page('/challenges/create', {
  query: ['template', 'copy', 'hut'],
  data: z.object({
    challenge: draft,
    /** The activity that filled in the form. */
    source: z.nullable(z.object({ slug: z.string(), ...linked.shape })),
    hut: z.nullable(hut),
    huts,
    ...choices
  }),
  head: () => ({ title: 'Create an Activity', description: 'A plan of timed parts and goals for your sessions.' })
})
/** Opens for the activity's creator and for site admins only. */
export const updateActivityPage = page('/challenges/:challenge/update', {
  refusals: ['unauthenticated', 'forbidden'],
  data: z.object({ challenge: activityForm, hut: z.nullable(hut), huts, ...choices }),
  head: data => ({ title: `Update ${data.challenge.title}` })
})
export const templatesPage = page('/challenges/templates', {
  query: LIST_QUERY,
  data: z.object({
    /** One more than `per_page` when there is a next page (D-22). */
    templates: z.array(card),
    challengesCount: z.int(),
    ...choices
  }),
  head: () => ({ title: 'Templates', description: 'Plans to start from: use one, change it, start a session.' })
})

export const builderChoices = choices

/** A date that may be null, for the session's form. */
export const emptyDate = z.nullable(date)
