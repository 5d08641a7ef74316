/** Importing a file of logs from another tracker, in several calls, and undoing an import. */
import * as z from 'zod/mini'
import { day } from '../lib/day-fields.ts'
import { endpoint } from '../lib/endpoint.ts'
import { date, quantity, responseDate, seconds, sentBody, text, title, uuid } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { contentNeeded } from '../logs/fields.ts'
import { COMPARED } from './known.ts'

/** The most logs in one call. */
export const MOST_AT_ONCE = 500

export const imported = z.object({
  id: z.int(),
  uuid: z.string(),
  file_name: z.string(),
  /** The number of logs that it created. */
  logs: z.int(),
  /** The number of items that it created. */
  items: z.int(),
  created_at: responseDate
})
export type Import = z.output<typeof imported>

const nullable = z.nullable
const measure = z._default(nullable(quantity()), null)

export const importedLog = z
  .object({
    /** When it was done; null when only its day is known. */
    at: z._default(nullable(date), null),
    /** The day that it counts for; by default the day of `at`. */
    day: z.optional(day),
    /** Null for a log without a goal. */
    goal_id: z._default(nullable(z.int('Choose a goal.')), null),
    action: z._default(text(100), ''),
    amount: measure,
    distance: measure,
    duration: z._default(nullable(seconds()), null),
    title: z._default(text(255), ''),
    content: z._default(text(10_000), '')
  })
  .check(contentNeeded)
export type ImportedLog = z.input<typeof importedLog>

/** A log of a file, with the fields that are compared with existing logs (domain/import/known.ts). */
const comparedLog = z.object({
  at: z._default(nullable(date), null),
  day,
  goal: z._default(text(255), ''),
  goal_id: z._default(nullable(z.int()), null),
  action: z._default(text(100), ''),
  amount: measure,
  distance: measure,
  duration: z._default(nullable(seconds()), null),
  title: z._default(text(255), ''),
  /** At least its first 100 characters (`comparedText`). */
  content: z._default(text(2 * COMPARED), '')
})

export const compareLogs = endpoint('POST', '/api/imports/compare', {
  summary: 'Find which logs of a file I have already; it saves nothing',
  longText: 'logs',
  body: sentBody({
    logs: z.array(comparedLog).check(z.maxLength(MOST_AT_ONCE, `Give at most ${MOST_AT_ONCE} logs.`))
  }),
  /** The indexes, from 0, of the sent logs that exist already. */
  response: z.object({ known: z.array(z.int()) }),
  refusals: ['unauthenticated']
})

export const importLogs = endpoint('POST', '/api/imports', {
  summary: 'Import a part of a file of logs, all of it or nothing; it costs no tokens',
  keyed: true,
  longText: 'logs',
  body: sentBody({
    /** Identifies the import: all calls for one file send the same uuid. */
    uuid,
    file_name: title(),
    logs: z
      .array(importedLog)
      .check(z.minLength(1, 'Give a log.'), z.maxLength(MOST_AT_ONCE, `Give at most ${MOST_AT_ONCE} logs.`)),
    /** Ids of goals made for this import. Undoing it deletes those that nothing else uses. */
    made_goals: z._default(z.array(z.int()).check(z.maxLength(MOST_AT_ONCE, `Give at most ${MOST_AT_ONCE} goals.`)), [])
  }),
  response: imported,
  refusals: ['unauthenticated', 'conflict']
})

export const undoImport = endpoint('DELETE', '/api/imports/:import', {
  summary: 'Undo an import: delete its logs and unchanged items, and what it made that nothing else uses',
  response: z.object({}),
  refusals: ['unauthenticated', 'notFound']
})

export const importPage = page('/my/logs/import', {
  data: z.object({
    /** My open goals, the newest first. */
    goals: z.array(z.object({ id: z.int(), title: z.string(), unit: z.string() })),
    /** The newest first. */
    imports: z.array(imported)
  }),
  personal: 'Import logs',
  head: () => ({ title: 'Import logs' })
})
