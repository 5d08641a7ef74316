/**
 * Decodes the parameters of a call (form-encoded with brackets, `items[0][price]=…`) and checks them with a schema.
 * Unknown parameters are refused, so that the sandbox never ignores one silently.
 */
import * as z from 'zod'
import { invalid } from './faults.ts'

type Branch = Map<string, unknown>

const DEEPEST = 8

/** Decodes a form into nested objects and lists. @throws Fault */
export function decodeForm(text: string): Record<string, unknown> {
  const root: Branch = new Map()
  for (const [key, value] of new URLSearchParams(text)) {
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
  .regex(/^-?\d{1,12}$/, 'not an integer')
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform(value => value === 'true')
/** An empty value removes the stored one. */
export const emptyable = z
  .string()
  .max(512)
  .transform(value => value || null)
/** An empty value removes its key. */
export const metadata = z.record(z.string().max(40), z.string().max(500)).optional()

/** Checks parameters against a schema. @throws Fault that names the parameter */
export function check<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  const param = nameOf(issue?.path ?? [])
  throw invalid(`Invalid ${param}: ${issue?.message}`, param)
}

function nameOf([first, ...rest]: PropertyKey[]): string {
  return `${String(first ?? '')}${rest.map(key => `[${String(key)}]`).join('')}`
}

/** Merges new metadata into the stored metadata. */
export function mergeMetadata(before: Record<string, string>, given: Record<string, string> | undefined) {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''))
}
