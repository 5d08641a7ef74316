/**
 * Calls and pages of groups (GRP-01..GRP-49). Documented paths and keys also say `hut`; calls under `/huts` do the same
 * as those under `/groups` (D-37). `{hut}` and `{challenge}` are slugs or ids (D-40).
 */
import * as z from 'zod/mini'
import { hut, LIST_QUERY, listData } from '../browse/api.ts'
import { timeZone } from '../lib/day-fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseFlag, sentBody, text, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sentRevision } from '../lib/revision.ts'
import { previewOf } from '../uploads/in-texts.ts'
import { together } from './together.ts'

export const group = z.object({
  ...hut.shape,
  /** Shown in brackets after the title (D-112). */
  parents_title: z.nullable(z.string()),
  /** 1 when a moderator hid it: only its author and moderators see it. Absent otherwise (D-149). */
  is_hidden: z.optional(responseFlag),
  /** Its newest activities, at most three. */
  challenges: z.array(z.object({ slug: z.string(), title: z.string(), path: z.string() })),
  /** The zone of its chart, so that a day of the group is the same for everyone. */
  time_zone: z.string(),
  /** A save of the form sends it back (D-140). */
  revision: z.int()
})
export type Group = z.output<typeof group>

export const groupsPage = page('/groups', {
  aliases: ['/huts'],
  query: LIST_QUERY,
  data: z.object({
    /**
     * One more than `per_page` when there is a next page (D-22). The filters select groups with a matching activity.
     */
    groups: z.array(group),
    /** Counted up to 100. */
    groupsCount: z.int(),
    terms: listData.shape.terms,
    difficulties: listData.shape.difficulties
  }),
  head: () => ({ title: 'Groups', description: 'People with similar goals, and the activities they share.' })
})

export const myGroupsPage = page('/my/groups', {
  query: ['page'],
  data: z.object({ groups: z.array(group) }),
  personal: 'My Groups',
  head: () => ({ title: 'My Groups' })
})

export const groupData = z.object({
  ...listData.shape,
  hut: group,
  group,
  breadcrumbs: z.array(z.object({ title: z.string(), path: z.string() })),
  together,
  /** The viewer may update the group, remove any activity from it, and propose any activity to its host (D-134). */
  isOwner: z.boolean(),
  /** Slugs of the shown activities that the viewer may remove from the group. */
  detachable: z.array(z.string()),
  /** Proposals that wait for their hosts, the newest first; empty unless `isOwner` (D-134). */
  proposals: z.array(z.object({ slug: z.string(), title: z.string(), path: z.string(), host: z.string() }))
})
export type GroupData = z.output<typeof groupData>

/** The activities of the group. The documents name `/hut/{hut}/activities` for its data. */
export const groupPage = page('/group/:hut', {
  aliases: ['/group/:hut/activities', '/hut/:hut/activities'],
  query: LIST_QUERY,
  data: groupData,
  head: data => ({ title: data.group.title, ...previewOf(data.group.content), trail: data.breadcrumbs })
})
export const groupSessionsPage = page('/group/:hut/sessions', {
  query: LIST_QUERY,
  data: groupData,
  head: data => ({ title: `${data.group.title} · Sessions`, ...previewOf(data.group.content) })
})

export const createGroupPage = page('/groups/create', {
  data: z.object({}),
  head: () => ({ title: 'Create a Group', description: 'A place for people with the same goal.' })
})
/** Opens for everyone, because everyone sees the link to it; only `isOwner` gets a form (D-109). */
export const updateGroupPage = page('/groups/:hut/update', {
  data: z.object({ group, isOwner: z.boolean() }),
  head: data => ({ title: `Update ${data.group.title}` })
})

const content = text(50_000)
const saved = z.object({ group, ...noError })

export const storeGroup = endpoint('POST', '/api/groups/store', {
  summary: 'Create a group; free, and its creator is in it at once; its zone is that of its creator unless told', // D-113
  needsEmail: true,
  creates: 'groups',
  keyed: true,
  richText: true,
  body: sentBody({
    title: title(),
    content: z._default(content, ''),
    time_zone: z.optional(timeZone)
  }),
  response: saved,
  refusals: ['unauthenticated']
})
/** A new title does not change the slug, so that links keep working. */
export const patchGroup = endpoint('PATCH', '/api/groups/:hut/patch', {
  summary: 'Save the sent keys of a group: its creator or a site admin; parent_id by site admins', // D-109, D-112
  richText: true,
  body: sentBody({
    title: z.optional(title()),
    content: z.optional(content),
    time_zone: z.optional(timeZone),
    parent_id: z.optional(z.nullable(z.int('Give the id of a group.'))),
    /** An old revision is refused, and the response holds the newer state (D-140). */
    revision: sentRevision
  }),
  response: saved,
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

const membership = z.object({ is_joined: responseFlag, user_count: z.int() })
export type Membership = z.output<typeof membership>

/**
 * Without `is_joined` each call toggles the membership, as documented. With it, repeating a call changes nothing
 * (D-110).
 */
export const joinGroup = endpoint('POST', '/api/groups/:hut/join', {
  summary: 'Join a group, or leave it when joined already; with is_joined that is how it ends', // D-110
  body: z.optional(z.nullable(sentBody({ is_joined: z.optional(flag) }))),
  response: membership,
  refusals: ['unauthenticated', 'notFound']
})
export const leaveGroup = endpoint('DELETE', '/api/groups/:hut/leave', {
  summary: 'Leave a group; repeating it changes nothing', // D-110
  response: membership,
  refusals: ['unauthenticated', 'notFound']
})
