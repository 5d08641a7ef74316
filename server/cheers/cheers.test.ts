import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cheerLog } from '../../domain/cheers/api.ts'
import { OWN_LOG } from '../../domain/cheers/cheer.ts'
import { deleteLog, updateLog } from '../../domain/logs/api.ts'
import { leaveSession, sessionPage, storeSessionLog } from '../../domain/sessions/api.ts'
import type { SessionUpdate } from '../../domain/socket/messages.ts'
import { eventsOf, openRoom } from '../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function openCheeringRoom() {
  const [ada, grace, hedy] = [await world.as('ada'), await world.as('grace'), await world.as('hedy')]
  const room = await openRoom(ada, [grace])
  const params = { event: room.event }
  const add = async (person: Caller, amount: number) =>
    (await person.call(storeSessionLog, { params, body: { amount, title: 'Pages' } })).log
  const recent = async (person: Caller) => (await person.visit(sessionPage, params)).recent_logs
  const cheer = (log: { id: number }, cheered?: 0 | 1) => ({ params: { log: String(log.id) }, body: { cheered } })
  const news = async (since: number) =>
    (await eventsOf(world, room.id, since)).flatMap(event => (event.type === 'update' ? [event.data] : []))
  const seq = async () => (await ada.visit(sessionPage, params)).challengeEvent.seq
  return { ada, grace, hedy, params, add, recent, cheer, news, seq }
}

test('a member cheers for a log once and takes it back, and the room is notified of both', {
  tags: 'D-138'
}, async () => {
  const { ada, grace, add, recent, cheer, news, seq } = await openCheeringRoom()
  const log = await add(ada, 3)
  const since = await seq()
  expect(await grace.call(cheerLog, cheer(log))).toMatchObject({ cheers: 1, cheered: 1 })
  expect(await grace.call(cheerLog, cheer(log, 1))).toMatchObject({ cheers: 1, cheered: 1 })
  expect((await recent(grace))[0]).toMatchObject({ id: log.id, username: 'ada', amount: 3, cheers: 1, cheered: 1 })
  expect((await recent(ada))[0]).toMatchObject({ cheers: 1, cheered: 0 })
  expect((await recent(world.visitor))[0]).toMatchObject({ cheers: 1, cheered: 0 })
  await Promise.all([0, 0].map(() => grace.call(cheerLog, cheer(log, 0))))
  expect((await recent(grace))[0]).toMatchObject({ cheers: 0, cheered: 0 })
  const told = { log_id: log.id, username: 'grace' }
  expect(await news(since)).toEqual([
    { new_cheers: [{ ...told, cheered: 1, cheers: 1 }] },
    { new_cheers: [{ ...told, cheered: 0, cheers: 0 }] }
  ])
})

test('nobody cheers for their own log, a private or deleted one, or from outside', {
  tags: 'D-138'
}, async () => {
  const { ada, grace, hedy, params, add, cheer } = await openCheeringRoom()
  const log = await add(ada, 3)
  const gone = await add(ada, 4)
  await ada.call(deleteLog, { params: { log: String(gone.id) } })
  const refused = async (person: Caller, one: { id: number }) => {
    const { status, body } = await person.refused(cheerLog, cheer(one))
    return [status, body.message]
  }
  expect(await refused(ada, log)).toEqual([409, OWN_LOG])
  expect((await refused(hedy, log))[0]).toBe(403)
  expect((await refused(world.visitor, log))[0]).toBe(401)
  expect((await refused(grace, gone))[0]).toBe(404)
  expect((await refused(grace, { id: 999_999 }))[0]).toBe(404)
  await grace.call(cheerLog, cheer(log))
  await grace.call(leaveSession, { params, body: {} })
  expect((await refused(grace, log))[0]).toBe(403)
  await ada.call(updateLog, { params: { log: String(log.id) }, body: { status: 2 } })
  expect((await refused(grace, log))[0]).toBe(404)
})

test('the stream has the logs that everyone may see, newest first, and each change of them', {
  tags: ['D-103', 'D-138']
}, async () => {
  const { ada, grace, add, recent, news, seq, params } = await openCheeringRoom()
  const [first, second] = [await add(ada, 1), await add(grace, 2)]
  await ada.call(storeSessionLog, { params, body: { amount: 9, status: 2 } })
  expect((await recent(world.visitor)).map(({ id }) => id)).toEqual([second.id, first.id])
  const since = await seq()
  const body = (status: 1 | 2, amount: number) => ({ params: { log: String(first.id) }, body: { status, amount } })
  await ada.call(updateLog, body(1, 5))
  await ada.call(updateLog, body(2, 5))
  await grace.call(deleteLog, { params: { log: String(second.id) } })
  await grace.call(storeSessionLog, { params, body: { amount: 7, ql_button_uuid: randomUUID() } as never })
  expect(await recent(world.visitor)).toMatchObject([{ username: 'grace', amount: 7 }])
  const changes = (await news(since)).map(({ recent_logs, unseen_logs }: SessionUpdate) => [
    recent_logs?.map(({ id, amount }) => [id, amount]),
    unseen_logs
  ])
  expect(changes).toEqual([
    [[[first.id, 5]], undefined],
    [undefined, [first.id]],
    [undefined, [second.id]],
    [[[expect.any(Number), 7]], undefined]
  ])
})
