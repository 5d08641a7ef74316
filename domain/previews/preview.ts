/**
 * The content of the picture in a link preview (server/previews draws it). It is made from the page's data for a
 * visitor, so it contains only public data. Times are in UTC, because the zone of the readers is unknown.
 */
import type { Activity } from '../activities/api.ts'
import type { Group } from '../groups/api.ts'
import { plural, shortDuration } from '../lib/duration.ts'
import type { Item } from '../publishing/item.ts'
import type { Person } from '../publishing/person.ts'
import type { SessionData } from '../sessions/api.ts'
import { previewOf } from '../uploads/in-texts.ts'

/** Pixels; the size that most services recommend for link previews. */
export const PREVIEW_WIDTH = 1200
export const PREVIEW_HEIGHT = 630

export interface Preview {
  /** A word or two above the title: what the page is. */
  kind: string
  title: string
  /** The lines below the title, the most important first. */
  lines: string[]
  /** Null for a page without a duration. */
  ring: PreviewRing | null
}

export interface PreviewRing {
  /** The status of a session; null for an activity. */
  status: 0 | 1 | 2 | null
  length: string
  /** The seconds of each part, in order; empty when there are none or too many to show. */
  parts: number[]
}

const MOST_PARTS = 36

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC'
})

const momentOf = (date: string): string => `${MOMENT.format(new Date(date))} UTC`

/** Returns the preview of a session: its time, its host, and its parts as a ring. */
export function previewOfSession({ challengeEvent: session, participants }: SessionData): Preview {
  const [host, ...others] = participants.filter(({ role }) => role === 1)
  const time = { 0: 'Starts', 1: 'Since', 2: 'Began' }[session.status]
  return {
    kind: { 0: 'Session', 1: 'Running now', 2: 'Ended' }[session.status],
    title: session.title,
    lines: [
      session.started_at === null ? 'The host starts it' : `${time} ${momentOf(session.started_at)}`,
      ...(host ? [`Hosted by ${host.username}${others.length > 0 ? ` and ${others.length} more` : ''}`] : []),
      ...(session.participants_count > 1 ? [`${session.participants_count} people`] : [])
    ],
    ring: ringOf(session, session.status)
  }
}

/** Returns the text of a picture, as a description for pages without one. */
export function wordsOf({ kind, lines }: Pick<Preview, 'kind' | 'lines'>): string {
  return [kind, ...lines].map(line => line.replace(/\.?$/, '.')).join(' ')
}

/** Returns the preview of an activity: its category and its parts as a ring. */
export function previewOfActivity({ challenge }: { challenge: Activity }): Preview {
  return {
    kind: 'Activity',
    title: challenge.title,
    lines: [
      ...(challenge.category_name === null ? [] : [challenge.category_name]),
      'Start a session of it, or follow it on your own'
    ],
    ring: ringOf(challenge, null)
  }
}

/** Returns the preview of a group: its number of members. */
export function previewOfGroup({ group }: { group: Group }): Preview {
  return { kind: 'Group', title: group.title, lines: [plural(group.user_count, 'member')], ring: null }
}

/** Returns the preview of an author: the title of their newest text. Null when they have a cover, which is used instead. */
export function previewOfPerson({
  person,
  items,
  profile
}: {
  person: Person
  items: { title: string }[]
  profile: { cover: unknown }
}): Preview | null {
  if (profile.cover) return null
  const [newest] = items
  return { kind: person.username, title: person.title, lines: newest ? [`Newest: ${newest.title}`] : [], ring: null }
}

/** Returns the preview of an item or book: its author. Null when its text has a picture, which is used instead. */
export function previewOfItem({ item, person }: { item: Item; person: Person }): Preview | null {
  if (previewOf(item.content).image) return null
  const kind = item.is_book === 1 ? 'Group' : (item.parent?.title ?? 'Item')
  return { kind, title: item.title, lines: [`By ${person.title}`], ring: null }
}

/** Returns the preview of home: the purpose of the product. */
export function previewOfHome(): Preview {
  return {
    kind: '',
    title: 'Get it done together, on one shared clock',
    lines: ['Timed group sessions, plans and goals'],
    ring: null
  }
}

function ringOf({ duration, parts }: Pick<Activity, 'duration' | 'parts'>, status: PreviewRing['status']): PreviewRing {
  // Count before building the list, because a few numbers in a plan can mean millions of parts.
  const count = parts.reduce((sum, group) => sum + group.sets * group.parts.length, 0)
  const lengths = count > MOST_PARTS ? [] : parts.flatMap(lengthsOf).filter(seconds => seconds > 0)
  return { status, length: shortDuration(duration), parts: lengths }
}

function lengthsOf({ sets, parts }: Activity['parts'][number]): number[] {
  return Array.from({ length: sets }, () => parts.map(part => part.duration * part.sets)).flat()
}
