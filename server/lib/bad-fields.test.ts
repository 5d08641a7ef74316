/** Sends wrong fields to every contract. They are refused under their names, and nothing is saved. */
import { expect, test } from 'vitest'
import { storeGoal } from '../../domain/goals/api.ts'
import type { Endpoint } from '../../domain/lib/endpoint.ts'
import { storeSessionPost } from '../../domain/posts/api.ts'
import { countRows } from '../../testing/database/rows.ts'
import { type BadBody, spoiledBodies } from '../../testing/input/bad-input.ts'
import { attackedWorld, expectRefused, fillWith, send, together, withBody } from '../../testing/input/bad-requests.ts'

const attacked = attackedWorld()

test.each(withBody)(
  '%s refuses each wrong field under its name and saves nothing',
  { tags: ['API-48', 'D-18'], timeout: 240_000 },
  async (_, endpoint) => {
    const { refused } = spoiledBodies(endpoint.body as never)
    const url = attacked.adasPath(endpoint.path)
    const before = await countRows(attacked.world.db)
    expect(refused.filter(({ field, errors }) => !isNamed(field, errors))).toEqual([])
    await together(refused.filter(goesOverTheWire), async ({ field, body }) => {
      const response = await send(attacked.mallory, endpoint, url, JSON.stringify(body))
      expectRefused(response, 422)
      const errors = Object.keys(response.json().errors)
      expect(Object.values<string>(response.json().errors).filter(isRaw), field).toEqual([])
      expect(isNamed(field, errors), `${field} in ${errors}`).toBe(true)
    })
    expect(await countRows(attacked.world.db)).toEqual(before)
  }
)

/**
 * Every bad body is checked against the schema itself. The server treats them all alike, so only the first body of each
 * field and every fifth are sent.
 */
function goesOverTheWire({ field }: BadBody, nth: number, bodies: BadBody[]): boolean {
  return nth % 5 === 0 || bodies[nth - 1]?.field !== field
}

/** Whether a message is the library's own text, which people do not understand. */
function isRaw(message: string): boolean {
  return /^(Invalid|Too (big|small)|Unrecognized)\b|expected|received/.test(message)
}

function isNamed(field: string, errors: string[]): boolean {
  const [root = 'body'] = field.split('.')
  return errors.some(name => name === '' || name === 'body' || name.startsWith(root))
}

test.each(withBody)(
  '%s never fails on odd values that its contract accepts',
  async (_, endpoint) => {
    const { taken } = spoiledBodies(endpoint.body as never)
    for (const { field, body } of taken) {
      for (const url of new Set([attacked.adasPath(endpoint.path), fillWith(endpoint.path, '999999')])) {
        // Permission may be checked before the input, so try both people.
        for (const caller of [attacked.mallory, attacked.ada]) {
          const response = await send(caller, endpoint, url, JSON.stringify(body))
          expect(response.statusCode, `${caller.username} ${field} ${response.body.slice(0, 200)}`).toBeLessThan(500)
        }
      }
    }
  },
  240_000
)

test('a missing or wrong object gets a message that says what to send', async () => {
  const [object, list] = ['Send an object with the documented fields.', 'Send a list.']
  const errorsOf = async (endpoint: Endpoint, body: object) =>
    (await attacked.mallory.refused(endpoint, { params: attacked.adas, body: body as never })).body.errors
  expect(await errorsOf(storeSessionPost, {})).toEqual({ item: object })
  expect(await errorsOf(storeSessionPost, { item: 5 })).toEqual({ item: object })
  expect(await errorsOf(storeGoal, { challenge: { tasks: 5 } })).toEqual({ 'challenge.tasks': list })
})
