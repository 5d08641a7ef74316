/** Changing an activity also changes its sessions. None of these calls may deadlock. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityPage } from '../../domain/activities/api.ts'
import { patchActivity, storeActivity } from '../../domain/activities/builder-api.ts'
import { sendMessage } from '../../domain/chat/api.ts'
import { joinSession } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { untilSomebodyWaits } from '../../testing/database/locks.ts'
import { openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { lockRoom } from '../progress/lock-rows.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

const make = async () => (await ada.call(storeActivity, { body: { challenge: { title: 'Before' } } })).challenge.slug

/** Starts a rename, and returns a function that waits for it once the rename waits for a lock. */
const rename = async (challenge: string) => {
  const done = ada.call(patchActivity, { params: { challenge }, body: { challenge: { title: 'After' } } })
  await untilSomebodyWaits(world.db)
  return async () => expect((await done).challenge.title).toBe('After')
}

test('a rename locks the rooms of an activity in the same order as other calls', {
  tags: ['ACT-086', 'D-58']
}, async () => {
  const challenge = await make()
  const first = await openRoom(ada, [], { activity: challenge })
  const second = await openRoom(ada, [], { activity: challenge, waits: true })
  // This writes the first row again, behind the second, as in the index by status.
  await grace.call(joinSession, { params: { event: first.event }, body: {} })
  const renamed = await world.db.transaction(async tx => {
    await lockRoom(tx, first.id)
    const ends = await rename(challenge)
    await lockRoom(tx, second.id)
    return ends
  })
  await renamed()
})

test('a session can be made of an activity while its rename waits for a room', {
  tags: ['ACT-086', 'SES-092']
}, async () => {
  const challenge = await make()
  const room = await openRoom(ada, [], { activity: challenge })
  const renamed = await world.db.transaction(async tx => {
    await lockRoom(tx, room.id)
    const ends = await rename(challenge)
    await grace.call(storeSession, { body: { activity: challenge, challenge: { title: 'Meanwhile', duration: 600 } } })
    return ends
  })
  await renamed()
  const { challengeEvents } = await world.visitor.visit(activityPage, { challenge })
  expect(challengeEvents.map(({ title }) => title)).toContain('Meanwhile')
})

test("a session that waits for another transaction's new words does not block its maker", {
  tags: ['SES-092', 'CHAT-18']
}, async () => {
  const room = await openRoom(ada, [grace])
  const { made } = await world.db.transaction(async tx => {
    await tx.$client.query("insert into title_words values ('zymurgy')")
    const made = grace.call(storeSession, { body: { challenge: { title: 'Zymurgy', duration: 600 } } })
    await untilSomebodyWaits(world.db)
    const say = { content: 'Meanwhile', messageable_type: 'challenge_event', messageable_id: room.id } as const
    await grace.call(sendMessage, { body: say })
    return { made }
  })
  expect((await made).event.title).toBe('Zymurgy')
})
