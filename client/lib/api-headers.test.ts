/** Reads the headers of responses: the time to wait, the person, and the balance. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADA, forget, json, respond } from '../../testing/page/show.tsx'
import { CallRefused, request } from './api.ts'
import { serverNow } from './dates/server-clock.ts'
import { startIdentity } from './identity.ts'
import { getUser, setUser } from './user.ts'

const NOON = Date.UTC(2026, 4, 1, 12)
const HOUR = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(forget)

/** The wait in ms that a caller reads from a refusal with these headers. */
async function asked(retryAfter: string | null, headers: Record<string, string> = {}): Promise<number | null> {
  const all = retryAfter === null ? headers : { ...headers, 'retry-after': retryAfter }
  respond({ 'GET /x': () => json({ message: 'Busy', error: 'Busy' }, 503, all) })
  const refused = await request('GET', '/x').catch((error: unknown) => error)
  if (!(refused instanceof CallRefused)) throw new Error('it was not refused')
  return refused.retryAfter
}

test.each([
  ['7', 7000],
  ['0', 0],
  ['Fri, 01 May 2026 12:00:30 GMT', 30_000],
  ['Fri, 01 May 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  [null, null]
])('a Retry-After of %j means a wait of %j ms', async (text, ms) => {
  expect(await asked(text)).toBe(ms)
})

test.each([
  ['behind', -5 * HOUR],
  ['ahead', 5 * HOUR]
])(
  "reads a date by the server's clock when the device's clock is five hours %s",
  { tags: 'D-82' },
  async (_, wrong) => {
    vi.setSystemTime(NOON + wrong)
    expect(await asked('Fri, 01 May 2026 12:00:30 GMT', { 'x-server-time': String(NOON) })).toBe(30_000)
  }
)

test("uses the known server time when a proxy's response has none", {
  tags: 'D-82'
}, async () => {
  vi.setSystemTime(NOON + 5 * HOUR)
  respond({ 'GET /x': () => json({}, 200, { 'x-server-time': String(NOON) }) })
  await request('GET', '/x')
  expect(serverNow()).toBe(NOON)
  expect(await asked('Fri, 01 May 2026 12:00:30 GMT')).toBe(30_000)
})

/** How often the page checks who is signed in, after a response with this `X-Person`. */
async function checksAfter(person: string | undefined, status = 200): Promise<number> {
  const check = vi.fn(async () => {})
  startIdentity({ check, ask: () => {} })
  respond({
    'GET /x': () => json({ message: 'x', error: 'x' }, status, person === undefined ? {} : { 'x-person': person })
  })
  await request('GET', '/x').catch(() => {})
  return check.mock.calls.length
}

test.each<[string, string | undefined, number]>([
  ['the person on the page', '1', 0],
  ['a visitor, because the login has ended', 'visitor', 1],
  ['another person', '2', 1],
  ['nobody, as from a proxy', undefined, 0]
])(
  'checks who is signed in after a response for %s only if it is another person',
  { tags: 'SEC-11' },
  async (_, person, checks) => {
    setUser(ADA)
    expect(await checksAfter(person)).toBe(checks)
    expect(await checksAfter(person, 403)).toBe(checks)
  }
)

test("a visitor's page checks the login after a response for a signed-in person", {
  tags: 'SEC-11'
}, async () => {
  setUser(null)
  expect(await checksAfter('visitor')).toBe(0)
  expect(await checksAfter('1')).toBe(1)
})

test.each([
  ['not a number', ADA, 'many', ADA.all_remaining_tokens],
  ['zero', ADA, '0', 0],
  ['for a person who has signed out', null, '5', undefined]
])(
  'a balance that is %s changes the shown balance only if it is valid',
  { tags: 'TOK-15' },
  async (_, user, left, shown) => {
    setUser(user)
    respond({ 'GET /x': () => json({}, 200, { 'x-tokens-left': left }) })
    await request('GET', '/x')
    expect(getUser()?.all_remaining_tokens).toBe(shown)
  }
)
