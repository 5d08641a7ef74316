import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { updateDays } from '../../domain/days/api.ts'
import { joinGroup, patchGroup, storeGroup } from '../../domain/groups/api.ts'
import { groupOverTimePage } from '../../domain/groups/over-time-api.ts'
import { joinSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const UNTIL_HALF_PAST_TEN = 13.5 * HOUR

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test("the activity in a group's sessions is shown by days of its zone, then by weeks", {
  tags: ['D-98', 'D-103']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  await ada.call(updateDays, { body: { time_zone: 'Europe/Berlin', day_start: 4 } })
  const { group } = await ada.call(storeGroup, { body: { title: 'Readers' } })
  expect(group.time_zone).toBe('Europe/Berlin')
  const params = { hut: group.slug }
  const see = (query?: Record<string, string>) => world.visitor.visit(groupOverTimePage, params, query)
  expect((await see()).over_time).toBeNull()

  const [pages, secret] = [taskOf({ title: 'Read', unit: 'pages' }), taskOf({ title: 'Secret goal' })]
  const { challenge } = await ada.call(storeActivity, {
    body: {
      challenge: {
        title: 'Reading',
        is_preset: 1,
        parts: [partGroupOf([partOf()])],
        tasks: [taskGroupOf([pages]), { ...taskGroupOf([secret]), hidden: 1 }]
      }
    }
  })
  const open = async (hut_id: number | null = group.id) => {
    const { event } = await ada.call(storeSession, {
      body: { activity: challenge.slug, challenge: { duration: 7200, hut_id } }
    })
    await grace.call(joinSession, { params: { event: event.slug }, body: {} })
    return event.slug
  }
  const log = (who: Caller, event: string, amount: number, task: string | null = pages.uuid) =>
    who.call(storeSessionLog, { params: { event }, body: { task_uuid: task, amount } })

  // In Berlin these are 23:30 and half an hour past midnight.
  world.clock.jump(UNTIL_HALF_PAST_TEN)
  const evening = await open()
  const elsewhere = await open(null)
  await log(ada, evening, 0.1)
  await log(ada, evening, 7, secret.uuid)
  await log(grace, elsewhere, 50)
  world.clock.jump(HOUR)
  await log(ada, evening, 0.2)
  await log(grace, evening, 5)
  await log(grace, evening, 1, null)
  await log(grace, evening, 1)

  const first = '2026-03-02'
  expect((await see()).over_time).toEqual({
    ...{ from: '2026-02-25', slice_days: 1, slice_count: 7, sessions_count: 1 },
    slices: [
      { slice: 5, logs: 1, people: 1 },
      { slice: 6, logs: 4, people: 2 }
    ],
    people: [
      {
        ...{ username: 'grace', logs: 3, has_others: 1, slices: [{ slice: 6, logs: 3 }] },
        did: [{ title: 'Read', unit: 'pages', amount: 6, distance: 0, duration: 0 }]
      },
      {
        ...{
          username: 'ada',
          logs: 2,
          has_others: 0,
          slices: [
            { slice: 5, logs: 1 },
            { slice: 6, logs: 1 }
          ]
        },
        did: [{ title: 'Read', unit: 'pages', amount: 0.3, distance: 0, duration: 0 }]
      }
    ]
  })

  // Another zone changes everyone's days.
  await ada.call(patchGroup, { params, body: { time_zone: 'America/New_York' } })
  expect((await see()).over_time).toMatchObject({ slice_count: 7, slices: [{ slice: 6, logs: 5 }] })
  const wrong = await ada.refused(patchGroup, { params, body: { time_zone: 'Mars/Olympus' } })
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['time_zone']])
  expect((await grace.refused(patchGroup, { params, body: { time_zone: 'UTC' } })).status).toBe(403)

  // It is 23:30 in Berlin on the Sunday when summer time begins.
  await ada.call(patchGroup, { params, body: { time_zone: 'Europe/Berlin' } })
  world.clock.jump(27 * DAY - 2 * HOUR)
  await log(ada, await open(), 2)
  const { over_time } = await see()
  expect(over_time).toMatchObject({ slice_count: 28, slices: [{ slice: 0 }, { slice: 1 }, { slice: 27, logs: 1 }] })
  world.clock.jump(9 * DAY)
  const weeks = (await see()).over_time
  expect(weeks).toMatchObject({ from: first, slice_days: 7, sessions_count: 2 })
  expect(weeks?.slices).toMatchObject([
    { slice: 0, logs: 5 },
    { slice: 3, logs: 1 }
  ])
  world.clock.jump(400 * DAY)
  expect((await see()).over_time).toMatchObject({ slice_count: 53, slices: [], people: [] })
})

test('what people did in unlisted sessions is for members of the group', { tags: 'D-159' }, async () => {
  const [ada, grace, hedy] = [await world.as('ada'), await world.as('grace'), await world.as('hedy')]
  const { group } = await ada.call(storeGroup, { body: { title: 'Quiet readers' } })
  const params = { hut: group.slug }
  await grace.call(joinGroup, { params, body: {} })
  const secret = taskOf({ title: 'Read in secret' })
  for (const unlisted of [0, 1] as const) {
    const challenge = { title: 'Reading', duration: 7200, hut_id: group.id, unlisted, tasks: [taskGroupOf([secret])] }
    const { event } = await ada.call(storeSession, {
      body: { challenge: unlisted ? challenge : { ...challenge, tasks: [] } }
    })
    const body = unlisted ? { task_uuid: secret.uuid, amount: 1 } : { amount: 1 }
    await ada.call(storeSessionLog, { params: { event: event.slug }, body })
  }
  const seenBy = async (who: Caller) => {
    const { over_time } = await who.visit(groupOverTimePage, params)
    return [over_time?.sessions_count, over_time?.people[0]?.did.map(({ title }) => title)]
  }
  const ofMembers = [2, ['Read in secret']]
  expect(await Promise.all([ada, grace].map(seenBy))).toEqual([ofMembers, ofMembers])
  expect(await Promise.all([hedy, world.visitor].map(seenBy))).toEqual([
    [1, []],
    [1, []]
  ])
  await world.db.$client.query('update sessions set hidden_at = now() where unlisted and group_id = $1', [group.id])
  expect(await seenBy(grace)).toEqual([1, []])
})
