import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../domain/accounts/api.ts'
import { homePage } from '../../domain/browse/api.ts'
import { sessionChatPage } from '../../domain/chat/api.ts'
import { myGoalsPage } from '../../domain/goals/api.ts'
import { countRows } from '../../testing/database/rows.ts'
import { createCaller, openWorld, type World } from '../../testing/world.ts'
import { DEMO_PASSWORD, seedDemo } from './demo.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await seedDemo(world.app, world.clock)
})
afterAll(() => world.close())

const signIn = async (username: string) => {
  const caller = createCaller(world, username)
  await caller.call(login, { body: { email: `${username}@example.org`, password: DEMO_PASSWORD } })
  return caller
}

test('demo people sign in and find their goals with progress', async () => {
  const ada = await signIn('ada')
  const { my_goals } = await ada.visit(myGoalsPage)
  expect(my_goals.map(({ title, status }) => [title, status])).toEqual([
    ['Read 12 books', 1],
    ['Practise the piano', 1],
    ['Plant the balcony', 2]
  ])
  expect(my_goals[0]).toMatchObject({ amount_elapsed: 2, amount_remaining: 10 })
  for (const name of ['grace', 'hedy', 'katherine'])
    expect(await (await signIn(name)).user()).toMatchObject({ username: name })
})

test('one session runs with people and chat, and another will start later', async () => {
  const { challenges } = await world.visitor.visit(homePage)
  const demo = challenges.filter(({ slug }) => !slug.startsWith('challenge-hut-tour'))
  expect(demo.map(({ title, status, participants_count }) => [title, status, participants_count])).toEqual([
    ['Reading together', 1, 3],
    ['Tomorrow’s deep work', 0, 2]
  ])
  const { messages, challengeEvent } = await world.visitor.visit(sessionChatPage, { event: demo[0]?.slug ?? '' })
  expect(messages.map(({ username }) => username)).toEqual(['ada', 'grace', 'hedy'])
  expect(challengeEvent.summary.logs).toBe(2)
})

test('a second start creates nothing and changes nobody', async () => {
  const before = await countRows(world.db)
  await seedDemo(world.app, world.clock)
  expect(await countRows(world.db)).toEqual(before)
})
