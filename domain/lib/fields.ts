/**
 * The field types of contracts, each with the error message that a person sees.
 *
 * Text never holds a null byte or half a surrogate pair, because the database cannot store them. Dates lie between 1970
 * and 2100 and are in UTC; `Y-m-d H:i:s` is read as UTC (D-128). Durations are whole seconds. Flags are 0 or 1.
 */

import * as z from 'zod/mini'
import { DISTANCE_UNITS } from './distance.ts'
import { MONTH, spokenDuration } from './duration.ts'
import { numberText } from './numbers.ts'
import { REQUIRED } from './refusal.ts'

const NUL = String.fromCharCode(0)
const noNull = z.refine<string>(
  value => !value.includes(NUL) && value.isWellFormed(),
  'Remove the character that text can’t contain.'
)

function upTo(max: number) {
  return z.maxLength(max, `Use at most ${numberText(max)} characters.`)
}

const NO_TEXT = 'Value must be text.'

/** A required text. A missing value and a value of another type have different messages. */
export function requiredText(message = REQUIRED) {
  return z.string({ error: ({ input }) => (input === undefined || input === null ? message : NO_TEXT) })
}

/** A text of at most `max` characters; it may be empty. */
export function text(max: number) {
  return z.string(NO_TEXT).check(upTo(max), noNull)
}

/** A required line of text of at most `max` characters; it is trimmed. */
export function title(max = 255, message = REQUIRED) {
  return requiredText(message).check(z.trim(), z.minLength(1, message), upTo(max), noNull)
}

/** The largest amount or distance. */
export const MAX_QUANTITY = 1_000_000_000

/** Whole seconds from 0 to `max`, by default 30 days. */
export function seconds(max = MONTH) {
  return z
    .int('Enter whole seconds.')
    .check(
      z.minimum(0, 'A duration can’t be negative.'),
      z.maximum(max, `A duration is at most ${spokenDuration(max)}.`)
    )
}

/** An amount or distance: finite and not negative. */
export function quantity(max = MAX_QUANTITY) {
  return z
    .number('Enter a number.')
    .check(
      z.minimum(0, 'Enter a number that isn’t negative.'),
      z.maximum(max, `Enter a number of at most ${numberText(max)}.`)
    )
}

/** A whole number from `min` to `max`, such as sets. */
export function whole(min: number, max: number) {
  return z
    .int('Enter a whole number.')
    .check(
      z.minimum(min, `Enter a whole number of at least ${numberText(min)}.`),
      z.maximum(max, `Enter a whole number of at most ${numberText(max)}.`)
    )
}

/** Weekdays from 1 (Monday) to 7. */
export const weekdays = z.array(whole(1, 7)).check(z.maxLength(7, 'A week has seven days.'))

export type Flag = 0 | 1

/** 0 or 1; it also accepts `true` and `false`. */
export const flag = z.pipe(
  z.union([z.literal([0, 1]), z.boolean()], 'Give 0 or 1.'),
  z.transform((value): Flag => (value ? 1 : 0))
)

/** A flag in a response. */
export const responseFlag = z.literal([0, 1])

const FIRST_DATE = Date.UTC(1970, 0, 1)
const LAST_DATE = Date.UTC(2100, 0, 1)
const SQL_DATE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/
const ISO_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

/** Returns the milliseconds since 1970 of a sent date; null when it is invalid. */
function parseDate(value: string): number | null {
  const sql = SQL_DATE.exec(value)
  const iso = sql ? `${sql[1]}T${sql[2]}Z` : value
  if (!ISO_DATE.test(iso)) return null
  const time = Date.parse(iso)
  // `Date.parse` reads 30 February as a day in March, so compare the parsed day with the text.
  const day = iso.slice(0, 10)
  if (Number.isNaN(time) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return null
  return time
}

/** A date in one of the documented formats; parsing converts it to ISO 8601 in UTC. */
export const date = z.pipe(
  z.string('Enter a date.').check(
    z.refine(value => {
      const time = safeDate(value)
      return time !== null && time >= FIRST_DATE && time < LAST_DATE
    }, 'Enter a date between 1970 and 2100, such as 2026-01-31T18:00:00Z.')
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

/** A date in a response, ISO 8601 in UTC. */
export const responseDate = z.string()

const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i
/** A uuid in upper or lower case, with or without hyphens. */
export const uuid = z.string('Give a uuid.').check(z.regex(UUID, 'Give a uuid.'))

/** The format of an idempotency key. */
export const REQUEST_KEY = /^[\x21-\x7e]{8,100}$/
export const REQUEST_KEY_TEXT = 'Give 8 to 100 printable characters without spaces.'

/** A link; only http and https, so that no `javascript:` link is stored. It may be empty. */
export const link = z.union(
  [
    z.literal(''),
    z
      .string()
      .check(
        z.trim(),
        upTo(2000),
        noNull,
        z.regex(/^https?:\/\/[^\s]+$/i, 'Enter an address that starts with http:// or https://.')
      )
  ],
  'Enter an address that starts with http:// or https://.'
)

/** The number of a page of a list. Invalid numbers and numbers below 1 mean page 1 (API-07, API-08). */
export const pageNumber = z.pipe(
  z.optional(z.union([z.string(), z.number()])),
  z.transform(value => {
    const number = Number(value ?? 1)
    return Number.isSafeInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1
  })
)

/** Identifies the page that makes the call, so that it recognises live events about its own changes. */
export const clientUuid = z.optional(text(100))

/**
 * The body of a call: these fields, and the `client_uuid` of the page that sends it.
 * @__NO_SIDE_EFFECTS__
 */
export function sentBody<const Fields extends z.core.$ZodShape>(fields: Fields) {
  return z.object({ ...fields, client_uuid: clientUuid })
}

/** The documented error keys of a successful response. */
export const noError = { error: z.null(), error_code: z.null() }

export const distanceUnit = z.literal(DISTANCE_UNITS, 'Choose "mi" or "km".')
