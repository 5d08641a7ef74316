/** Reads the file "Everything (JSON)" of a hut: what a restore takes over, and what it leaves behind. */
import * as z from 'zod/mini'
import { draftFields } from '../activities/fields.ts'
import { restDays, timesAway } from '../days/fields.ts'
import { EXPORT_FORMAT, EXPORT_VERSION } from '../export/export.ts'
import { type ExportedItem, exportedItem } from '../export/items.ts'
import { sourceOf } from '../export/keys.ts'
import { dayStart, timeZone } from '../lib/day-fields.ts'
import { distanceUnit, flag, title } from '../lib/fields.ts'
import { LogStatus } from '../logs/log.ts'
import { leftBehind } from './left.ts'
import { readMoved } from './moved-rows.ts'
import { MOVED, type Moved } from './moving.ts'

export type ExportedRow = Record<string, unknown> & { id: number }
export type ExportedActivity = z.output<typeof activity>
export type ExportedList = z.output<typeof list>

export interface Exported {
  /** The name of the other hut. */
  site: string
  source: string
  /** The address of the other hut; null when the file doesn't name it. */
  address: string | null
  /** The names of the account's pages. */
  persons: z.output<typeof person>[]
  /** The rows that the server restores. */
  rows: Record<Moved, ExportedRow[]>
  activities: ExportedActivity[]
  lists: ExportedList[]
  /** Items of all persons of the account. */
  items: ExportedItem[]
  /** Null when they can't be read. */
  settings: z.output<typeof settings> | null
  /** Lines about what can't come along or changes on its way, such as "list 7: title: Value is required." */
  wrong: string[]
  /** Lines about what stays in the other hut, one for each reason. */
  left: string[]
}

// Categories and groups have other ids in this hut.
const { term_id: _, hut_id: __, parts, tasks, timers, ...others } = draftFields
const activity = z.object({ ...others, id: z.int(), slug: z.string(), plan: z.object({ parts, tasks, timers }) })
const list = z.object({ id: z.int(), title: title(), activities: z._default(z.nullable(z.array(z.string())), null) })
const settings = z.object({
  time_zone: timeZone,
  day_start: dayStart,
  rest_days: restDays,
  has_streaks: flag,
  distance_unit: z._default(z.nullable(distanceUnit), null),
  pauses: z._default(timesAway, [])
})
const person = z.looseObject({ id: z.int(), username: z.string(), is_current: z.boolean() })

const rows = z._default(z.array(z.looseObject({ id: z.int() })), [])
const file = z.looseObject({
  format: z.literal(EXPORT_FORMAT),
  version: z.number(),
  site: z._default(z.string(), ''),
  address: z._default(z.nullable(z.string()), null),
  exported_at: z._default(z.string(), ''),
  profile: z.array(z.looseObject({ id: z.int(), created_at: z.string() })).check(z.length(1)),
  goals: rows,
  logs: rows,
  notes: rows,
  activities: rows,
  activity_lists: rows,
  items: rows,
  goal_reminders: z._default(z.array(z.looseObject({ goal_id: z.int() })), []),
  persons: z._default(z.array(person), [])
})
type File = z.output<typeof file>

/** Returns what the file holds, or a sentence that says why it can't be read. */
export function readExport(text: string): Exported | string {
  const read = file.safeParse(parsed(text))
  if (!read.success) return 'This export is broken or not complete.'
  const { version, site, profile, goals, logs, notes } = read.data
  if (version > EXPORT_VERSION) return 'This export is from a newer version of Challenge Hut. Update this hut first.'
  const [account] = profile
  if (!account || Number.isNaN(Date.parse(account.created_at))) return 'This export doesn’t say whose it is.'
  const activities = readable('activity', activity, read.data.activities)
  const lists = readable('list', list, read.data.activity_lists)
  const items = readable('item', exportedItem, read.data.items)
  const known = readable('settings', settings, profile)
  const timers = stopTimers(logs, Date.parse(read.data.exported_at))
  return {
    site: site || 'another hut',
    source: sourceOf(account),
    address: read.data.address,
    persons: read.data.persons,
    rows: { goals: withReminders(inOrder(goals), read.data), logs: timers.logs, notes },
    activities: activities.rows,
    lists: lists.rows,
    items: items.rows,
    settings: known.rows[0] ?? null,
    wrong: [known, activities, lists, items, timers, goalLinks(notes), ofOtherNames(read.data)].flatMap(
      ({ wrong }) => wrong
    ),
    left: leftBehind(read.data)
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

function withReminders(goals: ExportedRow[], { goal_reminders }: File): ExportedRow[] {
  const reminders = new Map(goal_reminders.map(reminder => [reminder.goal_id, reminder]))
  return goals.map(goal => ({ ...goal, reminder: reminders.get(goal.id) ?? null }))
}

function readable<Row>(what: string, shape: z.ZodMiniType<Row>, rows: ExportedRow[]): { rows: Row[]; wrong: string[] } {
  const read = rows.map(row => ({ row, result: shape.safeParse(row) }))
  return {
    rows: read.flatMap(({ result }) => (result.success ? [result.data] : [])),
    wrong: read.flatMap(({ row, result }) => {
      if (result.success) return []
      const [issue] = result.error.issues
      return [lineOf(what, row, `${issue?.path.join('.')}: ${issue?.message}`)]
    })
  }
}

/** Lines about the rows that the server can't restore. @param now in ms since 1970 */
export function wrongRows({ rows }: Pick<Exported, 'rows'>, now: number): string[] {
  return MOVED.flatMap(section =>
    rows[section].flatMap(row => {
      const read = readMoved(section, row, now)
      return 'reason' in read ? [lineOf(section.slice(0, -1), row, read.reason)] : []
    })
  )
}

/** A line about a row, such as "log 2026-01-31: amount: Enter a number." It names the row as its person knows it. */
export function lineOf(what: string, { id, title, day }: ExportedRow, problem: string): string {
  const name = [title && `“${title}”`, day, id].find(Boolean)
  return `${what === 'settings' ? what : `${what} ${name}`}: ${problem}`
}

/** A timer can't run in two huts. One that runs or is paused is over, with the time that it ran until the export. */
function stopTimers(logs: ExportedRow[], exportedAt: number): { logs: ExportedRow[]; wrong: string[] } {
  const open = new Set<unknown>([LogStatus.Active, LogStatus.Paused])
  const isOpen = ({ status, duration, started_at }: ExportedRow): boolean =>
    open.has(status) && Boolean(duration) && typeof started_at === 'string'
  const count = logs.filter(isOpen).length
  return {
    logs: logs.map(log => (isOpen(log) && log.status === LogStatus.Active ? stopped(log, exportedAt) : log)),
    wrong: count === 0 ? [] : [timersEnd(count)]
  }
}

const timersEnd = (count: number): string =>
  count === 1
    ? '1 timer ran or was paused. It arrives as done.'
    : `${count} timers ran or were paused. They arrive as done.`

/** A running log counts from its start (domain/logs/log.ts). */
function stopped(log: ExportedRow, at: number): ExportedRow {
  const ran = (at - Date.parse(String(log.started_at))) / 1000
  return ran > 0 ? { ...log, elapsed_duration: Math.min(ran, Number(log.duration)) } : log
}

/** Goals get other addresses in this hut, so links to them in notes are mentioned. */
function goalLinks(notes: ExportedRow[]): { wrong: string[] } {
  const count = notes.filter(note =>
    [note.content, note.todo, note.done].some(text => /\/my\/goals\/\d/.test(String(text ?? '')))
  ).length
  if (count === 0) return { wrong: [] }
  return {
    wrong: [
      count === 1
        ? '1 note links to a goal. Goals have other addresses here, so change its link.'
        : `${count} notes link to goals. Goals have other addresses here, so change their links.`
    ]
  }
}

/** All items arrive under one name, so those of the account's other names are mentioned. */
function ofOtherNames({ persons, items }: File): { wrong: string[] } {
  return {
    wrong: persons.flatMap(({ id, username, is_current }) => {
      const count = is_current ? 0 : items.filter(({ person_id }) => person_id === id).length
      if (count === 0) return []
      return [
        count === 1
          ? `1 item was written as ${username}. It arrives under your current name.`
          : `${count} items were written as ${username}. They arrive under your current name.`
      ]
    })
  }
}
