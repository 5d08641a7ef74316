/**
 * What the picture of a shared link says (server/previews draws it). It is made from the data that a visitor gets of the
 * page, so it can say nothing that is not public. Times are in UTC: nobody knows the zone of who will see it.
 */
import type { Activity } from '../activities/api.ts'
import type { Group } from '../groups/api.ts'
import { plural, shortDuration } from '../lib/duration.ts'
import type { Item } from '../publishing/item.ts'
import type { Person } from '../publishing/person.ts'
import type { SessionData } from '../sessions/api.ts'
import { previewOf } from '../uploads/in-texts.ts'

/** Pixels, as those who show previews ask for. */
export const PREVIEW_WIDTH = 1200
export const PREVIEW_HEIGHT = 630

export interface Preview {
  /** A word or two above the title: what the page is. */
  kind: string
  title: string
  /** What stands below the title, the most important first. */
  lines: string[]
  /** Null where the page has no length. */
  ring: PreviewRing | null
}

export interface PreviewRing {
  /** Of a session; null for a plan. */
  status: 0 | 1 | 2 | null
  length: string
  /** How long each part is, in seconds and in their order; empty where the plan has none, or too many to be told apart. */
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

/** A session: when it is, who hosts it, and its parts as a ring. */
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

/** What the picture says, for search engines and messengers, of a page that nobody described. */
export function wordsOf({ kind, lines }: Pick<Preview, 'kind' | 'lines'>): string {
  return [kind, ...lines].map(line => line.replace(/\.?$/, '.')).join(' ')
}

/** An activity: how long its plan is. */
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

/** A group: how many are in it. */
export function previewOfGroup({ group }: { group: Group }): Preview {
  return { kind: 'Group', title: group.title, lines: [plural(group.user_count, 'member')], ring: null }
}

/** A person: what they wrote last. */
export function previewOfPerson({ person, items }: { person: Person; items: { title: string }[] }): Preview {
  const [newest] = items
  return { kind: person.username, title: person.title, lines: newest ? [`Newest: ${newest.title}`] : [], ring: null }
}

/** An item or a book: who wrote it. Null where its text has a picture, which is shown instead. */
export function previewOfItem({ item, person }: { item: Item; person: Person }): Preview | null {
  if (previewOf(item.content).image) return null
  const kind = item.is_book === 1 ? 'Group' : (item.parent?.title ?? 'Item')
  return { kind, title: item.title, lines: [`By ${person.title}`], ring: null }
}

/** Home: what the product is for. */
export function previewOfHome(): Preview {
  return {
    kind: '',
    title: 'Get it done together, on one shared clock',
    lines: ['Timed group sessions, plans and goals'],
    ring: null
  }
}

function ringOf({ duration, parts }: Pick<Activity, 'duration' | 'parts'>, status: PreviewRing['status']): PreviewRing {
  // Counted first: what somebody may write as a few numbers can be millions of parts.
  const count = parts.reduce((sum, group) => sum + group.sets * group.parts.length, 0)
  const lengths = count > MOST_PARTS ? [] : parts.flatMap(lengthsOf).filter(seconds => seconds > 0)
  return { status, length: shortDuration(duration), parts: lengths }
}

function lengthsOf({ sets, parts }: Activity['parts'][number]): number[] {
  return Array.from({ length: sets }, () => parts.map(part => part.duration * part.sets)).flat()
}
