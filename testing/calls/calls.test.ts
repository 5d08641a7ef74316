/** Every call and every page in every role, against the whole app, with one world for all. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../../domain/lib/page.ts'
import { allContracts } from '../contracts.ts'
import { type House, openHouse, ROLES } from './house.ts'
import { REQUESTS } from './requests.ts'
import { CALLS, PAGES, tableOf } from './roles.ts'
import { sendAs } from './send.ts'

const { endpoints, pages, names } = await allContracts()
const named = <One extends Parameters<typeof names.get>[0]>(all: One[]) =>
  all.map(one => [names.get(one) ?? '', one] as const)

let house: House
let undo: () => Promise<void>
beforeAll(async () => {
  house = await openHouse()
  undo = await house.database.mark()
})
afterAll(() => house.close())

test('every call and every page has its row in the table of roles, and its request', () => {
  const sorted = (all: string[]) => all.sort()
  expect(sorted(Object.keys(CALLS))).toEqual(sorted(named(endpoints).map(([name]) => name)))
  expect(sorted(Object.keys(PAGES))).toEqual(sorted(named(pages).map(([name]) => name)))
})

test.each(named(endpoints))('D-127 SEC-55 %s in each role', async (name, endpoint) => {
  const statuses: number[] = []
  for (const role of ROLES) {
    const person = house.people[role]
    const sent = await REQUESTS[name as keyof typeof REQUESTS](house, person)
    statuses.push((await sendAs(house, person, endpoint, sent)).statusCode)
    await undo()
  }
  expect(statuses.join(' ')).toBe(CALLS[name as keyof typeof CALLS])
})

test.each(named(pages))('D-127 SEC-55 %s in each role', async (name, { path }) => {
  const statuses: number[] = []
  const sent = path === '/:username' ? { params: { username: house.people.owner.username } } : {}
  for (const role of ROLES) {
    statuses.push((await sendAs(house, house.people[role], dataOf(path), sent)).statusCode)
  }
  expect(statuses.join(' ')).toBe(PAGES[name])
})

const dataOf = (path: Page['path']) => ({ method: 'GET', path: `/api${path === '/' ? '' : path}` }) as const

test('docs/api-roles.md is the table of roles', async () => {
  await expect(tableOf(named(endpoints), named(pages))).toMatchFileSnapshot('../../docs/api-roles.md')
})
