/** Everything that people without access can read of an activity and a session with hidden groups (D-98). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeActivity } from '../../domain/activities/builder-api.ts'
import { createActivityPage } from '../../domain/activities/builder-page-api.ts'
import { storeActivityQuickLog } from '../../domain/logs/api.ts'
import { addToMyGoals } from '../../domain/session-goals/api.ts'
import {
  completeSession,
  endSession,
  joinSession,
  leaveSession,
  sessionOverTimePage,
  shareHosting,
  storeSessionLog,
  takeBackHosting
} from '../../domain/sessions/api.ts'
import { partGroupOf, partOf, taskGroupOf, taskOf } from '../../testing/plans.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('nothing that guests and visitors can read reveals hidden groups, whatever their host does', {
  tags: ['D-98', 'D-103']
}, async () => {
  const [host, guest] = [await world.as('ada'), await world.as('grace')]
  const part = partOf({ title: 'Secret part', content: '<p>Secret text</p>' })
  const secretButton = { uuid: randomUUID(), title: 'Secret press', amount: 1 }
  const goal = taskOf({ title: 'Secret goal', action: 'Conspire', quick_log_buttons: [secretButton] })
  const shown = taskOf({ title: 'Open goal', action: 'Walk' })
  const { challenge } = await host.call(storeActivity, {
    body: {
      challenge: {
        title: 'Surprise',
        is_preset: 1,
        parts: [partGroupOf([partOf({ title: 'Open part' })]), partGroupOf([part], { hidden: 1 })],
        tasks: [taskGroupOf([shown]), { ...taskGroupOf([goal]), hidden: 1 }]
      }
    }
  })
  const { id, event } = await openRoom(host, [guest], { activity: challenge.slug })
  const params = { event }
  for (const uuid of [shown.uuid, goal.uuid]) {
    await host.call(storeSessionLog, { params, body: { task_uuid: uuid, amount: 1, duration: 600 } })
  }
  // Each of these tells the room about the host again.
  await host.call(completeSession, { params, body: {} })
  await host.call(shareHosting, { params: { event, username: 'grace' }, body: { instead_of_me: 1 } })
  await host.call(takeBackHosting, { params, body: {} })
  await host.call(leaveSession, { params, body: {} })
  await host.call(joinSession, { params, body: {} })
  await host.call(takeBackHosting, { params, body: {} })
  await guest.call(leaveSession, { params, body: {} })
  await guest.call(joinSession, { params, body: {} })
  // The host attaches a copy of each goal.
  for (const goalUuid of [shown.uuid, goal.uuid]) {
    const copy = await host.call(addToMyGoals, { body: { challengeEventId: id, goalUuid } })
    await host.call(storeActivityQuickLog, { body: { goal_id: copy.goal.id, amount: 1, challenge_event_id: id } })
  }
  const secrets = ['Secret part', 'Secret text', 'Secret goal', 'Conspire', 'Secret press', part.uuid, goal.uuid]
  const ofActivity = [
    `/api/activities/${challenge.slug}`,
    `/activities/${challenge.slug}`,
    `/api/activities/${challenge.slug}/sessions`,
    `/api/challenges/${challenge.slug}/poll`,
    `/api/challenges/${challenge.slug}/prompt`,
    `/api/challenges/create?template=${challenge.slug}`,
    `/challenges/create?template=${challenge.slug}`
  ]
  const ofSession = [
    `/api/sessions/${event}`,
    `/sessions/${event}`,
    ...['logs', 'chat', 'hut', 'goals', 'member-goals'].map(tab => `/api/sessions/${event}/${tab}`),
    `/api/challenge-events/${event}/poll`,
    `/api/challenge-events/${event}/prompt`,
    `/api/challenges/${event}/poll?type=event`,
    '/api',
    '/api/my/logs'
  ]
  const form = `/api/challenges/events/create?challenge=${challenge.slug}`
  const told = async (person: Caller, urls: string[]): Promise<string[]> => {
    const found: string[] = []
    for (const url of urls) {
      const { body } = await person.request({ url })
      found.push(...secrets.filter(secret => body.includes(secret)).map(secret => `${url}: ${secret}`))
    }
    return found
  }
  expect(await told(world.visitor, [...ofActivity, ...ofSession, form])).toEqual([])
  expect(await told(guest, [...ofActivity, ...ofSession])).toEqual([])
  // Events reach every socket.
  const events = JSON.stringify(await eventsOf(world, id))
  expect(secrets.filter(secret => events.includes(secret))).toEqual([])
  expect(events).toContain('"reload":true')
  // The host sees everything. Other people get nothing hidden by making a session of the activity.
  const whole = await told(host, [`/api/sessions/${event}`, `/api/sessions/${event}/logs`])
  expect(whole.length).toBeGreaterThan(8)
  expect((await told(host, [form])).length).toBeGreaterThan(0)
  expect(await told(guest, [form])).toEqual([])
  const own = await openRoom(guest, [], { activity: challenge.slug })
  expect(await told(guest, [`/api/sessions/${own.event}`, `/api/events/${own.event}/update`])).toEqual([])
  const copied = async (person: Caller): Promise<number> =>
    (await person.visit(createActivityPage, undefined, { template: challenge.slug })).challenge.tasks.length
  expect([await copied(host), await copied(guest)]).toEqual([2, 1])
  await host.call(endSession, { params, body: {} })
  expect(await told(guest, [`/api/sessions/${event}/over-time`])).toEqual([])
  const seenBy = async (person: Caller) => (await person.visit(sessionOverTimePage, params)).over_time?.people
  expect(await seenBy(guest)).toMatchObject([{ logs: 2 }])
  expect(await seenBy(host)).toMatchObject([{ logs: 4 }])
})
