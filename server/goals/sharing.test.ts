/** Sharing goals with people, groups and everyone, and cheers for them (D-163, D-164). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeContent, restoreContent } from '../../domain/admin/people-api.ts'
import { deleteGoal, goalPage, newGoal, storeGoal } from '../../domain/goals/api.ts'
import type { Whom } from '../../domain/goals/sharing-api.ts'
import { cheerGoal, getSharing, MOST_SHARES, OWN_GOAL, shareGoal, unshareGoal } from '../../domain/goals/sharing-api.ts'
import { groupPage, joinGroup, leaveGroup, storeGroup } from '../../domain/groups/api.ts'
import { storeQuickLog } from '../../domain/logs/api.ts'
import { blockUser, muteUser } from '../../domain/moderation/api.ts'
import { personPage } from '../../domain/publishing/api.ts'
import { inboxPage } from '../../domain/reminders/api.ts'
import { todayPage } from '../../domain/today/api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function people<const Names extends string[]>(...names: Names): Promise<Caller[]> {
  return Promise.all(names.map(name => world.as(name)))
}
async function addGoal(me: Caller, title: string, more = {}) {
  const body = { challenge: { tasks: [{ ...newGoal(randomUUID()), title, ...more }] } }
  return { goal: String((await me.call(storeGoal, { body })).goal.id) }
}
const share = async (me: Caller, params: { goal: string }, body: Whom) =>
  (await me.call(shareGoal, { params, body })).sharing
const seen = async (who: Caller) => (await who.visit(todayPage, {})).shared_goals
const titles = async (who: Caller) => (await seen(who)).map(({ title }) => title)
const cheer = (who: Caller, params: { goal: string }, cheered: 0 | 1 = 1) =>
  who.call(cheerGoal, { params, body: { cheered } })
const inGroup = async (who: Caller, hut: string) => (await who.visit(groupPage, { hut })).together.shared_goals

test('a chosen person sees title, target, progress and streak on Today, and nothing else', {
  tags: 'D-163'
}, async () => {
  const [ada, grace, hedy] = (await people('ada', 'grace', 'hedy')) as [Caller, Caller, Caller]
  const daily = { unit: 'glasses', amount: 2, repeats: { every: 'day' }, content: 'A secret note' }
  const water = await addGoal(ada, 'Drink water', daily)
  expect(await share(ada, water, { username: 'grace' })).toMatchObject({ everyone: 0, shared_with: ['grace'] })
  await ada.call(storeQuickLog, { body: { goal_id: Number(water.goal), amount: 2 } })
  world.clock.jump(DAY)
  await ada.call(storeQuickLog, { body: { goal_id: Number(water.goal), amount: 1, title: 'A secret log' } })
  const [goal] = await seen(grace)
  expect(goal).toMatchObject({ username: 'ada', title: 'Drink water', amount: 2, done: { amount: 1 }, met_in_a_row: 1 })
  expect(JSON.stringify(goal)).not.toMatch(/secret/i)
  expect(await seen(hedy)).toEqual([])
  expect(await seen(ada)).toEqual([])
  expect((await world.visitor.visit(personPage, { username: 'ada' })).profile.goals).toEqual([])
})

test('sharing twice changes nothing, and one press ends all of it', { tags: 'D-163' }, async () => {
  const [joan, mary] = (await people('joan', 'mary')) as [Caller, Caller]
  const { group } = await joan.call(storeGroup, { body: { title: 'Readers' } })
  const read = await addGoal(joan, 'Read')
  for (const whom of [{ username: 'mary' }, { username: 'MARY' }, { group_id: group.id }, { everyone: 1 as const }]) {
    await share(joan, read, whom)
  }
  expect((await joan.visit(goalPage, read)).sharing).toEqual({
    ...{ everyone: 1, shared_with: ['mary'], cheers: 0 },
    groups: [{ id: group.id, title: 'Readers', is_shared: 1 }]
  })
  const { sharing } = await joan.call(unshareGoal, { params: read, body: {} })
  expect(sharing).toMatchObject({ everyone: 0, shared_with: [], groups: [{ is_shared: 0 }] })
  expect(await titles(mary)).toEqual([])
  expect((await mary.refused(cheerGoal, { params: read, body: {} })).status).toBe(404)
})

test('each kind of sharing ends by itself', { tags: 'D-163' }, async () => {
  const [lise, nora] = (await people('lise', 'nora')) as [Caller, Caller]
  const run = await addGoal(lise, 'Run')
  await share(lise, run, { everyone: 1 })
  await share(lise, run, { username: 'nora' })
  const end = async (body: Whom) => (await lise.call(unshareGoal, { params: run, body })).sharing
  expect(await end({ username: 'nobody-at-all' })).toMatchObject({ everyone: 1, shared_with: ['nora'] })
  expect(await end({ everyone: 1 })).toMatchObject({ everyone: 0, shared_with: ['nora'] })
  expect(await titles(nora)).toEqual(['Run'])
  await lise.call(deleteGoal, { params: run })
  expect(await titles(nora)).toEqual([])
})

test('members of a group see its goals there and on Today, until the owner leaves', { tags: 'D-163' }, async () => {
  const [olga, rosa, tess] = (await people('olga', 'rosa', 'tess')) as [Caller, Caller, Caller]
  const { group } = await olga.call(storeGroup, { body: { title: 'Writers' } })
  const params = { hut: group.slug }
  await rosa.call(joinGroup, { params, body: { is_joined: 1 } })
  const write = await addGoal(olga, 'Write')
  await share(olga, write, { group_id: group.id })
  expect((await inGroup(rosa, group.slug)).map(({ title }) => title)).toEqual(['Write'])
  expect((await inGroup(olga, group.slug)).map(({ title }) => title)).toEqual(['Write'])
  expect(await titles(rosa)).toEqual(['Write'])
  for (const outside of [tess, world.visitor]) expect(await inGroup(outside, group.slug)).toEqual([])
  await olga.call(leaveGroup, { params })
  await olga.call(joinGroup, { params, body: { is_joined: 1 } })
  expect(await titles(rosa)).toEqual([])
})

test('a cheer counts once a day, and the owner is told', { tags: 'D-163' }, async () => {
  const [vera, iris, june] = (await people('vera', 'iris', 'june')) as [Caller, Caller, Caller]
  const swim = await addGoal(vera, 'Swim')
  await share(vera, swim, { username: 'iris' })
  await share(vera, swim, { everyone: 1 })
  await Promise.all([cheer(iris, swim), cheer(iris, swim)])
  expect(await cheer(june, swim)).toMatchObject({ cheers: 2, cheered: 1 })
  expect(await seen(iris)).toMatchObject([{ cheers: 2, cheered: 1 }])
  expect((await vera.call(getSharing, { params: swim })).sharing.cheers).toBe(2)
  const inbox = async () => (await vera.visit(inboxPage, {})).reminders
  const path = `/my/goals/${swim.goal}`
  expect(await inbox()).toMatchObject([{ text: '2 new cheers for your goal “Swim”, the last by june', path }])
  expect(await cheer(june, swim, 0)).toMatchObject({ cheers: 1, cheered: 0 })
  world.clock.jump(DAY)
  expect(await seen(iris)).toMatchObject([{ cheers: 0, cheered: 0 }])
  expect(await cheer(iris, swim)).toMatchObject({ cheers: 1 })
  await cheer(iris, swim, 0)
  expect(await inbox()).toEqual([])
})

test('nobody cheers for their own goal or one that they cannot see', { tags: 'D-163' }, async () => {
  const [kate, lucy] = (await people('kate', 'lucy')) as [Caller, Caller]
  const ski = await addGoal(kate, 'Ski')
  const own = await kate.refused(cheerGoal, { params: ski, body: {} })
  expect([own.status, own.body.message]).toEqual([409, OWN_GOAL])
  expect((await lucy.refused(cheerGoal, { params: ski, body: {} })).status).toBe(404)
  expect((await world.visitor.refused(cheerGoal, { params: ski, body: {} })).status).toBe(401)
})

test('a blocked person neither sees a goal nor cheers, and a muted owner is not shown', {
  tags: ['D-163', 'D-164']
}, async () => {
  const [anna, bea, cleo] = (await people('anna', 'bea', 'cleo')) as [Caller, Caller, Caller]
  const row = await addGoal(anna, 'Row')
  for (const whom of [{ username: 'bea' }, { username: 'cleo' }, { everyone: 1 as const }]) await share(anna, row, whom)
  await cheer(bea, row)
  await anna.call(blockUser, { params: { username: 'bea' } })
  await cleo.call(muteUser, { params: { username: 'anna' } })
  for (const who of [bea, cleo]) {
    expect(await seen(who)).toEqual([])
    expect((await who.refused(cheerGoal, { params: row, body: {} })).status).toBe(404)
  }
  expect((await bea.visit(personPage, { username: 'anna' })).profile.goals).toEqual([])
  expect((await world.visitor.visit(personPage, { username: 'anna' })).profile.goals).toMatchObject([{ cheers: 0 }])
})

test('after an admin has removed everything of a person, only they see their shared goals', {
  tags: 'D-163'
}, async () => {
  const [vera, rosa] = (await people('vera', 'rosa')) as [Caller, Caller]
  const goal = await addGoal(vera, 'Buy pills')
  await share(vera, goal, { username: 'rosa' })
  await share(vera, goal, { everyone: 1 })
  const shown = async (who: Caller) =>
    (await who.visit(personPage, { username: 'vera' })).profile.goals.map(({ title }) => title)
  expect([await titles(rosa), await shown(vera)]).toEqual([['Buy pills'], expect.arrayContaining(['Buy pills'])])
  const admin = await world.admin()
  const person = { params: { username: 'vera' } }
  await admin.call(removeContent, { ...person, body: { reason: 'spam' } })
  expect([await titles(rosa), await shown(vera)]).toEqual([[], expect.arrayContaining(['Buy pills'])])
  expect((await rosa.refused(cheerGoal, { params: goal, body: {} })).status).toBe(404)
  await admin.call(restoreContent, { ...person, body: {} })
  expect(await titles(rosa)).toEqual(['Buy pills'])
})

test('bad sharing is refused, and the answer names the field', { tags: 'D-163' }, async () => {
  const [dora, emmy] = (await people('dora', 'emmy')) as [Caller, Caller]
  const { group } = await emmy.call(storeGroup, { body: { title: 'Not of Dora' } })
  const row = await addGoal(dora, 'Row')
  const refusal = async (body: object, params = row) => {
    const { status, body: answer } = await dora.refused(shareGoal, { params, body: body as Whom })
    return [status, ...Object.keys(answer.errors ?? {})]
  }
  expect(await refusal({})).toEqual([422, 'username'])
  expect(await refusal({ username: '' })).toEqual([422, 'username'])
  expect(await refusal({ username: 'nobody-at-all' })).toEqual([422, 'username'])
  expect(await refusal({ username: 'dora' })).toEqual([422, 'username'])
  expect(await refusal({ group_id: group.id })).toEqual([422, 'group_id'])
  expect(await refusal({ everyone: 0 })).toEqual([422, 'everyone'])
  expect(await refusal({ everyone: 1 }, await addGoal(emmy, 'Hers'))).toEqual([404])
  const owned = Array.from({ length: MOST_SHARES }, () => dora.call(storeGroup, { body: { title: 'One of many' } }))
  for (const { group } of await Promise.all(owned)) await share(dora, row, { group_id: group.id })
  expect(await refusal({ username: 'emmy' })).toEqual([422, 'username'])
})
