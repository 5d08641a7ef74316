import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinSession } from '../../domain/sessions/api.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { audit } from '../tokens/audit.ts'
import { forgetOldRooms } from './room-rows.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000
/** The tour's constant id (D-122). */
const TOUR = 10

test('a room without an end keeps a week of events, and other rooms keep all', async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  await grace.call(joinSession, { params: { event: String(TOUR) }, body: {} })
  const waiting = await openRoom(ada, [grace], { waits: true })
  const running = await openRoom(ada, [grace])
  const rooms = [TOUR, waiting.id, running.id]
  const counts = () => Promise.all(rooms.map(async room => (await eventsOf(world, room)).length))
  const forget = (days: number) => forgetOldRooms(world.db, world.clock.now() + days * DAY)
  await forget(6)
  expect(await counts()).toEqual([1, 1, 1])
  await forget(8)
  expect(await counts()).toEqual([0, 1, 1])
  expect((await audit(world.db)).findings).toEqual([])
})
