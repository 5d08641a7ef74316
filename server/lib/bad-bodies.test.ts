/** Bodies that are no objects, missing ones, and those of visitors: every contract refuses them and saves nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fillPath } from '../../domain/lib/endpoint.ts'
import { createAdasThings, expectRefused, send } from '../../testing/bad-requests.ts'
import { allContracts } from '../../testing/contracts.ts'
import { countRows } from '../../testing/rows.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const { endpoints } = await allContracts()
const named = endpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const withBody = named.filter(([, { body }]) => body !== undefined)

let world: World
let mallory: Caller
/** Things of ada's, by the names that paths use. */
let adas: Record<string, string>

beforeAll(async () => {
  world = await openWorld()
  mallory = await world.as('mallory')
  adas = await createAdasThings(world, await world.as('ada'))
})
afterAll(() => world.close())

/** Of something that is there; a path with a name that `adas` does not know throws. */
const adasPath = (path: string) => fillPath(path, adas)

describe('D-18 a body that is not an object is refused', () => {
  test.each(withBody)('%s', async (_, endpoint) => {
    const url = adasPath(endpoint.path)
    const before = await countRows(world.db)
    for (const broken of ['{', '{"a":', 'null]', '"', '{"__proto__":{"a":1}}', '\u0000', '[1]', '"text"', '7']) {
      for (const caller of [world.visitor, mallory]) expectRefused(await send(caller, endpoint, url, broken))
    }
    expectRefused(await send(mallory, endpoint, url, 'a=1', 'application/x-www-form-urlencoded'))
    expectRefused(await send(mallory, endpoint, url, '<a/>', 'application/xml'))
    expectRefused(await send(mallory, endpoint, url, '{}', 'text/plain'))
    expectRefused(await send(mallory, endpoint, url, '{}', 'nonsense'))
    expectRefused(await send(mallory, endpoint, url, `{"a":"${'x'.repeat(10_000_000)}"}`), 413)
    expect(await countRows(world.db)).toEqual(before)
  })
})

test('a missing body is refused where there must be one', async () => {
  const before = await countRows(world.db)
  for (const [, endpoint] of withBody) {
    // Joining and the like take nothing; those calls are not about the body.
    if (z.safeParse(endpoint.body as never, undefined).success) continue
    expectRefused(await send(mallory, endpoint, adasPath(endpoint.path)))
    expectRefused(await send(mallory, endpoint, adasPath(endpoint.path), ''))
  }
  expect(await countRows(world.db)).toEqual(before)
})

test('D-127 SEC-08 SEC-55 a visitor is refused by every call that needs a login, before its input is checked', async () => {
  const before = await countRows(world.db)
  for (const [name, endpoint] of named) {
    if (!endpoint.refusals?.includes('unauthenticated')) continue
    for (const body of ['{', '{}', '[]', undefined]) {
      const response = await send(world.visitor, endpoint, adasPath(endpoint.path), body)
      expect(response.statusCode, name).toBe(401)
      expectRefused(response)
    }
  }
  expect(await countRows(world.db)).toEqual(before)
})
