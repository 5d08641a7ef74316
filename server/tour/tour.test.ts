import { afterAll, beforeAll, expect, test } from 'vitest'
import { MESSAGE_KEYS } from '../../domain/accounts/user.ts'
import { readNewMessage } from '../../domain/tour/api.ts'
import { TOUR_STEPS } from '../../domain/tour/steps.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const read = (name: string, message_key: never) =>
  world.as(name).then(caller => caller.call(readNewMessage, { body: { message_key } }))

test('each message is new until it was read, and stays read', {
  tags: ['TOUR-41', 'TOUR-44', 'TOUR-45', 'D-123']
}, async () => {
  const ada = await world.as('ada')
  const all = Object.fromEntries(MESSAGE_KEYS.map(key => [key, 1]))
  expect(await ada.user()).toMatchObject({ is_new: 1, new_messages: all })
  expect(await read('ada', 'newCreateGoal' as never)).toMatchObject({ new_messages: { ...all, newCreateGoal: 0 } })
  const { is_new, new_messages } = await ada.user()
  expect([is_new, new_messages]).toEqual([1, { ...all, newCreateGoal: 0 }])
})

test('reading the welcome marks only the welcome; two tabs at once lose no mark', {
  tags: ['TOUR-43', 'D-124']
}, async () => {
  const grace = await world.as('grace')
  const keys = ['is_new', 'startGoalTour', 'finishTour', 'startGoalTour']
  await Promise.all(keys.map(key => read('grace', key as never)))
  const { is_new, new_messages } = await grace.user()
  expect([is_new, new_messages.startGoalTour, new_messages.finishTour, new_messages.newCreateLog]).toEqual([0, 0, 0, 1])
})

test('an unknown key is refused under its field, and a visitor must sign in', {
  tags: ['TOUR-44', 'D-123']
}, async () => {
  const { status, body } = await (await world.as('ada')).refused(readNewMessage, {
    body: { message_key: 'finish' as never }
  })
  expect([status, body.errors]).toEqual([
    422,
    { message_key: expect.stringContaining('Give one of these: newCreateGoal') }
  ])
  expect((await world.visitor.refused(readNewMessage, { body: { message_key: 'finishTour' } })).status).toBe(401)
})

test('visitors can open every page of the tour', { tags: 'TOUR-24..TOUR-34' }, async () => {
  for (const path of TOUR_STEPS.flatMap(({ path, also = [] }) => [path, ...also])) {
    expect((await world.visitor.request({ url: path })).statusCode, path).toBe(200)
  }
})
