/** Calls and pages of programmes (docs/decisions/0072). `{programme}` is a slug, `{follow}` the id of a row of mine. */
import * as z from 'zod/mini'
import { day } from '../lib/day-fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import { flag, link, noError, responseFlag, sentBody, text, title, whole } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { sentRevision } from '../lib/revision.ts'
import { LONGEST_TEXT, LONGEST_TITLE, MOST_UNITS, MOST_WEEKS, VISIBILITIES } from './programme.ts'

const unit = z.object({
  title: z.string(),
  text: z.string(),
  /** Plan text (docs/plan-text.md); null without a plan. */
  plan: z.nullable(z.string()),
  /** Such as "20 pages"; null without an amount. */
  amount: z.nullable(z.string())
})
export const programmeWeek = z.object({ title: z.string(), text: z.string(), units: z.array(unit) })
const weeks = z.array(programmeWeek)

export const programmeCard = z.object({
  slug: z.string(),
  title: z.string(),
  path: z.string(),
  weeks_count: z.int(),
  units_count: z.int(),
  /** Its author; null for those that come with the product. */
  username: z.nullable(z.string())
})
export type ProgrammeCard = z.output<typeof programmeCard>

export const programme = z.object({
  ...programmeCard.shape,
  /** The number for reports; null for those that come with the product. */
  id: z.nullable(z.int()),
  about: z.string(),
  source: z.nullable(z.object({ name: z.string(), url: z.string() })),
  weeks,
  visibility: z.literal(VISIBILITIES),
  is_mine: responseFlag,
  /** 1 when a moderator hid it. Absent otherwise (D-149). */
  is_hidden: z.optional(responseFlag)
})
export type Programme = z.output<typeof programme>

/** A programme that I follow, with my copy of its text. Weeks and units count from 0. */
export const follow = z.object({
  id: z.int(),
  title: z.string(),
  path: z.string(),
  /** The page of the programme, which may be gone. */
  programme_path: z.string(),
  weeks,
  /** From when on I am in which week (domain/programmes/progress.ts). */
  stays: z.array(z.object({ week: z.int(), from: z.string() })),
  done: z.array(z.object({ stay: z.int(), week: z.int(), unit: z.int(), day: z.string() })),
  /** 1 when I follow it no longer. */
  has_ended: responseFlag,
  /** My times away. */
  pauses: z.array(z.object({ from: z.string(), until: z.nullable(z.string()) })),
  /** Null when I follow it alone. */
  group: z.nullable(z.object({ title: z.string(), path: z.string() }))
})
export type Follow = z.output<typeof follow>

/** Where I am in a programme today. */
export const followingCard = z.object({
  title: z.string(),
  path: z.string(),
  /** Its week, from 1. */
  week: z.int(),
  weeks_count: z.int(),
  done: z.int(),
  units_count: z.int()
})
export type FollowingCard = z.output<typeof followingCard>

/** The unit of today (D-143). */
export const programmeOfToday = z.object({
  ...followingCard.shape,
  id: z.int(),
  unit: z.object({ ...unit.shape, week: z.int(), unit: z.int() }),
  is_done: responseFlag
})
export type ProgrammeOfToday = z.output<typeof programmeOfToday>

/** The next unit of a programme that asks for none today. */
export const nextUnit = z.object({ ...followingCard.shape, day: z.string(), unit_title: z.string() })
export type NextUnit = z.output<typeof nextUnit>

const HEAD = { title: 'Programmes', description: 'Plans of several weeks: a unit a day, alone or with a group.' }

export const programmesPage = page('/programmes', {
  query: ['page'],
  data: z.object({
    /** Those that I follow; empty for visitors. */
    following: z.array(followingCard),
    /** Those that I stopped, the latest first; empty for visitors. */
    stopped: z.array(followingCard),
    /** Those that come with the product. */
    ready: z.array(programmeCard),
    /** Mine; empty for visitors. */
    mine: z.array(programmeCard),
    /** Public ones of others, the newest first; one more than `per_page` when there is a next page. */
    others: z.array(programmeCard)
  }),
  head: () => HEAD
})

export const createProgrammePage = page('/programmes/create', {
  data: z.object({}),
  personal: 'New Programme',
  head: () => ({ title: 'New Programme' })
})

export const programmePage = page('/programmes/:programme', {
  data: z.object({
    programme,
    /** The page of my copy, when I follow it. */
    following: z.nullable(followingCard),
    /** My groups in which I can start it. */
    groups: z.array(z.object({ slug: z.string(), title: z.string() }))
  }),
  head: ({ programme }) => ({ title: programme.title, description: programme.about })
})

const form = z.object({
  title: z.string(),
  about: z.string(),
  text: z.string(),
  source_name: z.string(),
  source_url: z.string(),
  visibility: z.literal(VISIBILITIES),
  revision: z.int()
})

export const updateProgrammePage = page('/programmes/:programme/update', {
  data: z.object({ programme: z.object({ slug: z.string(), path: z.string(), ...form.shape }) }),
  personal: 'Change Programme',
  refusals: ['forbidden'],
  head: ({ programme }) => ({ title: `Change ${programme.title}` })
})

export const followPage = page('/my/programmes/:follow', {
  data: z.object({
    follow,
    /** How those who follow it with the same group do; null when I follow it alone. */
    together: z.nullable(z.array(z.object({ username: z.string(), week: z.int(), done: z.int(), units: z.int() })))
  }),
  personal: 'My Programme',
  head: ({ follow }) => ({ title: follow.title })
})

const fields = {
  title: title(LONGEST_TITLE),
  about: text(2000).check(z.trim()),
  /** Weeks and units, a line each (docs/programme-text.md). All of it must be understood. */
  text: text(LONGEST_TEXT).check(z.minLength(1, 'Write at least one unit.')),
  source_name: text(255).check(z.trim()),
  source_url: link,
  visibility: z.literal(VISIBILITIES, `Give one of these: ${VISIBILITIES.join(', ')}.`)
}
const sentForm = z.object({
  ...fields,
  about: z._default(fields.about, ''),
  source_name: z._default(fields.source_name, ''),
  source_url: z._default(fields.source_url, ''),
  visibility: z._default(fields.visibility, 'private')
})
export type ProgrammeForm = z.output<typeof sentForm>
const sentChange = z.object({ ...z.partial(z.object(fields)).shape, revision: sentRevision })
export type ProgrammeChange = z.output<typeof sentChange>

const made = z.object({ path: z.string(), ...noError })
const refusals = ['unauthenticated', 'notFound'] as const

export const storeProgramme = endpoint('POST', '/api/programmes', {
  summary: 'Make a programme from text',
  creates: 'activities',
  keyed: true,
  body: sentBody(sentForm.shape),
  response: made,
  refusals: ['unauthenticated', 'forbidden', 'tooMany']
})

export const updateProgramme = endpoint('PATCH', '/api/programmes/:programme', {
  summary: 'Change a programme of mine; those who follow it keep the text that they began with',
  body: sentBody(sentChange.shape),
  response: made,
  refusals: [...refusals, 'forbidden', 'conflict']
})

export const deleteProgramme = endpoint('DELETE', '/api/programmes/:programme', {
  summary: 'Delete a programme of mine; those who follow it keep their copy',
  response: z.object(noError),
  refusals: [...refusals, 'forbidden']
})

/** The first day; today when it is absent. */
const startsOn = z.optional(day)

export const followProgramme = endpoint('POST', '/api/programmes/:programme/follow', {
  summary: 'Follow a programme alone; twice is the same as once',
  body: sentBody({ starts_on: startsOn }),
  response: made,
  refusals: [...refusals, 'conflict']
})

export const startInGroup = endpoint('POST', '/api/programmes/:programme/groups/:hut', {
  summary: 'The creator of a group starts a programme for it, and follows it; twice is the same as once',
  body: sentBody({ starts_on: startsOn }),
  response: made,
  refusals: [...refusals, 'forbidden', 'conflict']
})

export const followWithGroup = endpoint('POST', '/api/group-programmes/:run/follow', {
  summary: 'A member follows the programme of their group; twice is the same as once',
  response: made,
  refusals: [...refusals, 'forbidden', 'conflict']
})

export const endInGroup = endpoint('DELETE', '/api/group-programmes/:run', {
  summary: 'The creator of a group ends its programme; those who follow it go on alone',
  response: z.object(noError),
  refusals: [...refusals, 'forbidden']
})

export const tickUnit = endpoint('PUT', '/api/programme-follows/:follow/units', {
  summary: 'I did a unit, or did not; twice is the same as once',
  timed: true,
  body: sentBody({ week: whole(0, MOST_WEEKS - 1), unit: whole(0, MOST_UNITS - 1), done: flag }),
  response: z.object({ follow, ...noError }),
  refusals: [...refusals, 'conflict']
})

export const goToWeek = endpoint('PUT', '/api/programme-follows/:follow/week', {
  summary: 'A week begins today: again, or later or earlier than the current one; twice is the same as once',
  body: sentBody({ week: whole(0, MOST_WEEKS - 1) }),
  response: z.object({ follow, ...noError }),
  refusals: [...refusals, 'conflict']
})

export const stopFollowing = endpoint('DELETE', '/api/programme-follows/:follow', {
  summary: 'Follow a programme no longer; its page keeps what I did',
  response: z.object(noError),
  refusals
})
