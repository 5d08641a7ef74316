/** The builder’s calls for single parts and groups of an activity (BLD-53..BLD-66, D-69). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { sentBody, uuid, whole } from '../lib/fields.ts'
import { sentKeys } from '../lib/sent-keys.ts'
import { saved } from './builder-api.ts'
import { part, partFields, partGroup, task, withOwnDate } from './plan.ts'

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
