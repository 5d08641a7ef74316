/**
 * Calls in the shape of their contract, with up to four changes. A case is plain JSON that names things instead of
 * their ids (`@goal`, `#goal` for a number), so that a corpus can keep it.
 */
import type { Endpoint } from '../../domain/lib/endpoint.ts'
import type { Page } from '../../domain/lib/page.ts'
import { goodBody } from '../../testing/input/bad-input.ts'
import type { Dice } from './dice.ts'
import { alike, anyText, anyValue } from './values.ts'

export const ROLES = ['visitor', 'member', 'owner', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

export interface Case {
  as: Role
  method: string
  /** With `:name` where the thing's own id goes. */
  path: string
  query?: string
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: string
  headers?: Record<string, string>
}

export interface Target {
  method: string
  path: string
  query?: Endpoint['query']
  body?: Endpoint['body']
}

/** Every address: calls, the data of pages, and their HTML. */
export function targetsOf(endpoints: readonly Endpoint[], pages: readonly Page[]): Target[] {
  const data = pages.map(({ path }) => ({ method: 'GET', path: `/api${path === '/' ? '' : path}` }))
  const html = pages.map(({ path }) => ({ method: 'GET', path }))
  const aliases = endpoints.flatMap(({ method, alias, body }) => (alias ? [{ method, body, ...alias }] : []))
  // Calls twice, since only they write.
  return [...endpoints, ...endpoints, ...aliases, ...data, ...html]
}

/** They end the login of the person, so they are rare. */
const ENDS_LOGINS = /\/(logout|sign-out|login|logins)\b/

const samples = new WeakMap<object, unknown>()

/** @param things the names of known things */
export function makeCase(dice: Dice, targets: readonly Target[], things: readonly string[]): Case {
  const chosen = dice.pick(targets)
  const { method, path, query, body } = ENDS_LOGINS.test(chosen.path) ? dice.pick(targets) : chosen
  const made: Case = { as: dice.pick(ROLES), method, path: pathFor(dice, path) }
  if (dice.chance(query ? 0.9 : 0.3)) made.query = queryFor(dice, query)
  const headers = headersFor(dice, method)
  if (Object.keys(headers).length > 0) made.headers = headers
  if (!body && !dice.chance(method === 'GET' ? 0 : 0.3)) return made
  if (dice.chance(0.03)) made.raw = rawFor(dice)
  else made.body = changed(dice, body ? sampleOf(body) : {}, things)
  return made
}

function sampleOf(schema: NonNullable<Endpoint['body']>): unknown {
  const known = samples.get(schema) ?? goodBody(schema)
  samples.set(schema, known)
  return structuredClone(known)
}

function pathFor(dice: Dice, path: string): string {
  return path.replace(/:\w+/g, name => {
    if (dice.chance(0.8)) return name
    const text = anyText(dice).slice(0, 300)
    return dice.chance(0.9) ? encodeURIComponent(text.toWellFormed()) || '%20' : text.replace(/[^!-~]/g, '') || '.'
  })
}

function queryFor(dice: Dice, schema?: Endpoint['query']): string {
  const known = schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
  const names = [...known, ...known, ...['page', 'q', 'sort', 'before', 'after', 'date', 'filter', 'a[b]', '__proto__']]
  const value = () => anyText(dice).slice(0, 2000).toWellFormed()
  return new URLSearchParams(dice.some(4, () => [dice.pick(names), value()])).toString()
}

function headersFor(dice: Dice, method: string): Record<string, string> {
  const ascii = () =>
    anyText(dice)
      .slice(0, 300)
      .replace(/[^ -~]/g, '')
      .trim()
  const headers: Record<string, string> = {}
  // Few keys, so that calls meet the keys of others.
  if (method !== 'GET' && dice.chance(0.3))
    headers['idempotency-key'] = dice.chance(0.7) ? `key-${dice.int(50)}` : ascii()
  if (dice.chance(0.05)) headers['x-done-at'] = ascii()
  if (dice.chance(0.05)) headers['x-person'] = ascii()
  if (dice.chance(0.05)) headers['if-none-match'] = ascii()
  if (dice.chance(0.05)) headers.range = dice.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'a'])
  if (dice.chance(0.05)) headers.cookie = `${dice.pick(['a', 'challenge_hut_session', '__Host-x'])}=${ascii()}`
  if (dice.chance(0.05)) headers['accept-encoding'] = dice.pick(['br', 'gzip', 'zstd', 'identity;q=0', '*;q=0', 'a'])
  return headers
}

function rawFor(dice: Dice): string {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '1e9999',
    '"a"',
    '"__proto__"',
    'null',
    '\\u0000',
    '\ud800',
    '-',
    ' '
  ]
  return dice.chance(0.2) ? '['.repeat(100_000) : dice.some(12, () => dice.pick(pieces)).join('')
}

function changed(dice: Dice, body: unknown, things: readonly string[]): unknown {
  const root = { body }
  named(dice, root, things)
  for (let changes = dice.int(5); changes > 0; changes--) change(dice, root, things)
  return root.body
}

/** Puts things where the names of fields expect them. */
function named(dice: Dice, value: unknown, things: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const name = key.replace(/_id$/, '')
    const isThing = things.includes(name) || things.includes(key)
    if (isThing && typeof inner !== 'object' && dice.chance(0.8)) {
      const mark = typeof inner === 'number' ? '#' : '@'
      Object.assign(value, { [key]: mark + (things.includes(name) ? name : key) })
    } else named(dice, inner, things)
  }
}

function change(dice: Dice, root: object, things: readonly string[]): void {
  let parent: Record<string, unknown> = root as Record<string, unknown>
  let key = 'body'
  for (;;) {
    const value = parent[key]
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
    if (keys.length === 0 || dice.chance(0.1)) break
    parent = value as Record<string, unknown>
    key = dice.pick(keys)
  }
  const way = dice.int(10)
  if (way < 5) set(parent, key, alike(dice, parent[key]))
  else if (way === 5) set(parent, key, anyValue(dice))
  else if (way === 6) set(parent, key, dice.pick(['@', '#']) + dice.pick(things))
  else if (way === 7 && key !== 'body') delete parent[key]
  else if (Array.isArray(parent)) parent.push(way === 8 ? structuredClone(parent[Number(key)]) : anyValue(dice, 2))
  else set(parent, anyText(dice).slice(0, 20), anyValue(dice, 2))
}

/** Also sets `__proto__` as an ordinary key. */
function set(parent: object, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true })
}

/** The text to send. */
export function bodyOf({ body, raw }: Case, things: Record<string, string>): string | undefined {
  if (raw !== undefined || body === undefined) return raw
  return JSON.stringify(body, (_, value) => {
    if (typeof value !== 'string' || !/^[@#]\w+$/.test(value)) return value
    const thing = things[value.slice(1)]
    if (thing === undefined) return value
    return value.startsWith('#') ? Number(thing) || 0 : thing
  })
}

export function urlOf({ path, query }: Case, things: Record<string, string>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(things[name] ?? 'a'))
  return query ? `${filled}?${query}` : filled
}
