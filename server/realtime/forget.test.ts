import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../domain/sessions/api.ts'
import { newsOf, openRoom } from '../../testing/room.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { audit } from '../tokens/audit.ts'
import { forgetOldRooms } from './forget.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000

test('a room without an end keeps the events of a week, and one that is still to end keeps them all', async () => {
  const ada = await world.as('ada')
  const endless = await openRoom(ada, [await world.as('grace')], { waits: true })
  const running = await openRoom(ada)
  const say = { content: 'Here', messageable_type: 'challenge_event', messageable_id: running.id } as const
  await ada.call(sendMessage, { body: say })
  const forget = (days: number) => forgetOldRooms(world.db, world.clock.now() + days * DAY)
  await forget(6)
  expect([await newsOf(world, endless.id), await newsOf(world, running.id)]).toEqual([
    [expect.anything()],
    [expect.anything()]
  ])
  await forget(8)
  expect([await newsOf(world, endless.id), await newsOf(world, running.id)]).toEqual([[], [expect.anything()]])
  expect((await audit(world.db)).findings).toEqual([])
})
