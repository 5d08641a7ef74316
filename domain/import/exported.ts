/** Reads the file "Everything (JSON)" of a hut: what a restore takes over, and what it leaves behind. */
import * as z from 'zod/mini'
import { draftFields } from '../activities/builder-api.ts'
import { restDays } from '../days/streak.ts'
import { EXPORT_FORMAT, EXPORT_VERSION } from '../export/export.ts'
import { type ExportedItem, exportedItem } from '../export/items.ts'
import { sourceOf } from '../export/keys.ts'
import { dayStart, timeZone } from '../lib/day.ts'
import { distanceUnit } from '../lib/distance.ts'
import { flag } from '../lib/fields.ts'
import { own } from '../lib/own.ts'
import { MOVED, type Moved } from './moving.ts'

export type ExportedRow = Record<string, unknown> & { id: number }
export type ExportedActivity = z.output<typeof activity>
export type ExportedList = z.output<typeof list>

export interface Exported {
  /** The name of the other hut. */
  site: string
  source: string
  /** The rows that the server restores. */
  rows: Record<Moved, ExportedRow[]>
  activities: ExportedActivity[]
  lists: ExportedList[]
  /** Items of all persons of the account. */
  items: ExportedItem[]
  settings: z.output<typeof settings>
  /** What stays in the other hut, and how much of it. */
  left: { name: string; count: number }[]
}

// Categories and groups have other ids in this hut.
const { term_id: _, hut_id: __, parts, tasks, timers, ...others } = draftFields
const activity = z.object({ ...others, id: z.int(), slug: z.string(), plan: z.object({ parts, tasks, timers }) })
const list = z.object({ id: z.int(), title: z.string(), activities: z._default(z.nullable(z.array(z.string())), null) })
const settings = z.object({
  time_zone: timeZone,
  day_start: dayStart,
  rest_days: restDays,
  has_streaks: flag,
  distance_unit: z._default(z.nullable(distanceUnit), null)
})

const rows = z._default(z.array(z.looseObject({ id: z.int() })), [])
const file = z.looseObject({
  format: z.literal(EXPORT_FORMAT),
  version: z.number(),
  site: z._default(z.string(), ''),
  profile: z.array(z.looseObject({ id: z.int(), created_at: z.string() })).check(z.length(1)),
  goals: rows,
  logs: rows,
  notes: rows,
  activities: rows,
  activity_lists: rows,
  items: rows
})

/** The sections that stay in the other hut, as people call them. */
const LEFT = {
  sessions: 'sessions you hosted',
  participants: 'sessions you joined',
  messages: 'chat messages',
  posts: 'forum posts',
  groups: 'groups',
  item_versions: 'earlier versions of items',
  ledger: 'token bookings',
  subscriptions: 'subscriptions'
}

/** Returns what the file holds, or a sentence that says why it can't be read. */
export function readExport(text: string): Exported | string {
  const read = file.safeParse(parsed(text))
  if (!read.success) return 'This export is broken or not complete.'
  const { version, site, profile, goals, logs, notes, activities, activity_lists, items, ...sections } = read.data
  if (version > EXPORT_VERSION) return 'This export is from a newer version of Challenge Hut. Update this hut first.'
  const [account] = profile
  const known = settings.safeParse(account)
  if (!account || Number.isNaN(Date.parse(account.created_at)) || !known.success)
    return 'This export doesn’t say whose it is.'
  return {
    site: site || 'another hut',
    source: sourceOf(account),
    rows: { goals: inOrder(goals), logs, notes },
    activities: readable(activity, activities),
    lists: readable(list, activity_lists),
    items: readable(exportedItem, items),
    settings: known.data,
    left: Object.entries(LEFT).flatMap(([section, name]) => {
      const found = own(sections, section)
      return Array.isArray(found) && found.length > 0 ? [{ name, count: found.length }] : []
    })
  }
}

/** The number of rows that the server restores. */
export function countMoved({ rows }: Pick<Exported, 'rows'>): number {
  return MOVED.reduce((sum, section) => sum + rows[section].length, 0)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** New goals are ordered by their id, so those of the file are added in the person's own order. */
function inOrder(goals: ExportedRow[]): ExportedRow[] {
  const place = ({ id, place }: ExportedRow): number => (typeof place === 'number' ? place : id)
  return goals.toSorted((one, other) => place(one) - place(other))
}

function readable<Row>(shape: z.ZodMiniType<Row>, rows: ExportedRow[]): Row[] {
  return rows.flatMap(row => {
    const read = shape.safeParse(row)
    return read.success ? [read.data] : []
  })
}
