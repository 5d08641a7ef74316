import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinGroup, storeGroup } from '../../domain/groups/api.ts'
import { personPage, storePerson } from '../../domain/publishing/api.ts'
import { storeSession } from '../../domain/sessions/builder-api.ts'
import { openRoom } from '../../testing/room.ts'
import { openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const see = async (username: string) => (await world.visitor.visit(personPage, { username })).profile

test('a new profile has only its date', async () => {
  await world.as('hedy')
  const since = new Date(world.clock.now()).toISOString()
  expect(await see('hedy')).toEqual({ since, is_main: 1, hosted_count: 0, hosts: [], member_of: [] })
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
    hosts: [{ title: running.title }, { title: 'Tomorrow' }]
  })
  expect(await see('grace')).toMatchObject({ hosted_count: 0, hosts: [] })
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

test('a second person of an account shows neither its sessions nor its groups', { tags: 'D-35' }, async () => {
  const vera = await world.as('vera')
  await openRoom(vera)
  await vera.call(storeGroup, { body: { title: 'Of Vera' } })
  await vera.call(storePerson, { body: { username: 'countess', title: 'The Countess' } })
  expect(await see('vera')).toMatchObject({ hosts: [{}], member_of: [{}] })
  expect(await see('countess')).toMatchObject({ is_main: 0, hosted_count: 0, hosts: [], member_of: [] })
})
