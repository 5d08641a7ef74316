/**
 * Groups on the wire (GRP-01..GRP-49). The documented paths and keys say `hut` too; writes under `/huts` are the same
 * as those under `/groups` (D-37). `{hut}` and `{challenge}` are slugs or ids (D-40).
 */
import * as z from 'zod/mini'
import { hut, LIST_QUERY, listData } from '../browse/api.ts'
import { timeZone } from '../days/day.ts'
import { endpoint } from '../lib/endpoint.ts'
import { clientUuid, flag, noError, responseFlag, text, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sentRevision } from '../lib/revision.ts'
import { previewOf } from '../uploads/in-texts.ts'

export const group = z.object({
  ...hut.shape,
  /** Shown in brackets after the title (D-112). */
  parents_title: z.nullable(z.string()),
  /** Its newest activities, at most three. */
  challenges: z.array(z.object({ slug: z.string(), title: z.string(), path: z.string() })),
  /** Of its chart: a day of a group is the same for all of its people. */
  time_zone: z.string(),
  /** Sent back by a save of the form (D-140). */
  revision: z.int()
})
export type Group = z.output<typeof group>

export const groupsPage = page({
  path: '/groups',
  aliases: ['/huts'],
  query: LIST_QUERY,
  data: z.object({
    /** One more than `per_page` when there is a next page (D-22). The filters ask for groups with such an activity. */
    groups: z.array(group),
    /** Counted up to 100. */
    groupsCount: z.int(),
    terms: listData.shape.terms,
    difficulties: listData.shape.difficulties
  }),
  head: () => ({ title: 'Groups', description: 'People with similar goals, and the activities that they share.' })
})

export const myGroupsPage = page({
  path: '/my/groups',
  query: ['page'],
  data: z.object({ groups: z.array(group) }),
  personal: 'My Groups',
  head: () => ({ title: 'My Groups' })
})

const groupData = z.object({
  ...listData.shape,
  hut: group,
  group,
  breadcrumbs: z.array(z.object({ title: z.string(), path: z.string() })),
  /** May update the group, take any activity out of it, and propose any to its host (D-134). */
  isOwner: z.boolean(),
  /** Slugs of the shown activities that the viewer may take out of the group. */
  detachable: z.array(z.string()),
  /** Activities that wait for their hosts, the newest first; only `isOwner` sees them (D-134). */
  proposals: z.array(z.object({ slug: z.string(), title: z.string(), path: z.string(), host: z.string() }))
})
export type GroupData = z.output<typeof groupData>

/** The activities of the group; `/hut/{hut}/activities` is documented for its data. */
export const groupPage = page({
  path: '/group/:hut',
  aliases: ['/group/:hut/activities', '/hut/:hut/activities'],
  query: LIST_QUERY,
  data: groupData,
  head: data => ({ title: data.group.title, ...previewOf(data.group.content) })
})
export const groupSessionsPage = page({
  path: '/group/:hut/sessions',
  query: LIST_QUERY,
  data: groupData,
  head: data => ({ title: `${data.group.title} · Sessions`, ...previewOf(data.group.content) })
})

const sliceLogs = z.object({ slice: z.int(), logs: z.int() })
const groupOverTime = z.object({
  /** The first day of the first part, in the zone of the group. */
  from: z.string(),
  slice_days: z.literal([1, 7]),
  slice_count: z.int(),
  sessions_count: z.int(),
  /** Of all people; parts in which nothing was logged are left out. */
  slices: z.array(z.object({ ...sliceLogs.shape, people: z.int() })),
  /** Those with the most logs first, and one more than `per_page` when there is a next page. */
  people: z.array(
    z.object({
      username: z.string(),
      logs: z.int(),
      /** At most ten goals of the plans, by title and unit. */
      did: z.array(
        z.object({
          title: z.string(),
          unit: z.string(),
          amount: z.number(),
          distance: z.number(),
          duration: z.int()
        })
      ),
      has_others: responseFlag,
      slices: z.array(sliceLogs)
    })
  )
})
export type GroupOverTime = z.output<typeof groupOverTime>

/** Who did what in the sessions of a group, and when: sums, as others' logs are theirs (D-103). Null before the first. */
export const groupOverTimePage = page({
  path: '/group/:hut/over-time',
  query: ['page'],
  data: z.object({
    group,
    breadcrumbs: groupData.shape.breadcrumbs,
    over_time: z.nullable(groupOverTime)
  }),
  head: data => ({ title: `${data.group.title} · Over Time` })
})

export const createGroupPage = page({
  path: '/groups/create',
  data: z.object({}),
  head: () => ({ title: 'Create a Group', description: 'A place for people with the same goal.' })
})
/** For everybody, since the link is; others than `isOwner` get no form (D-109). */
export const updateGroupPage = page({
  path: '/groups/:hut/update',
  data: z.object({ group, isOwner: z.boolean() }),
  head: data => ({ title: `Update ${data.group.title}` })
})

const content = text(50_000)
const saved = z.object({ group, ...noError })

export const storeGroup = endpoint({
  method: 'POST',
  path: '/api/groups/store',
  summary: 'Create a group; free, and its creator is in it at once; its zone is that of its creator unless told', // D-113
  keyed: true,
  richText: true,
  body: z.object({
    title: title(),
    content: z._default(content, ''),
    time_zone: z.optional(timeZone),
    client_uuid: clientUuid
  }),
  response: saved,
  refusals: ['unauthenticated']
})
/** The slug stays as it is, so that links do. */
export const patchGroup = endpoint({
  method: 'PATCH',
  path: '/api/groups/:hut/patch',
  summary: 'Save the sent keys of a group: its creator or a site admin; parent_id by site admins', // D-109, D-112
  richText: true,
  body: z.object({
    title: z.optional(title()),
    content: z.optional(content),
    time_zone: z.optional(timeZone),
    parent_id: z.optional(z.nullable(z.int('Give the id of a group.'))),
    /** Refused when it is old, with the newer state (D-140). */
    revision: sentRevision,
    client_uuid: clientUuid
  }),
  response: saved,
  refusals: ['unauthenticated', 'forbidden', 'notFound', 'conflict']
})

const membership = z.object({ is_joined: responseFlag, user_count: z.int() })
export type Membership = z.output<typeof membership>

/** As documented a second call leaves; with `is_joined` it means what was wanted, however often it comes (D-110). */
export const joinGroup = endpoint({
  method: 'POST',
  path: '/api/groups/:hut/join',
  summary: 'Join a group, or leave it when joined already; with is_joined that is how it ends', // D-110
  body: z.optional(z.nullable(z.object({ is_joined: z.optional(flag), client_uuid: clientUuid }))),
  response: membership,
  refusals: ['unauthenticated', 'notFound']
})
export const leaveGroup = endpoint({
  method: 'DELETE',
  path: '/api/groups/:hut/leave',
  summary: 'Leave a group; repeating it changes nothing', // D-110
  response: membership,
  refusals: ['unauthenticated', 'notFound']
})

const attachment = {
  response: z.object({
    hut_id: z.nullable(z.int()),
    hut_slug: z.nullable(z.string()),
    ...noError
  }),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
} as const

export const attachChallenge = endpoint({
  method: 'PATCH',
  path: '/api/groups/:hut/:challenge/attach-challenge',
  summary: 'Put an activity into a group, out of the one it was in; the creator of a group proposes it to the host', // D-134
  response: z.object({ ...attachment.response.shape, is_proposed: responseFlag }),
  refusals: [...attachment.refusals, 'conflict']
})
export const detachChallenge = endpoint({
  method: 'PATCH',
  path: '/api/groups/:hut/:challenge/detach-challenge',
  summary: 'Take an activity out of a group, or a proposal back; one that is elsewhere stays where it is', // D-134
  ...attachment
})

export const acceptProposal = endpoint({
  method: 'PATCH',
  path: '/api/groups/:hut/:challenge/accept-proposal',
  summary: 'Move an activity into the group that proposed it, out of the one it was in', // D-134
  ...attachment,
  refusals: [...attachment.refusals, 'conflict']
})
/** The group cannot propose it again; the host can still move it there. */
export const declineProposal = endpoint({
  method: 'PATCH',
  path: '/api/groups/:hut/:challenge/decline-proposal',
  summary: 'Leave an activity where it is, against the proposal of a group', // D-134
  ...attachment
})

/** Activities that the viewer may attach or propose, not in the group yet, the newest first. */
export const getAttachable = endpoint({
  method: 'GET',
  path: '/api/groups/:hut/attachable',
  summary: 'At most twenty activities to attach to a group, by title', // the documents do not name it
  query: z.object({ q: z.optional(text(100)) }),
  response: z.object({
    serverData: z.object({ challenges: z.array(z.object({ slug: z.string(), title: z.string() })) })
  }),
  refusals: ['unauthenticated', 'notFound']
})
