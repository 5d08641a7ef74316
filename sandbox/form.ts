/**
 * Decodes the parameters of a call (form-encoded with brackets, `items[0][price]=…`) and checks them with a schema.
 * Unknown parameters are refused, so that the sandbox never ignores one silently.
 */

import * as z from 'zod'
import { own } from '../domain/lib/own.ts'
import { type Fault, invalid } from './faults.ts'

type Branch = Map<string, unknown>

const MOST_FIELDS = 500
const DEEPEST = 8

/** Decodes a form into nested objects and lists. @throws Fault */
export function decodeForm(text: string): Record<string, unknown> {
  const root: Branch = new Map()
  let count = 0
  for (const [key, value] of new URLSearchParams(text)) {
    if (++count > MOST_FIELDS) throw invalid('Too many parameters.')
    const path = /^[^[\]]+(?:\[[^[\]]*\])*$/.test(key) ? key.replaceAll(']', '').split('[') : []
    if (path.length === 0 || path.length > DEEPEST) throw invalid(`Invalid parameter name: ${key}`, key)
    put(root, path, value)
  }
  return listsOf(root) as Record<string, unknown>
}

function put(branch: Branch, [name = '', ...rest]: string[], value: string): void {
  // An empty name, as in `expand[]`, appends to the list.
  const key = name === '' ? String(branch.size) : name
  if (rest.length === 0) {
    branch.set(key, value)
    return
  }
  const next = branch.get(key)
  const inner: Branch = next instanceof Map ? next : new Map()
  branch.set(key, inner)
  put(inner, rest, value)
}

/** Turns a branch whose keys count from 0 into a list. */
function listsOf(value: unknown): unknown {
  if (!(value instanceof Map)) return value
  const entries = [...value].map(([key, inner]) => [String(key), listsOf(inner)] as const)
  if (entries.length > 0 && entries.every(([key], index) => key === String(index))) return entries.map(([, v]) => v)
  return Object.fromEntries(entries)
}

export const word = z.string().min(1).max(5000)
export const whole = z
  .string()
  .regex(/^-?\d{1,12}$/, 'Invalid integer')
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform(value => value === 'true')
/** An empty value removes the stored one. */
export const emptyable = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => null), schema])
/** An empty value removes its key. An empty string instead of the object removes all keys. */
export const metadata = z
  .union([
    z.literal('').transform(() => null),
    z.array(z.string().max(500)).transform((values): Record<string, string> => Object.fromEntries(values.entries())),
    z.record(z.string().max(40), z.string().max(500))
  ])
  .optional()

const range = z.strictObject({
  gt: whole.optional(),
  gte: whole.optional(),
  lt: whole.optional(),
  lte: whole.optional()
})
export type Range = z.output<typeof range>

/** The parameters of every list. */
export const paging = {
  limit: whole.pipe(z.number().min(1).max(100)).default(10),
  starting_after: word.optional(),
  ending_before: word.optional(),
  created: z.union([whole.transform(at => ({ gte: at, lte: at }) as Range), range]).optional()
}

/** Checks parameters against a schema. @throws Fault that names the parameter */
export function check<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw issue ? faultOf(issue, params) : invalid('Invalid parameters.')
}

function faultOf(issue: z.core.$ZodIssue, params: unknown): Fault {
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.at(-1)?.[0]
    if (inner) return faultOf({ ...inner, path: [...issue.path, ...inner.path] }, params)
  }
  const param = nameOf(issue.path)
  const given = issue.path.reduce<unknown>(
    (value, key) => own(value as Record<string, unknown> | undefined, key),
    params
  )
  if (given === undefined) return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (given === '') return invalid(`You passed an empty string for '${param}'.`, param, 'parameter_invalid_empty')
  if (issue.message === 'Invalid integer') {
    return invalid(`Invalid integer: ${String(given).slice(0, 100)}`, param, 'parameter_invalid_integer')
  }
  return invalid(`Invalid ${param}: ${issue.message}`, param)
}

function nameOf([first, ...rest]: PropertyKey[]): string {
  return `${String(first ?? '')}${rest.map(key => `[${String(key)}]`).join('')}`
}

/** Merges new metadata into the stored metadata. */
export function mergeMetadata(before: Record<string, string>, given: Record<string, string> | null | undefined) {
  if (given === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''))
}
