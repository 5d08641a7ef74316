/**
 * Calls and pages of groups (GRP-01..GRP-49). Documented paths and keys also say `hut`; calls under `/huts` do the same
 * as those under `/groups` (D-37). `{hut}` and `{challenge}` are slugs or ids (D-40).
 */
import * as z from 'zod/mini'
import { card, hut, LIST_QUERY, listData } from '../browse/api.ts'
import { sharedGoal } from '../goals/sharing-api.ts'
import { timeZone } from '../lib/day.ts'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseDate, responseFlag, sentBody, text, title } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sentRevision } from '../lib/revision.ts'
import { previewOf } from '../uploads/in-texts.ts'

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

/** How many faces of members a group shows. */
export const MOST_FACES_SHOWN = 8

/** The days over which a group's logs are summed. */
export const WEEK_DAYS = 7

/** What the members of a group do together. */
const together = z.object({
  /** Usernames of members; at most `MOST_FACES_SHOWN`. */
  members: z.array(z.string()),
  /** The session that runs, or the one that begins next; null for none. */
  next_session: z.nullable(card),
  /** Logs in sessions of the group in the last seven days, without those on hidden goals (D-98). */
  week_logs: z.int(),
  week_people: z.int(),
  /** Goals that members share with the group (D-163); empty unless the viewer is a member. */
  shared_goals: z.array(sharedGoal),
  /** Its series that go on, the next date first; at most ten. */
  series: z.array(
    z.object({
      title: z.string(),
      path: z.string(),
      /** The rule in words. */
      rule: z.string(),
      /** When the date that runs or comes begins; null without one. */
      next_at: z.nullable(responseDate),
      /** Usernames of the first people who come every time. */
      people: z.array(z.string()),
      regulars_count: z.int()
    })
  ),
  /** Programmes that members follow together; empty unless the viewer is a member. */
  programmes: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      path: z.string(),
      /** My page of it; null when I don't follow it. */
      my_path: z.nullable(z.string()),
      /** Of the group, from 1. */
      week: z.int(),
      weeks_count: z.int(),
      people_count: z.int(),
      /** How many did all units of their week. */
      done_count: z.int(),
      /** Usernames of the first of them. */
      people: z.array(z.string())
    })
  ),
  /** 0 until the first session of the group is planned. */
  has_sessions: responseFlag
})
export type Together = z.output<typeof together>

const groupData = z.object({
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

/** The number of logs in one slice of the time, counted from 0. */
const sliceLogs = z.object({ slice: z.int(), logs: z.int() })
const groupOverTime = z.object({
  /** The first day of the first slice, in the zone of the group. */
  from: z.string(),
  slice_days: z.literal([1, 7]),
  slice_count: z.int(),
  sessions_count: z.int(),
  /** The logs of all people; slices without logs are left out. */
  slices: z.array(z.object({ ...sliceLogs.shape, people: z.int() })),
  /** The people with the most logs first; one more than `per_page` when there is a next page. */
  people: z.array(
    z.object({
      username: z.string(),
      logs: z.int(),
      /** Totals for at most ten goals of the plans, by title and unit. */
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

/**
 * The progress of people in a group's sessions over time. It has only totals, because single logs are private (D-103).
 * `over_time` is null before the first session.
 */
export const groupOverTimePage = page('/group/:hut/over-time', {
  query: ['page'],
  data: z.object({
    group,
    breadcrumbs: groupData.shape.breadcrumbs,
    over_time: z.nullable(groupOverTime)
  }),
  head: data => ({ title: `${data.group.title} · Over Time` })
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

const attachment = {
  response: z.object({
    hut_id: z.nullable(z.int()),
    hut_slug: z.nullable(z.string()),
    ...noError
  }),
  refusals: ['unauthenticated', 'forbidden', 'notFound']
} as const

export const attachChallenge = endpoint('PATCH', '/api/groups/:hut/:challenge/attach-challenge', {
  summary: 'Put an activity into a group, out of the one it was in; the creator of a group proposes it to the host', // D-134
  response: z.object({ ...attachment.response.shape, is_proposed: responseFlag }),
  refusals: [...attachment.refusals, 'conflict']
})
export const detachChallenge = endpoint('PATCH', '/api/groups/:hut/:challenge/detach-challenge', {
  summary: 'Take an activity out of a group, or a proposal back; one that is elsewhere stays where it is', // D-134
  ...attachment
})

export const acceptProposal = endpoint('PATCH', '/api/groups/:hut/:challenge/accept-proposal', {
  summary: 'Move an activity into the group that proposed it, out of the one it was in', // D-134
  ...attachment,
  refusals: [...attachment.refusals, 'conflict']
})
/** The group cannot propose the activity again for a day; the host can still move it there. */
export const declineProposal = endpoint('PATCH', '/api/groups/:hut/:challenge/decline-proposal', {
  summary: 'Leave an activity where it is, against the proposal of a group', // D-134
  ...attachment
})

/** Activities that the viewer may attach or propose and that are not in the group, the newest first. */
export const getAttachable = endpoint('GET', '/api/groups/:hut/attachable', {
  summary: 'At most twenty activities to attach to a group, by title', // the documents do not name it
  query: z.object({ q: z.optional(text(100)) }),
  response: z.object({
    serverData: z.object({ challenges: z.array(z.object({ slug: z.string(), title: z.string() })) })
  }),
  refusals: ['unauthenticated', 'notFound']
})
