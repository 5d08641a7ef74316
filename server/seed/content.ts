/**
 * Reads the content that the first start inserts, from `content/`. People see it in the order of the files and of their
 * entries. Durations are in seconds, distances in miles. Slugs are addresses, so never change one.
 */
import { readFileSync } from 'node:fs'
import { type ActivityDraft, defineActivity, type SeedActivity } from './plan-builder.ts'

/**
 * A category and its children. An activity names the deepest category that fits. A filter by a category includes
 * everything below it (D-59).
 */
export type SeedCategory = { slug: string; title: string; children?: readonly SeedCategory[] }

export type SeedGroup = {
  slug: string
  title: string
  /** HTML of p, ul, ol, li, strong, em, a and h3. */
  content: string
  /** Slugs of categories. Their activities join the group. */
  categories: readonly string[]
}

export type SeedItem = { slug: string; title: string; content: string }

type SeedPost = { title: string; content: string; replies: readonly { content: string }[] }
type SeedLog = {
  /** The title of a goal of the tour's activity. */
  task: string
  title: string
  content: string
  amount: number | null
  duration: number | null
}
type TourFile = {
  activity: ActivityDraft
  session: { id: number; title: string; content: string }
  posts: readonly SeedPost[]
  messages: readonly string[]
  logs: readonly SeedLog[]
}

const FILES = [
  'focus',
  'couch-to-5k',
  'running',
  'strength',
  'breathing',
  'mobility',
  'reading',
  'writing',
  'study',
  'meetings',
  'creative',
  'home'
]

/** All activities except the tour's, which is inserted together with its session. */
export const activities: readonly SeedActivity[] = FILES.flatMap(name =>
  read<ActivityDraft[]>(`activities/${name}`).map(defineActivity)
)

export const categories = read<readonly SeedCategory[]>('categories')

export const groups = read<readonly SeedGroup[]>('groups')

/** A short book on hosting. It belongs to the administrator. */
export const book = read<SeedItem & { items: readonly SeedItem[] }>('book')

const tourFile = read<TourFile>('tour')

/** The tour uses fixed addresses. Its session runs forever (D-122). */
export const tour = { ...tourFile, activity: defineActivity(tourFile.activity) }

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(`content/${name}.json`, import.meta.url), 'utf8'))
}
