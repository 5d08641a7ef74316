import { afterAll, beforeAll, expect, test } from 'vitest'
import { homePage } from '../../domain/browse/api.ts'
import { endSession, joinSession, leaveSession, mySessionsPage, startSession } from '../../domain/sessions/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

let world: World
/** The list of a new site. */
let first: Awaited<ReturnType<typeof home>>
beforeAll(async () => {
  world = await openWorld()
  first = await home()
})
afterAll(() => world.close())

const home = (query: Record<string, string> = {}) => world.visitor.visit(homePage, {}, query)

test('templates from different categories fill a short list', { tags: ['ACT-026', 'D-62'] }, () => {
  const { challenges, templates, terms } = first
  expect(challenges.length).toBeLessThan(5)
  const tops = templates.slice(0, 5).map(({ category_name }) => {
    let term = terms.find(({ title }) => title === category_name)
    while (term?.parent_id) term = terms.find(({ id }) => id === term?.parent_id)
    return term?.slug
  })
  expect(new Set(tops).size).toBe(5)
})

test('a short filtered list shows no templates, but an empty one does', { tags: 'D-62' }, async () => {
  const { title = '' } = (await home()).challenges[0] ?? {}
  expect((await home({ q: title })).templates).toEqual([])
  expect((await home({ q: 'zzzz' })).templates.length).toBeGreaterThan(0)
})

const mine = (person: Caller, query: Record<string, number> = {}) => person.visit(mySessionsPage, {}, query)

test('my sessions are those I am in, of any status, the newest start first', {
  tags: ['MYS-14', 'MYS-19', 'MYS-21', 'D-55']
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const start = async (host: Caller, challenge: object): Promise<string> => {
    const { event } = await host.call(storeSession, {
      body: { challenge: { duration: 600, ...challenge } }
    })
    return event.slug
  }
  const later = new Date(world.clock.now() + 3600_000).toISOString()
  const over = await start(ada, { title: 'Over' })
  await ada.call(endSession, { params: { event: over }, body: {} })
  world.clock.advance(1000)
  const joined = await start(grace, { title: 'Joined' })
  const left = await start(grace, { title: 'Left' })
  for (const event of [joined, left]) await ada.call(joinSession, { params: { event }, body: {} })
  await ada.call(leaveSession, { params: { event: left }, body: {} })
  await start(ada, { title: 'To come', started_at: later })
  const waiting = await start(ada, { title: 'Waiting', is_manually_started: 1 })

  const { sessions } = await mine(ada)
  expect(sessions.map(({ title, status, is_joined }) => [title, status, is_joined])).toEqual([
    ['Waiting', 0, 1],
    ['To come', 0, 1],
    ['Joined', 1, 1],
    ['Over', 2, 1]
  ])
  const { body } = await ada.request({ url: '/api/my/sessions' })
  expect(JSON.parse(body)).toEqual({ serverData: { sessions } })

  await ada.call(startSession, { params: { event: waiting }, body: {} })
  expect((await mine(ada)).sessions.map(({ title }) => title)).toEqual(['To come', 'Waiting', 'Joined', 'Over'])
})

test('a page of my sessions returns one more than it shows when there is a next page', { tags: 'MYS-15' }, async () => {
  const hedy = await world.as('hedy')
  for (let n = 0; n < 12; n++) {
    await hedy.call(storeSession, { body: { challenge: { title: `Session ${n}`, duration: 600 } } })
    world.clock.advance(1000)
  }
  const titles = async (page: number) => (await mine(hedy, { page })).sessions.map(({ title }) => title)
  expect(await titles(1)).toEqual(Array.from({ length: 11 }, (_, n) => `Session ${11 - n}`))
  expect(await titles(2)).toEqual(['Session 1', 'Session 0'])
  expect(await titles(3)).toEqual([])
})

test('visitors and other people see none of my sessions', { tags: 'MYS-14' }, async () => {
  expect((await world.visitor.request({ url: '/api/my/sessions' })).statusCode).toBe(401)
  expect(await mine(await world.as('katherine'))).toEqual({ sessions: [] })
})
