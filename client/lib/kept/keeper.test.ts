// @vitest-environment node
import { beforeEach, expect, test } from 'vitest'
import type { User } from '../../../domain/accounts/user.ts'
import { createKeeper, LASTS_MS, MOST_BYTES } from './keeper.ts'
import type { InTransaction, Tables } from './tables.ts'

const ADA = { id: 1, username: 'ada' } as User
const GRACE = { id: 2, username: 'grace' } as User

let now: number
let rows: Map<string, Map<string, unknown>>

const table = (name: string): Map<string, unknown> => {
  const found = rows.get(name) ?? new Map<string, unknown>()
  rows.set(name, found)
  return found
}
const tables = {
  get: async (name: string, id: string) => table(name).get(id),
  all: async (name: string) => [...table(name).values()],
  put: async (name: string, id: string, row: unknown) => void table(name).set(id, row),
  remove: async (name: string, id: string) => void table(name).delete(id),
  clear: async (name: string) => void table(name).clear()
} as unknown as Tables
const inMemory: InTransaction = work => work(tables)
const keeper = createKeeper(inMemory, () => now)

const contact = () => ({ contactAt: now, clockOffset: 40 })
const keep = (name: string, data: unknown = name, room: string | null = null, person = ADA.id) =>
  keeper.keep(person, [{ name, data, room, updatedAt: now }], contact())
const read = async (name: string, person = ADA.id) => (await keeper.read(person, name))?.data
const left = () => [...rows.values()].reduce((count, { size }) => count + size, 0)

beforeEach(async () => {
  now = 1_000_000
  rows = new Map()
  await keeper.begin(ADA, contact())
  await keep('goals')
})

test('returns the person, the clock and the page that were kept', { tags: 'D-158' }, async () => {
  expect(await keeper.person()).toEqual({ user: ADA, contactAt: 1_000_000, clockOffset: 40 })
  expect(await read('goals')).toBe('goals')
  expect(await read('today')).toBeUndefined()
})

test('a page that is shown offline stays as old as it is', { tags: 'D-158' }, async () => {
  const updatedAt = now
  now += 60_000
  await keeper.keep(ADA.id, [{ name: 'goals', data: 'goals', room: null, updatedAt }], contact())
  expect(await keeper.read(ADA.id, 'goals')).toEqual({ data: 'goals', updatedAt })
})

test('a later visit of the same person finds the pages', { tags: 'D-158' }, async () => {
  await keeper.begin({ ...ADA, username: 'ada2' }, contact())
  expect((await keeper.person())?.user.username).toBe('ada2')
  expect(await read('goals')).toBe('goals')
})

test('nothing is stored readably, and no script can read the key', { tags: 'D-158' }, async () => {
  await keep('a secret goal', { title: 'Read 12 books' })
  const stored = [...rows.values()].flatMap(one => [...one.entries()])
  const bytes = JSON.stringify(stored, (_, value) =>
    value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value
  )
  for (const word of ['username', 'secret', 'books']) expect(bytes).not.toContain(word)
  const { key } = table('owner').get('owner') as { key: CryptoKey }
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

test('removes everything at logout, and stores nothing afterwards', { tags: 'D-158' }, async () => {
  await keeper.forget()
  await keep('late')
  expect(left()).toBe(0)
})

test('removes the pages when someone else signs in', { tags: 'D-158' }, async () => {
  await keeper.begin(GRACE, contact())
  await keep('late')
  expect((await keeper.person())?.user).toEqual(GRACE)
  expect([await read('goals'), await read('goals', GRACE.id), table('pages').size]).toEqual([undefined, undefined, 0])
})

test('removes the pages of a person whose login has ended, and of nobody else', { tags: 'D-158' }, async () => {
  await keeper.forget(GRACE.id)
  expect(await read('goals')).toBe('goals')
  await keeper.forget(ADA.id)
  expect(left()).toBe(0)
})

test.each([1, -1])('removes everything after 14 days offline (clock set %i times)', { tags: 'D-158' }, async way => {
  now += way * LASTS_MS
  expect(await keeper.person()).not.toBeNull()
  now += way
  expect(await keeper.person()).toBeNull()
  expect(left()).toBe(0)
})

test('opening pages offline does not extend the 14 days, but contact does', { tags: 'D-158' }, async () => {
  const then = contact()
  now += LASTS_MS - 1
  await keeper.begin(ADA, { contactAt: 0, clockOffset: 0 })
  await keeper.keep(ADA.id, [{ name: 'goals', data: 'goals', room: null, updatedAt: now }], {
    contactAt: 0,
    clockOffset: 0
  })
  expect((table('owner').get('owner') as typeof then).contactAt).toBe(then.contactAt)
  await keep('goals')
  now += LASTS_MS
  expect(await read('goals')).toBe('goals')
})

test('keeps at most 5 MB and drops the oldest pages first', { tags: 'D-158' }, async () => {
  const third = 'x'.repeat(MOST_BYTES / 3)
  for (const name of ['first', 'second', 'third']) {
    now++
    await keep(name, third)
  }
  const bytes = [...table('pages').values()].map(page => (page as { data: ArrayBuffer }).data.byteLength)
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(MOST_BYTES)
  expect([await read('first'), (await read('third')) === third]).toEqual([undefined, true])
  expect(table('sizes').size).toBe(table('pages').size)
})

test('keeps one room, the last one', { tags: 'D-158' }, async () => {
  for (const [name, room] of [
    ['yoga', 'yoga'],
    ['run', 'run'],
    ['run chat', 'run']
  ] as const) {
    now++
    await keep(name, name, room)
  }
  expect([await read('yoga'), await read('run'), await read('run chat'), await read('goals')]).toEqual([
    undefined,
    'run',
    'run chat',
    'goals'
  ])
})
