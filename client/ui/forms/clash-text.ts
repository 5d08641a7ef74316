/** Describes two values of one field in words, for the person who chooses between them (D-140). */

import { DIFFICULTIES } from '../../../domain/activities/difficulty.ts'
import { shortDuration } from '../../../domain/lib/duration.ts'
import type { Clash, Side } from '../../../domain/lib/edits/merge.ts'
import { own } from '../../../domain/lib/own.ts'
import { plainText } from '../../../domain/lib/plain-text.ts'
import { formatter } from '../../lib/dates/date-texts.ts'

/** The labels of fields whose label in the form differs from their name. */
const LABELS: Record<string, string> = {
  content: 'Description',
  donation_link: 'Link',
  duration: 'Length',
  edit_prompt: 'Question',
  hut_id: 'Group',
  is_manually_started: 'Starts by hand',
  is_preset: 'Template',
  list: 'Checklist',
  needs_code: 'Join with a code',
  order: 'Order',
  participant_limit: 'Spots',
  parts: 'Parts',
  place: 'Place',
  started_at: 'Start',
  term_id: 'Category',
  time_from: 'Time from the previous part'
}
const FLAG = /^(is_|needs_|can_|linked$|auto_start$|hidden$|relative_dates$|edit_content$|per_participant$)/
const SECONDS = /^(duration|action_duration|time_from)$/
const LONGEST = 400
const dateText = formatter({ dateStyle: 'long', timeStyle: 'short' })
/** How many equal characters a longer text shows before the first difference. */
const BEFORE = 40

/**
 * Names the changed field: "Title", "Length of “Warm up”", "“Warm up”".
 *
 * @param labels the form's own labels, where they differ from the usual ones
 */
export function clashTitle({ field, item }: Clash, labels: Readonly<Record<string, string>> = {}): string {
  const name = item && `“${String(item.title ?? '').trim() || 'an item without a title'}”`
  if (field === null) return name ?? ''
  const words = field.replaceAll('_', ' ')
  const label = own(labels, field) ?? own(LABELS, field) ?? words.charAt(0).toUpperCase() + words.slice(1)
  return name ? `${label} of ${name}` : label
}

/**
 * Describes the value of one side.
 *
 * @param nameOf returns the name behind an id, if the form knows it
 */
export function clashValue(
  clash: Clash,
  side: Side,
  nameOf?: (field: string, id: number) => string | undefined
): string {
  const value = clash[side]
  const { field } = clash
  if (field === null) return value === undefined ? 'Removed' : 'Kept, with changes'
  if (field === 'order') return 'The order that it has here'
  if (field === 'place') return side === 'mine' ? 'Where you put it' : 'Where it was moved in the meantime'
  if (value === null || value === undefined || value === '') return 'Empty'
  if (typeof value === 'number') return numberText(field, value, nameOf)
  if (Array.isArray(value)) return value.length === 0 ? 'Empty' : value.map(entryText).join(', ')
  if (typeof value === 'object') return entryText(value)
  if (field.endsWith('_at')) return dateText(Date.parse(String(value)))
  return differentText(wholeText(value), wholeText(clash[side === 'mine' ? 'theirs' : 'mine'])) || 'Empty'
}

const wholeText = (value: unknown): string => plainText(String(value ?? ''), Number.POSITIVE_INFINITY)

/** Cuts a long text to the part around its first difference from the other one. */
function differentText(text: string, other: string): string {
  if (text.length <= LONGEST) return text
  let same = 0
  while (same < text.length && text[same] === other[same]) same++
  const from = Math.max(0, Math.min(same - BEFORE, text.length - LONGEST))
  const shown = text.slice(from, from + LONGEST)
  return `${from > 0 ? '…' : ''}${shown}${from + LONGEST < text.length ? '…' : ''}`
}

function numberText(field: string, value: number, nameOf?: (field: string, id: number) => string | undefined): string {
  if (FLAG.test(field)) return value ? 'Yes' : 'No'
  if (SECONDS.test(field)) return shortDuration(value)
  if (field === 'difficulty') return DIFFICULTIES.find(one => one.value === value)?.title ?? String(value)
  return nameOf?.(field, value) ?? String(value)
}

function entryText(entry: unknown): string {
  const { title } = (typeof entry === 'object' && entry !== null ? entry : {}) as { title?: unknown }
  return typeof title === 'string' && title ? title : typeof entry === 'object' ? 'an entry' : String(entry)
}
