/** Tests every call and every page in every role against the whole app. All tests share one world. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../../domain/lib/page.ts'
import { allContracts } from '../contracts.ts'
import { seededRandom } from '../random.ts'
import { AGAIN } from './again.ts'
import { differenceOf, type Recorder, recorderOf } from './contents.ts'
import { lossesOf, tryWith } from './faults.ts'
import { type House, openHouse, putIntoState, ROLES } from './house.ts'
import { type CallName, REQUESTS } from './requests.ts'
import { CALLS, PAGES, statusOfProgram, tableOf } from './roles.ts'
import { sendAs } from './send.ts'
import type { Undo } from './undoable-database.ts'

const { endpoints, pages, names } = await allContracts()
const named = <One extends Parameters<typeof names.get>[0]>(all: One[]) =>
  all.map(one => [names.get(one) ?? '', one] as const)

let house: House
let undo: Undo
let recorder: Recorder
beforeAll(async () => {
  house = await openHouse()
  undo = await house.database.mark()
  recorder = await recorderOf(house.world.db, house.columns)
})
afterAll(() => house.close())

test('every call and every page has a row in the table of roles, and a request', () => {
  const sorted = (all: string[]) => all.sort()
  expect(sorted(Object.keys(CALLS))).toEqual(sorted(named(endpoints).map(([name]) => name)))
  expect(sorted(Object.keys(PAGES))).toEqual(sorted(named(pages).map(([name]) => name)))
})

test.each(named(endpoints))('%s in each role', { tags: ['D-127', 'SEC-55'] }, async (name, endpoint) => {
  const statuses: number[] = []
  for (const role of ROLES) {
    const person = house.people[role]
    const sent = await REQUESTS[name as keyof typeof REQUESTS](house, person)
    await putIntoState(house, role, person)
    statuses.push((await sendAs(house, person, endpoint, sent)).statusCode)
    await undo()
  }
  expect(statuses.join(' ')).toBe(CALLS[name as keyof typeof CALLS])
})

test.each(named(endpoints))('%s by a program', { tags: ['D-156', 'SEC-55'] }, async (name, endpoint) => {
  const sent = await REQUESTS[name as keyof typeof REQUESTS](house, house.people.owner)
  const { statusCode } = await sendAs(house, house.program, endpoint, sent)
  await undo()
  expect(String(statusCode)).toBe(statusOfProgram(name))
})

test.each(named(pages))('%s by a program', { tags: ['D-156', 'SEC-55'] }, async (name, { path }) => {
  const sent = path === '/:username' ? { params: { username: house.people.owner.username } } : {}
  const { statusCode } = await sendAs(house, house.program, dataOf(path), sent)
  await undo()
  expect(String(statusCode)).toBe(statusOfProgram(name))
})

test.each(named(pages))('%s in each role', { tags: ['D-127', 'SEC-55'] }, async (name, { path }) => {
  const statuses: number[] = []
  const sent = path === '/:username' ? { params: { username: house.people.owner.username } } : {}
  for (const role of ROLES) {
    await putIntoState(house, role, house.people[role])
    statuses.push((await sendAs(house, house.people[role], dataOf(path), sent)).statusCode)
    await undo()
  }
  expect(statuses.join(' ')).toBe(PAGES[name])
})

const dataOf = (path: Page['path']) => ({ method: 'GET', path: `/api${path === '/' ? '' : path}` }) as const

test.each(named(endpoints.filter(({ method }) => method !== 'GET')).map((one, index) => [...one, index] as const))(
  '%s has the same result as once when a lost connection or response makes the page retry',
  { tags: 'D-18' },
  async (name, endpoint, seed) => {
    const call = name as CallName
    const attempt = async (loss?: Parameters<typeof tryWith>[4]) => {
      const tried = await tryWith(house, recorder, call, endpoint, loss)
      await undo('counters')
      return tried
    }
    // An earlier test may have used up ids, and this test compares ids.
    await undo('counters')
    const once = await attempt()
    expect(once.status, once.body).toBe(200)
    const { status: again = 200, tables = [] } = AGAIN[call] ?? {}
    for (const loss of lossesOf(once.statements, seededRandom(seed))) {
      const tried = await attempt(loss)
      const seen = JSON.stringify({ loss, first: tried.first, status: tried.status, body: tried.body.slice(0, 200) })
      // The first try either reports a failure or has succeeded.
      expect([200, 503], seen).toContain(tried.first)
      expect([200, again], seen).toContain(tried.status)
      expect(
        differenceOf(once.contents, tried.contents).filter(table => !tables.includes(table)),
        seen
      ).toEqual([])
      if (endpoint.keyed) expect(tried.body).toBe(once.body)
    }
  }
)

test('docs/api-roles.md matches the table of roles', async () => {
  await expect(tableOf(named(endpoints), named(pages))).toMatchFileSnapshot('../../docs/api-roles.md')
})
