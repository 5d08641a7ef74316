import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { groupPage, groupsPage, joinGroup, leaveGroup, myGroupsPage, storeGroup } from '../../domain/groups/api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'
import { audit } from '../tokens/audit.ts'

let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

let params: { hut: string }
beforeEach(async () => {
  const { group } = await ada.call(storeGroup, { body: { title: 'Early runners' } })
  params = { hut: group.slug }
})

const seenBy = async (who: Caller) => {
  const { group, hut } = await who.visit(groupPage, params)
  expect(hut).toEqual(group)
  return { is_joined: group.is_joined, user_count: group.user_count }
}
const join = (who: Caller, is_joined?: 0 | 1) =>
  who.call(joinGroup, { params, body: is_joined === undefined ? null : { is_joined } })
const leave = (who: Caller) => who.call(leaveGroup, { params })

test('people join and leave, free of charge', {
  tags: ['GRP-01', 'GRP-02', 'GRP-03', 'GRP-37', 'GRP-39', 'GRP-46', 'GRP-47', 'SEC-19', 'SEC-20']
}, async () => {
  const { all_remaining_tokens: left } = await grace.user()
  expect(await join(grace)).toEqual({ is_joined: 1, user_count: 2 })
  expect(await seenBy(grace)).toEqual({ is_joined: 1, user_count: 2 })
  expect(await seenBy(world.visitor)).toEqual({ is_joined: 0, user_count: 2 })
  expect(await leave(grace)).toEqual({ is_joined: 0, user_count: 1 })
  expect(await seenBy(grace)).toEqual({ is_joined: 0, user_count: 1 })
  expect((await grace.user()).all_remaining_tokens).toBe(left)
})

test('as documented, a second join leaves again', { tags: ['GRP-38', 'D-110'] }, async () => {
  expect(await join(grace)).toEqual({ is_joined: 1, user_count: 2 })
  expect(await join(grace)).toEqual({ is_joined: 0, user_count: 1 })
  expect(await join(grace)).toEqual({ is_joined: 1, user_count: 2 })
})

test('leaving twice, or without having joined, changes nothing', { tags: ['GRP-39', 'D-110'] }, async () => {
  expect(await leave(grace)).toEqual({ is_joined: 0, user_count: 1 })
  await join(grace)
  expect(await leave(grace)).toEqual({ is_joined: 0, user_count: 1 })
  expect(await leave(grace)).toEqual({ is_joined: 0, user_count: 1 })
})

test('a join with the wanted state has the same result, however often it is sent', { tags: 'D-110' }, async () => {
  for (const time of [1, 2]) expect([time, await join(grace, 1)]).toEqual([time, { is_joined: 1, user_count: 2 }])
  for (const time of [1, 2]) expect([time, await join(grace, 0)]).toEqual([time, { is_joined: 0, user_count: 1 }])
})

test('many presses at once, from two tabs and by several people, leave the right count', async () => {
  const people = await Promise.all(['hedy', 'katherine', 'grace'].map(name => world.as(name)))
  await Promise.all(people.flatMap(who => [join(who, 1), join(who, 1), join(who, 1)]))
  expect(await seenBy(grace)).toEqual({ is_joined: 1, user_count: 4 })
  await Promise.all(people.flatMap(who => [leave(who), leave(who), join(who, 0)]))
  expect(await seenBy(grace)).toEqual({ is_joined: 0, user_count: 1 })
  // Toggles may end either way, but the count must match the members.
  await Promise.all(people.flatMap(who => [join(who), leave(who), join(who), join(who, 1)]))
  const { rows } = await world.db.execute<{ count: number }>(sql`
    select count(*)::int as count from group_members m join groups g on g.id = m.group_id where g.slug = ${params.hut}`)
  expect((await seenBy(ada)).user_count).toBe(rows[0]?.count)
  expect((await audit(world.db)).findings).toEqual([])
})

test('the audit finds a group with a wrong count of members', async () => {
  await world.db.execute(sql`update groups set user_count = 5 where slug = ${params.hut}`)
  expect((await audit(world.db)).findings).toEqual([expect.stringMatching(/^group \d+ counts 5 people and has 1$/)])
  await world.db.execute(sql`update groups set user_count = 1 where slug = ${params.hut}`)
})

test('a visitor can neither join nor leave', { tags: ['GRP-27', 'SEC-51'] }, async () => {
  for (const call of [joinGroup, leaveGroup]) {
    expect(await world.visitor.refused(call, { params })).toMatchObject({ status: 401 })
    expect(await ada.refused(call, { params: { hut: 'nowhere' } })).toMatchObject({ status: 404 })
  }
  const wrong = await grace.refused(joinGroup, { params, body: { is_joined: 'yes' } })
  expect(wrong).toMatchObject({ status: 422, body: { errors: { is_joined: 'Give 0 or 1.' } } })
  expect(await seenBy(grace)).toEqual({ is_joined: 0, user_count: 1 })
})

test('the calls work without /api, without a body, and with the word huts', {
  tags: ['D-19', 'D-37']
}, async () => {
  for (const [method, url, is_joined] of [
    ['POST', `/groups/${params.hut}/join`, 1],
    ['DELETE', `/groups/${params.hut}/leave`, 0],
    ['POST', `/huts/${params.hut}/join`, 1],
    ['DELETE', `/api/huts/${params.hut}/leave`, 0]
  ] as const) {
    expect([url, (await grace.request({ method, url })).json()]).toEqual([
      url,
      { is_joined, user_count: 1 + is_joined }
    ])
  }
})

test('my groups are the groups I am a member of', { tags: ['GRP-13', 'GRP-16', 'MYS-18', 'MYS-20'] }, async () => {
  const hedy = await world.as('hedy')
  const mine = async () => (await hedy.visit(myGroupsPage)).groups.map(({ slug }) => slug)
  const before = await mine()
  await join(hedy)
  expect(await mine()).toEqual(expect.arrayContaining([...before, params.hut]))
  const { groups } = await hedy.visit(groupsPage, {}, { joined: 1 })
  expect(groups.map(({ slug }) => slug)).toEqual(await mine())
  expect(groups.every(({ is_joined }) => is_joined === 1)).toBe(true)
  await leave(hedy)
  expect(await mine()).toEqual(before)
  expect((await world.visitor.visit(groupsPage, {}, { joined: 1 })).groups).toEqual([])
})
