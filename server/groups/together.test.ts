import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupPage, joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { joinSession, storeSessionLog } from '../../domain/sessions/api.ts'
import { createSessionPage, storeSession } from '../../domain/sessions/builder-api.ts'
import { taskGroupOf, taskOf } from '../../testing/plans.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const see = async (hut: string) => (await world.visitor.visit(groupPage, { hut })).together
const makeGroup = async (who: Caller, title: string) => (await who.call(storeGroup, { body: { title } })).group

test('a group shows its members and no session before the first one', async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { slug } = await makeGroup(ada, 'Readers')
  await grace.call(joinGroup, { params: { hut: slug }, body: { is_joined: 1 } })
  expect(await see(slug)).toEqual({
    members: ['ada', 'grace'],
    next_session: null,
    shared_goals: [],
    series: [],
    programmes: [],
    week_logs: 0,
    week_people: 0,
    has_sessions: 0
  })
})

test('the next session of a group is the public one that runs or begins first', async () => {
  const ada = await world.as('ada')
  const { id, slug } = await makeGroup(ada, 'Writers')
  const plan = (title: string, days: number, more = {}) =>
    ada.call(storeSession, {
      body: {
        challenge: {
          ...{ title, duration: 3600, hut_id: id },
          started_at: new Date(world.clock.now() + days * DAY).toISOString(),
          ...more
        }
      }
    })
  await plan('Hidden', 1, { unlisted: 1 })
  expect((await see(slug)).has_sessions).toBe(0)
  await plan('Later', 3)
  await plan('Sooner', 2)
  expect(await see(slug)).toMatchObject({ next_session: { title: 'Sooner' }, has_sessions: 1 })
})

test('the total of the week has the logs of seven days, without hidden goals and other groups', {
  tags: 'D-98'
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, slug } = await makeGroup(ada, 'Runners')
  const [laps, secret] = [taskOf({ title: 'Laps' }), taskOf({ title: 'Secret' })]
  const tasks = [taskGroupOf([laps]), { ...taskGroupOf([secret]), hidden: 1 as const }]
  const open = async (hut_id: number | null) => {
    const challenge = { title: 'Run', duration: 20 * 86_400, hut_id, tasks }
    const { event } = await ada.call(storeSession, { body: { challenge } })
    await grace.call(joinSession, { params: { event: event.slug }, body: {} })
    return event.slug
  }
  const log = (who: Caller, event: string, task_uuid: string | null) =>
    who.call(storeSessionLog, { params: { event }, body: { task_uuid, amount: 1 } })
  const [event, elsewhere] = [await open(id), await open(null)]
  await log(ada, event, laps.uuid)
  world.clock.jump(6 * DAY)
  await log(ada, event, laps.uuid)
  await log(grace, event, null)
  await log(ada, event, secret.uuid)
  await log(grace, elsewhere, laps.uuid)
  expect(await see(slug)).toMatchObject({ week_logs: 3, week_people: 2 })
  world.clock.jump(2 * DAY)
  expect(await see(slug)).toMatchObject({ week_logs: 2, week_people: 2 })
})

test('the form of a session puts it into a group of mine, and into no other', async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, slug: hut } = await makeGroup(ada, 'Cooks')
  expect(await ada.visit(createSessionPage, {}, { hut })).toMatchObject({ hut: { id }, challengeEvent: { hut_id: id } })
  expect(await grace.visit(createSessionPage, {}, { hut })).toMatchObject({
    hut: null,
    challengeEvent: { hut_id: null }
  })
})
