import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateProfile } from '../../domain/accounts/api.ts'
import { updateDays } from '../../domain/days/api.ts'
import { deleteGoal, newGoal, storeGoal } from '../../domain/goals/api.ts'
import type { GoalInput } from '../../domain/goals/fields.ts'
import { shareGoal, unshareGoal } from '../../domain/goals/sharing-api.ts'
import { joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { personPage } from '../../domain/publishing/api.ts'
import { storePerson } from '../../domain/publishing/person-api.ts'
import { makeSeries } from '../../domain/series/api.ts'
import { joinSession } from '../../domain/sessions/api.ts'
import { patchSession, storeSession } from '../../domain/sessions/builder-api.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000
const NOTHING = { hosts: [], streak: null, sessions: [], goals: [], member_of: [] }

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function addGoal(me: Caller, more: Partial<GoalInput> & { title: string }): Promise<number> {
  const body = { challenge: { tasks: [{ ...newGoal(randomUUID()), ...more }] } }
  return (await me.call(storeGoal, { body })).goal.id
}
const showIt = (me: Caller, goal: number, isPublic: 0 | 1) =>
  me.call(isPublic ? shareGoal : unshareGoal, { params: { goal: String(goal) }, body: { everyone: 1 } })
const logNow = (me: Caller, goal: number, more = {}) =>
  me.call(storeQuickLog, { body: { goal_id: goal, amount: 1, ...more } })

const see = async (username: string) => (await world.visitor.visit(personPage, { username })).profile

test('a new profile has only its date', async () => {
  await world.as('hedy')
  const since = new Date(world.clock.now()).toISOString()
  expect(await see('hedy')).toEqual({
    ...{ since, introduction: '', cover: null, face_id: null, is_main: 1, hosted_count: 0, has_news: false },
    ...NOTHING
  })
})

test('a profile shows public sessions that the person hosts, not those that they only join', async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const running = await openRoom(ada, [grace])
  const plan = (title: string, more = {}) =>
    ada.call(storeSession, {
      body: {
        challenge: { title, duration: 3600, started_at: new Date(world.clock.now() + DAY).toISOString(), ...more }
      }
    })
  await plan('Tomorrow')
  await plan('Secret', { unlisted: 1 })
  expect(await see('ada')).toMatchObject({
    hosted_count: 1,
    has_news: true,
    hosts: [{ title: running.title }, { title: 'Tomorrow' }]
  })
  expect(await see('grace')).toMatchObject({ hosted_count: 0, has_news: false, hosts: [] })
})

test('a profile shows only the next date of a series', async () => {
  const [host, guest] = [await world.as('lise'), await world.as('emmy')]
  const started_at = new Date(world.clock.now() + DAY).toISOString()
  const { event } = await host.call(storeSession, {
    body: { challenge: { title: 'Every week', duration: 3600, started_at } }
  })
  await host.call(makeSeries, { params: { event: event.slug }, body: { repeats: 'weekly' } })
  await host.call(storeSession, {
    body: {
      challenge: { title: 'Once', duration: 3600, started_at: new Date(world.clock.now() + 20 * DAY).toISOString() }
    }
  })
  expect((await see('lise')).hosts).toMatchObject([{ slug: event.slug }, { title: 'Once' }])
  await guest.call(updateProfile, { body: { userData: { shows_sessions: 1 } } })
  await guest.call(joinSession, { params: { event: event.slug }, body: {} })
  expect((await see('emmy')).sessions).toMatchObject([{ slug: event.slug }])
})

test('a profile shows the groups of a person, the largest first', async () => {
  const [olga, rosa] = [await world.as('olga'), await world.as('rosa')]
  await olga.call(storeGroup, { body: { title: 'Alone' } })
  const { group } = await olga.call(storeGroup, { body: { title: 'Both' } })
  await rosa.call(joinGroup, { params: { hut: group.slug }, body: { is_joined: 1 } })
  expect((await see('olga')).member_of).toEqual([
    { title: 'Both', path: '/group/both', members_count: 2 },
    { title: 'Alone', path: '/group/alone', members_count: 1 }
  ])
})

test('a second person of an account shows nothing of the account', { tags: ['D-35', 'D-163'] }, async () => {
  const vera = await world.as('vera')
  await openRoom(vera)
  await vera.call(storeGroup, { body: { title: 'Of Vera' } })
  const goal = await addGoal(vera, { title: 'Read' })
  await showIt(vera, goal, 1)
  await logNow(vera, goal)
  await vera.call(updateProfile, { body: { userData: { shows_streak: 1, shows_sessions: 1 } } })
  await vera.call(storePerson, { body: { username: 'countess', title: 'The Countess' } })
  expect(await see('vera')).toMatchObject({ hosts: [{}], member_of: [{}], streak: 1, goals: [{ title: 'Read' }] })
  expect(await see('countess')).toMatchObject({ is_main: 0, hosted_count: 0, has_news: false, ...NOTHING })
})

test('a profile shows streak and sessions only while the person wants it', { tags: 'D-163' }, async () => {
  const [ada, mary] = [await world.as('ada'), await world.as('mary')]
  const open = await openRoom(ada, [mary])
  const hidden = await openRoom(ada, [mary])
  await ada.call(patchSession, { params: { event: hidden.event }, body: { challenge: { unlisted: 1 } } })
  await logNow(mary, await addGoal(mary, { title: 'Read' }))
  expect(await see('mary')).toMatchObject(NOTHING)
  await mary.call(updateProfile, { body: { userData: { shows_streak: 1, shows_sessions: 1 } } })
  expect(await see('mary')).toMatchObject({ streak: 1, hosts: [], sessions: [{ title: open.title }] })
  // A rename keeps what is shown.
  await mary.call(updateProfile, { body: { userData: { first_name: 'Mary' } } })
  expect((await see('mary')).streak).toBe(1)
  await mary.call(updateDays, { body: { streaks: 0 } })
  expect((await see('mary')).streak).toBeNull()
  await mary.call(updateProfile, { body: { userData: { shows_streak: 0, shows_sessions: 0 } } })
  expect(await see('mary')).toMatchObject(NOTHING)
})

test('a public goal shows title, target, progress and streak, and nothing else', { tags: 'D-163' }, async () => {
  const lise = await world.as('lise')
  const daily = await addGoal(lise, {
    title: 'Drink water',
    content: 'A secret note',
    unit: 'glasses',
    amount: 2,
    repeats: { every: 'day' }
  })
  const list = [
    { uuid: randomUUID(), title: 'A secret item', done: 1 as const },
    { uuid: randomUUID(), title: 'Another', done: 0 as const }
  ]
  const once = await addGoal(lise, { title: 'Pack', is_list: 1, list })
  await addGoal(lise, { title: 'Private' })
  for (const goal of [daily, once, daily]) {
    await showIt(lise, goal, 1)
  }
  await logNow(lise, daily, { amount: 2 })
  world.clock.jump(DAY)
  await logNow(lise, daily, { amount: 1, title: 'A secret log' })
  const { goals } = await see('lise')
  expect(goals).toMatchObject([
    { title: 'Pack', items_count: 2, items_ticked: 1, met_in_a_row: 0 },
    { title: 'Drink water', unit: 'glasses', amount: 2, done: { amount: 1 }, met_in_a_row: 1 }
  ])
  expect(JSON.stringify(goals)).not.toMatch(/secret/i)
  await showIt(lise, once, 0)
  await lise.call(deleteGoal, { params: { goal: String(daily) } })
  expect((await see('lise')).goals).toEqual([])
})

test('nobody shows or hides the goal of someone else', { tags: 'D-163' }, async () => {
  const [rita, sofia] = [await world.as('rita'), await world.as('sofia')]
  const goal = await addGoal(rita, { title: 'Mine' })
  expect((await sofia.refused(shareGoal, { params: { goal: String(goal) }, body: { everyone: 1 } })).status).toBe(404)
  expect((await see('rita')).goals).toEqual([])
})
