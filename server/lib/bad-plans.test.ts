/**
 * Sends wrong plans and forms to each call that saves one. They are refused under their field, and nothing is saved.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { patchActivity, storeActivity, updateActivity } from '../../domain/activities/builder-api.ts'
import { updateActivityPage } from '../../domain/activities/builder-page-api.ts'
import type { Endpoint } from '../../domain/lib/endpoint.ts'
import { patchSession, storeSession, updateSession, updateSessionPage } from '../../domain/sessions/builder-api.ts'
import { countRows } from '../../testing/database/rows.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
let ada: Caller
let mallory: Caller
let activity: string
let session: string
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  mallory = await world.as('mallory')
  const goal = taskOf()
  const plan = { parts: [partGroupOf([partOf({ task_uuids: [goal.uuid] }), partOf()])], tasks: [taskGroupOf([goal])] }
  const made = await ada.call(storeActivity, { body: { challenge: { title: 'Hers', ...plan } } })
  activity = made.challenge.slug
  const { event } = await ada.call(storeSession, {
    body: { challenge: { title: 'Hers', duration: 3600, is_manually_started: 1, ...plan } }
  })
  session = event.slug
})
afterAll(() => world.close())

const calls: [string, Endpoint, () => Record<string, string>][] = [
  ['creating an activity', storeActivity, () => ({})],
  ['saving an activity', updateActivity, () => ({ challenge: activity })],
  ['patching an activity', patchActivity, () => ({ challenge: activity })],
  ['creating a session', storeSession, () => ({})],
  ['saving a session', updateSession, () => ({ event: session })],
  ['patching a session', patchSession, () => ({ event: session })]
]

const inPart = (fields: object) => ({ parts: [{ ...partGroupOf([]), parts: [{ ...partOf(), ...fields }] }] })
const inGroup = (fields: object) => ({ parts: [{ ...partGroupOf([partOf()]), ...fields }] })
const inGoal = (fields: object) => ({ tasks: [{ ...taskGroupOf([]), parts: [{ ...taskOf(), ...fields }] }] })
const uuid = randomUUID()
const first = 'parts.0.parts.0'

const WRONG: [string, object, string][] = [
  [
    'two parts with the same uuid',
    { parts: [partGroupOf([partOf({ uuid }), partOf({ uuid })])] },
    'parts.0.parts.1.uuid'
  ],
  ['a goal with the uuid of a part', { ...inPart({ uuid }), ...inGoal({ uuid }) }, 'tasks.0.parts.0.uuid'],
  [
    'the same uuid in capitals',
    {
      parts: [
        partGroupOf([
          { ...partOf(), uuid },
          { ...partOf(), uuid: uuid.toUpperCase() }
        ])
      ]
    },
    'parts.0.parts.1.uuid'
  ],
  ['an invalid uuid', inPart({ uuid: 'x' }), `${first}.uuid`],
  ['a uuid of dashes', inPart({ uuid: '-'.repeat(36) }), `${first}.uuid`],
  ['no uuid', inPart({ uuid: undefined }), `${first}.uuid`],
  ['an unknown goal', inPart({ task_uuids: [uuid] }), `${first}.task_uuids.0`],
  ['itself as its goal', inPart({ uuid, task_uuids: [uuid] }), `${first}.task_uuids.0`],
  [
    'two parts with the same order',
    { parts: [partGroupOf([partOf({ order: 2 }), partOf({ order: 2 })])] },
    'parts.0.parts.1.order'
  ],
  ['an order that is too large', inPart({ order: 100_001 }), `${first}.order`],
  ['a negative duration', inPart({ duration: -1 }), `${first}.duration`],
  ['a duration of a century', inPart({ duration: 3_155_760_000 }), `${first}.duration`],
  ['half a second', inPart({ duration: 0.5 }), `${first}.duration`],
  ['a duration in words', inPart({ duration: '5 minutes' }), `${first}.duration`],
  ['a negative distance', inPart({ time_from: -1 }), `${first}.time_from`],
  ['a date before 1970', inPart({ started_at: '1969-12-31T23:59:59Z', relative_dates: 0 }), `${first}.started_at`],
  ['a date after 2100', inPart({ ended_at: '2100-01-01T00:00:00Z' }), `${first}.ended_at`],
  ['a date that does not exist', inPart({ started_at: '2026-02-30T10:00:00Z' }), `${first}.started_at`],
  ['no sets', inPart({ sets: 0 }), `${first}.sets`],
  ['too many sets', inGroup({ sets: 1001 }), 'parts.0.sets'],
  ['a flag that is 2', inGroup({ linked: 2 }), 'parts.0.linked'],
  ['a group of goals among the parts', inGroup({ type: 'task' }), 'parts.0.type'],
  ['too many parts in a group', { parts: [partGroupOf(Array.from({ length: 501 }, () => partOf()))] }, 'parts.0.parts'],
  ['too many groups', { parts: Array.from({ length: 51 }, () => partGroupOf([])) }, 'parts'],
  [
    'too many parts in total',
    { parts: [1, 2].map(() => partGroupOf(Array.from({ length: 300 }, () => partOf()))) },
    'parts'
  ],
  [
    'parts that last over a year in total',
    { parts: [partGroupOf(Array.from({ length: 13 }, () => partOf({ duration: 2_592_000 })))] },
    'parts.0.parts.12.duration'
  ],
  ['parts that are not a list', { parts: 'all' }, 'parts'],
  ['a part that is not an object', inGroup({ parts: [7] }), 'parts.0.parts.0'],
  ['an alert before the start', inPart({ alerts: [{ at: -1, title: 'A' }] }), `${first}.alerts.0.at`],
  ['a goal without a name', inGoal({ title: ' ' }), 'tasks.0.parts.0.title'],
  ['a null byte', inPart({ title: 'a\u0000b' }), `${first}.title`],
  ['half of a surrogate pair', { title: 'a\ud800' }, 'title'],
  ['a title of 256 letters', { title: 'a'.repeat(256) }, 'title'],
  ['a title that is a number', { title: 7 }, 'title'],
  ['a text that is too long', { content: 'a'.repeat(50_001) }, 'content'],
  ['an unknown category', { term_id: 999_999 }, 'term_id'],
  ['a category id with a fraction', { term_id: 1.5 }, 'term_id'],
  ['an unknown group', { hut_id: 999_999 }, 'hut_id'],
  ['a group id that is too large', { hut_id: 1e300 }, 'hut_id'],
  ['a negative limit', { participant_limit: -1 }, 'participant_limit'],
  ['a join code that is too long', { join_code: 'a'.repeat(101) }, 'join_code'],
  ['a script as a link', { donation_link: 'javascript:alert(1)' }, 'donation_link'],
  ['a negative session length', { duration: -1 }, 'duration'],
  ['a session length of a century', { duration: 3_155_760_000 }, 'duration']
]

describe.each(calls)('%s', { tags: 'BLD-35' }, (_, endpoint, params) => {
  test.each(WRONG)('with %s is refused under its field', async (__, wrong, field) => {
    const before = await everything()
    const challenge = { title: 'A', ...wrong }
    const { status, body } = await ada.refused(endpoint, { params: params(), body: { challenge } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, expect.arrayContaining([`challenge.${field}`])])
    expect(body.message).toBeTruthy()
    expect(await everything()).toEqual(before)
  })

  test('for another person’s plan, or with 10,000 parts, is refused and saves nothing', async () => {
    const before = await everything()
    const challenge = { title: 'Mine', parts: [] }
    if (Object.keys(params()).length > 0) {
      expect((await mallory.refused(endpoint, { params: params(), body: { challenge } })).status).toBe(403)
    }
    const uuids = Array.from({ length: 10_000 }, (__, order) => ({ uuid: randomUUID(), order }))
    const { status, body } = await ada.refused(endpoint, {
      params: params(),
      body: { challenge: { title: 'A', parts: [partGroupOf(uuids)] } }
    })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['challenge.parts.0.parts']])
    expect(await everything()).toEqual(before)
  })
})

test.each([
  ['before 1970', '1969-12-31T23:59:59Z'],
  ['after 2100', '2100-01-01T00:00:00Z'],
  ['in words', 'tomorrow'],
  ['past', '2020-01-01T10:00:00Z']
])('a session cannot start at a date that is %s', { tags: 'SES-092' }, async (_, started_at) => {
  const before = await everything()
  for (const [, endpoint, params] of calls.slice(3)) {
    const challenge = { title: 'A', duration: 3600, started_at }
    const { status, body } = await ada.refused(endpoint, { params: params(), body: { challenge } })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['challenge.started_at']])
  }
  expect(await everything()).toEqual(before)
})

async function everything() {
  return {
    rows: await countRows(world.db),
    activity: await ada.visit(updateActivityPage, { challenge: activity }),
    session: await ada.visit(updateSessionPage, { event: session })
  }
}
