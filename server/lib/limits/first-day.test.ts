/** The lower limits of new accounts, at the calls that use them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../../domain/chat/api.ts'
import { storeGroup } from '../../../domain/groups/api.ts'
import { storeSession } from '../../../domain/sessions/builder-api.ts'
import { photo } from '../../../testing/input/pictures.ts'
import { openRoom } from '../../../testing/room.ts'
import { type Caller, openWorld, type World } from '../../../testing/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: World
beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'on' })
})
afterAll(() => world.close())

const refusalOf = async (refused: ReturnType<Caller['refused']>) => {
  const { status, body } = await refused
  return [status, body.message]
}

test('a new account creates three sessions and one group on its first day', async () => {
  const ada = await world.as('ada')
  const session = () => ({ body: { challenge: { title: 'Focus', duration: 600 } } })
  for (let nth = 0; nth < 3; nth++) await ada.call(storeSession, session())
  await ada.call(storeGroup, { body: { title: 'Walkers' } })
  world.clock.jump(19 * HOUR)
  expect(await refusalOf(ada.refused(storeSession, session()))).toEqual([
    429,
    'New accounts can create 3 sessions on their first day. Please try again in 5 hours.'
  ])
  expect(await refusalOf(ada.refused(storeGroup, { body: { title: 'Runners' } }))).toEqual([
    429,
    'New accounts can create 1 group on their first day. Please try again in 5 hours.'
  ])
  world.clock.jump(5 * HOUR)
  await ada.call(storeSession, session())
  await ada.call(storeGroup, { body: { title: 'Runners' } })
})

test('a new account sends a message every two seconds, thirty an hour, and no links', async () => {
  const [joan, bea] = [await world.as('joan'), await world.as('bea')]
  const room = await openRoom(joan, [bea])
  const say = (content: string) => ({
    body: { content, messageable_type: 'challenge_event', messageable_id: room.id } as const
  })
  expect(await refusalOf(bea.refused(sendMessage, say('See spam.example.com/now')))).toEqual([
    422,
    'New accounts can’t send links. You can in 24 hours.'
  ])
  for (let nth = 0; nth < 30; nth++) {
    await bea.call(sendMessage, say(`Hello ${nth}`))
    if (nth === 0) {
      expect(await refusalOf(bea.refused(sendMessage, say('At once')))).toEqual([
        429,
        'New accounts can send one message every two seconds. Please try again in 2 seconds.'
      ])
    }
    world.clock.jump(2000)
  }
  expect((await bea.refused(sendMessage, say('One more'))).body.message).toMatch(/^New accounts can send 30 messages/)
  // The admin has no such limits.
  const admin = await world.admin()
  const own = await openRoom(admin)
  const free = { ...say('See https://example.org').body, messageable_id: own.id }
  for (let nth = 0; nth < 2; nth++) await admin.call(sendMessage, { body: free })
})

test('a new account uploads ten pictures on its first day', async () => {
  const rosa = await world.as('rosa')
  const file = await photo()
  const upload = async () => {
    const form = new FormData()
    form.append('file', new Blob([file as never]), 'a.jpg')
    const request = new Request('http://localhost', { method: 'POST', body: form })
    return rosa.request({
      method: 'POST',
      url: '/api/upload',
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' }
    })
  }
  for (let nth = 0; nth < 10; nth++) expect((await upload()).statusCode).toBe(200)
  const refused = await upload()
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'New accounts can upload 10 pictures on their first day. Please try again in 24 hours.'
  ])
  world.clock.jump(DAY)
  expect((await upload()).statusCode).toBe(200)
})
