/**
 * Sends bodies that are not objects, missing bodies and a visitor's bodies to every contract. All are refused and save
 * nothing.
 */
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startSignOn } from '../../domain/accounts/single-sign-on/api.ts'
import { countRows } from '../../testing/database/rows.ts'
import {
  attackedWorld,
  expectRefused,
  namedContracts,
  send,
  together,
  withBody
} from '../../testing/input/bad-requests.ts'

const attacked = attackedWorld()
const TOO_LARGE = Buffer.from(`{"a":"${'x'.repeat(10_000_000)}"}`)

describe('a body that is not an object is refused', { tags: 'D-18' }, () => {
  test.each(withBody)('%s', async (_, endpoint) => {
    const url = attacked.adasPath(endpoint.path)
    const before = await countRows(attacked.world.db)
    const broken = ['{', '{"a":', 'null]', '"', '{"__proto__":{"a":1}}', '\u0000', '[1]', '"text"', '7']
    await together(broken, async body => {
      for (const caller of [attacked.world.visitor, attacked.mallory])
        expectRefused(await send(caller, endpoint, url, body))
    })
    expectRefused(await send(attacked.mallory, endpoint, url, 'a=1', 'application/x-www-form-urlencoded'))
    expectRefused(await send(attacked.mallory, endpoint, url, '<a/>', 'application/xml'))
    expectRefused(await send(attacked.mallory, endpoint, url, '{}', 'text/plain'))
    expectRefused(await send(attacked.mallory, endpoint, url, '{}', 'nonsense'))
    expectRefused(await send(attacked.mallory, endpoint, url, TOO_LARGE), 413)
    expect(await countRows(attacked.world.db)).toEqual(before)
  })
})

test('a missing required body is refused', async () => {
  const before = await countRows(attacked.world.db)
  for (const [, endpoint] of withBody) {
    // Some calls, such as joining, need no body.
    if (z.safeParse(endpoint.body as never, undefined).success) continue
    expectRefused(await send(attacked.mallory, endpoint, attacked.adasPath(endpoint.path)))
    expectRefused(await send(attacked.mallory, endpoint, attacked.adasPath(endpoint.path), ''))
  }
  expect(await countRows(attacked.world.db)).toEqual(before)
})

test('a visitor gets 401 from every call that needs a login, before the input is checked', {
  tags: ['D-127', 'SEC-08', 'SEC-55']
}, async () => {
  const before = await countRows(attacked.world.db)
  await together(namedContracts, async ([name, endpoint]) => {
    // What someone wants to start at the provider decides whether it needs a login.
    if (!endpoint.refusals?.includes('unauthenticated') || endpoint.path === startSignOn.path) return
    for (const body of ['{', '{}', '[]', undefined]) {
      const response = await send(attacked.world.visitor, endpoint, attacked.adasPath(endpoint.path), body)
      expect(response.statusCode, name).toBe(401)
      expectRefused(response)
    }
  })
  expect(await countRows(attacked.world.db)).toEqual(before)
})
