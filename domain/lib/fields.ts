/**
 * The kinds of field that contracts are made of, each with the text that a person sees when it is wrong.
 * Text never holds a null byte or half a surrogate pair (the database cannot store them); dates lie between 1970 and 2100 (UTC on the wire,
 * `Y-m-d H:i:s` is read as UTC, D-128); durations are whole seconds; flags are 0 or 1 on the wire.
 */

import * as z from 'zod/mini'
import { MONTH, spokenDuration } from './duration.ts'
import { numberText } from './numbers.ts'

export const REQUIRED = 'Value is required.'

const NUL = String.fromCharCode(0)
const noNull = z.refine<string>(
  value => !value.includes(NUL) && value.isWellFormed(),
  'Remove the character that no text can hold.'
)

function upTo(max: number) {
  return z.maxLength(max, `Use at most ${numberText(max)} characters.`)
}

const NO_TEXT = 'Value must be text.'

/** Text that must be there: what is missing is told apart from what is no text. */
export function requiredText(message = REQUIRED) {
  return z.string({ error: ({ input }) => (input === undefined || input === null ? message : NO_TEXT) })
}

/** Text of any content, empty allowed. */
export function text(max: number) {
  return z.string(NO_TEXT).check(upTo(max), noNull)
}

/** One line that must say something; surrounding spaces are dropped. */
export function title(max = 255, message = REQUIRED) {
  return requiredText(message).check(z.trim(), z.minLength(1, message), upTo(max), noNull)
}

/** The largest count or distance that is stored. */
export const MAX_QUANTITY = 1_000_000_000

/** Whole seconds from 0 to `max` (30 days unless told). */
export function seconds(max = MONTH) {
  return z
    .int('Give whole seconds.')
    .check(
      z.minimum(0, 'A duration cannot be negative.'),
      z.maximum(max, `A duration is at most ${spokenDuration(max)}.`)
    )
}

/** A count or distance: finite, three decimals kept, never negative. */
export function quantity(max = MAX_QUANTITY) {
  return z
    .number('Give a number.')
    .check(
      z.minimum(0, 'Give a number that is not negative.'),
      z.maximum(max, `Give a number of at most ${numberText(max)}.`)
    )
}

/** A small whole number, such as sets. */
export function whole(min: number, max: number) {
  return z
    .int('Give a whole number.')
    .check(
      z.minimum(min, `Give a whole number of at least ${numberText(min)}.`),
      z.maximum(max, `Give a whole number of at most ${numberText(max)}.`)
    )
}

export type Flag = 0 | 1

/** 0 or 1 on the wire; `true` and `false` are taken too. */
export const flag = z.pipe(
  z.union([z.literal([0, 1]), z.boolean()], 'Give 0 or 1.'),
  z.transform((value): Flag => (value ? 1 : 0))
)

/** A flag as the server returns it. */
export const responseFlag = z.literal([0, 1])

const FIRST_DATE = Date.UTC(1970, 0, 1)
const LAST_DATE = Date.UTC(2100, 0, 1)
const SQL_DATE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/
const ISO_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** Milliseconds since 1970 of a date on the wire, or null when it is none. */
function parseDate(value: string): number | null {
  const sql = SQL_DATE.exec(value)
  const iso = sql ? `${sql[1]}T${sql[2]}Z` : value
  if (!ISO_DATE.test(iso)) return null
  const time = Date.parse(iso)
  // `Date.parse` rolls 30 February over into March; a date that does not come back as written is none.
  const day = iso.slice(0, 10)
  if (Number.isNaN(time) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return null
  return time
}

/** ISO 8601 UTC after parsing, whatever documented form came in. */
export const date = z.pipe(
  z.string('Give a date.').check(
    z.refine(value => {
      const time = safeDate(value)
      return time !== null && time >= FIRST_DATE && time < LAST_DATE
    }, 'Give a date between 1970 and 2100, such as 2026-01-31T18:00:00Z.')
  ),
  z.transform(value => new Date(parseDate(value) as number).toISOString())
)

function safeDate(value: string): number | null {
  try {
    return parseDate(value)
  } catch {
    return null
  }
}

/** A date as the server returns it. */
export const responseDate = z.string()

const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i
/** In any case, with or without its hyphens. */
export const uuid = z.string('Give a uuid.').check(z.regex(UUID, 'Give a uuid.'))

/** An address that a person may follow; only http and https, so that no `javascript:` link is stored. */
export const link = z.union(
  [
    z.literal(''),
    z
      .string()
      .check(
        z.trim(),
        upTo(2000),
        noNull,
        z.regex(/^https?:\/\/[^\s]+$/i, 'Give an address that starts with http:// or https://.')
      )
  ],
  'Give an address that starts with http:// or https://.'
)

/** `page` of a list: anything below 1 or unreadable is ignored and means 1 (API-07, API-08). */
export const pageNumber = z.pipe(
  z.optional(z.union([z.string(), z.number()])),
  z.transform(value => {
    const number = Number(value ?? 1)
    return Number.isSafeInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1
  })
)

/** The page that sends a call: what it changed comes back to it over the socket too, and it knows its own. */
export const clientUuid = z.optional(text(100))

/** The documented keys of a call that went well. */
export const noError = { error: z.null(), error_code: z.null() }
