/**
 * Moving in: restoring the file "Everything (JSON)" of another hut. Its rows are those of the other hut's tables, so each
 * one is checked like a form.
 *
 * The rule that surprises: a row gets a request key that names its old hut, account and id. A second restore finds these
 * keys and adds nothing.
 */
import * as z from 'zod/mini'
import { EXPORT_FORMAT } from '../export/export.ts'
import { endpoint } from '../lib/endpoint.ts'
import { sentBody, text, title, uuid } from '../lib/fields.ts'
import { imported, MOST_AT_ONCE } from './api.ts'

/** The sections that a server restores, in this order, because logs and notes refer to goals. */
export const MOVED = ['goals', 'logs', 'notes'] as const
export type Moved = (typeof MOVED)[number]

/** Whether a text begins like the file, before anyone parses megabytes of it. */
export function isExport(text: string): boolean {
  return text.slice(0, 200).includes(`"${EXPORT_FORMAT}"`)
}

const SOURCE = /^moved\.\d{1,15}\.[a-z0-9]{1,12}$/

/** The account that rows come from, in a body. */
export const sourceField = text(40).check(z.regex(SOURCE, 'Send the account of the export, such as moved.12.mb3k9zzz.'))

export const moveIn = endpoint('POST', '/api/moves', {
  summary: 'Restore rows of an export of another hut; it costs no tokens, and a second time it adds nothing',
  longText: 'rows',
  body: sentBody({
    /** Identifies the import: all calls for one file send the same uuid. */
    uuid,
    file_name: title(),
    account: sourceField,
    section: z.enum(MOVED, `Give ${MOVED.join(', ')}.`),
    rows: z
      .array(z.looseObject({ id: z.int('Each row needs the id that it had.') }))
      .check(z.minLength(1, 'Give a row.'), z.maxLength(MOST_AT_ONCE, `Give at most ${MOST_AT_ONCE} rows.`))
  }),
  response: z.object({
    import: imported,
    added: z.int(),
    /** Rows that were restored earlier. */
    existing: z.int(),
    /** Rows that could not be read. */
    wrong: z.array(z.object({ id: z.int(), problem: z.string() }))
  }),
  refusals: ['unauthenticated', 'conflict']
})
