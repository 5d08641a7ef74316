/** Sends an export of another hut in parts. Repeated calls have no second effect, so an interrupted restore can continue. */
import { updateUnits } from '../../../domain/accounts/api.ts'
import { storeActivity } from '../../../domain/activities/builder-api.ts'
import { updateDays } from '../../../domain/days/api.ts'
import { movedKey } from '../../../domain/export/keys.ts'
import { MOST_AT_ONCE } from '../../../domain/import/api.ts'
import { countMoved, type Exported, type ExportedRow, lineOf } from '../../../domain/import/exported.ts'
import { type Keyed, markMoved } from '../../../domain/import/items/api.ts'
import { neededOf } from '../../../domain/import/moved-rows.ts'
import { MOVED, moveIn } from '../../../domain/import/moving.ts'
import { attachActivity, storeActivityList } from '../../../domain/lists/api.ts'
import { personPath } from '../../../domain/publishing/person.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { reloadAllPages } from '../../lib/page-cache.ts'
import { getUser, setUser } from '../../lib/user.ts'
import { notifyOtherTabs } from '../../logs/other-tabs.ts'
import { type Places, pathKey, withAddresses, withLinks } from './links.ts'
import { pictureSender } from './pictures.ts'
import { type ReadItems, readText } from './read-items.ts'
import { findThere, planItems, runItems } from './run-items.ts'
import type { ZipFile } from './zip-file.ts'

export interface Outcome {
  added: number
  known: number
  /** Why rows could not be restored, such as "goal 7: title: Value is required." */
  wrong: string[]
}

interface Move extends Pick<ReadItems, 'items' | 'origin' | 'paths'> {
  uuid: string
  fileName: string
  exported: Exported
  /** Has the pictures; null for JSON alone. */
  archive: ZipFile | null
  /** What the page knows already that can't come along. */
  wrong: string[]
  /** Whether items that were published stay so. */
  publishes: boolean
  takesSettings: boolean
}

/** @param onProgress gets a number between 0 and 1 */
export async function runMove(move: Move, onProgress: (part: number) => void): Promise<Outcome> {
  const { exported } = move
  const outcome: Outcome = { added: 0, known: 0, wrong: [...move.wrong] }
  const all = countMoved(exported) + exported.activities.length + exported.lists.length + move.items.length
  let done = 0
  const advance = (count: number): void => {
    done += count
    onProgress(done / Math.max(all, 1))
  }
  const planned = await planItems(move)
  const { places } = planned
  const mine = personPath(getUser()?.person.username ?? '')
  for (const { username } of exported.persons) {
    places.paths.set(pathKey(`/${username}`), mine)
    places.paths.set(pathKey(`/users/${username}`), mine)
  }
  const send = pictureSender(move.archive)
  await moveActivities(move, { places, send }, outcome, () => advance(1))
  for (const section of MOVED) {
    const rows = exported.rows[section]
    for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
      const part = rows
        .slice(from, from + MOST_AT_ONCE)
        .map(row => ({ ...neededOf(section, withHere(row, places)), id: row.id }))
      const body = { uuid: move.uuid, file_name: move.fileName, account: exported.source, section, rows: part }
      const { added, existing, wrong } = await call(moveIn, { body })
      outcome.added += added
      outcome.known += existing
      const names = new Map(part.map(row => [row.id, row]))
      outcome.wrong.push(
        ...wrong.map(({ id, problem }) => lineOf(section.slice(0, -1), names.get(id) ?? { id }, problem))
      )
      advance(part.length)
    }
  }
  const items = await runItems({ ...move, account: exported.source }, advance, planned, send)
  outcome.added += items.added
  outcome.known += items.known
  outcome.wrong.push(...items.wrong)
  if (move.takesSettings && exported.settings) await takeSettings(exported.settings)
  notifyOtherTabs()
  void reloadAllPages()
  return outcome
}

/** Creates activities and lists by their ordinary calls. The key of a call is the same in each try. */
async function moveActivities(
  move: Move,
  { places, send }: { places: Places; send: ReturnType<typeof pictureSender> },
  outcome: Outcome,
  onDone: () => void
): Promise<void> {
  const { exported, archive } = move
  const keyOf = (section: MadeSection, id: number): string => movedKey(exported.source, section, id)
  const keysOf = (section: MadeSection, rows: { id: number }[]): string[] => rows.map(({ id }) => keyOf(section, id))
  const there = await findThere('activities', keysOf('activities', exported.activities))
  const slugs = new Map<string, string>()
  const setSlug = (slug: string, here: string): void => {
    slugs.set(slug, here)
    places.paths.set(pathKey(`/activities/${slug}`), `/activities/${here}`)
  }
  for (const { id, slug } of exported.activities) {
    const here = there.get(keyOf('activities', id))
    if (here) setSlug(slug, here)
  }
  for (const { id, slug, plan, ...form } of exported.activities) {
    const key = keyOf('activities', id)
    if (!there.has(key)) {
      const challenge = await withTexts({ ...form, ...plan }, async html =>
        withLinks(await send(readText(html, archive).html, outcome.wrong), places)
      )
      const made = await once(outcome, `activity “${form.title}”`, () =>
        call(storeActivity, { body: { challenge }, key })
      )
      if (made) setSlug(slug, made.challenge.slug)
    }
    onDone()
  }
  await mark(move, 'activities', keysOf('activities', exported.activities))
  for (const { id, title, activities } of exported.lists) {
    const key = keyOf('activity_lists', id)
    const list = await once(outcome, `list “${title}”`, () => call(storeActivityList, { body: { title }, key }))
    for (const slug of list ? (activities ?? []) : []) {
      const params = { list: String(list?.id), activity: slugs.get(slug) ?? slug }
      await once(outcome, `list “${title}”: ${slug}`, () => call(attachActivity, { params }))
    }
    onDone()
  }
  await mark(move, 'activity_lists', keysOf('activity_lists', exported.lists))
}

type MadeSection = Exclude<Keyed, 'items'>

/** Says what the import has made, so that undoing it deletes that again. */
async function mark({ uuid, fileName, exported }: Move, section: MadeSection, keys: string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += MOST_AT_ONCE) {
    const part = keys.slice(from, from + MOST_AT_ONCE)
    await call(markMoved, { body: { uuid, file_name: fileName, account: exported.source, section, keys: part } })
  }
}

/** Changes the addresses in the texts of a row. */
function withHere(row: ExportedRow, places: Places): ExportedRow {
  if (!places.origin) return row
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' ? withAddresses(value, places) : value
  ])
  return { ...Object.fromEntries(entries), id: row.id }
}

/** Changes each text called `content`. */
async function withTexts<Value>(value: Value, change: (html: string) => Promise<string>): Promise<Value> {
  if (Array.isArray(value)) {
    const all: unknown[] = []
    for (const one of value) all.push(await withTexts(one, change))
    return all as Value
  }
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [name, one] of Object.entries(value)) {
    const isText = name === 'content' && typeof one === 'string' && /<(?:img|a) /.test(one)
    entries.push([name, isText ? await change(one) : await withTexts(one, change)])
  }
  return Object.fromEntries(entries) as Value
}

/** Makes a call. A refusal becomes a line of the outcome, because the other rows can still be restored. */
async function once<Made>(outcome: Outcome, name: string, make: () => Promise<Made>): Promise<Made | null> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof CallRefused) || error.status >= 500) throw error
    outcome.wrong.push(`${name}: ${error.status === 404 ? 'It isn’t in this hut.' : error.message}`)
    return null
  }
}

async function takeSettings(settings: NonNullable<Exported['settings']>): Promise<void> {
  const { distance_unit, has_streaks, pauses, ...days } = settings
  await call(updateDays, { body: { ...days, times_away: pauses, streaks: has_streaks } })
  setUser((await call(updateUnits, { body: { distance_unit } })).user)
}
