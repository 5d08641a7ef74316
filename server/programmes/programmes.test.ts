import { afterAll, beforeAll, expect, test } from 'vitest'
import { goAway } from '../../domain/goals/away-api.ts'
import { groupPage, joinGroup, leaveGroup, storeGroup } from '../../domain/groups/api.ts'
import { addDays } from '../../domain/lib/day.ts'
import * as api from '../../domain/programmes/api.ts'
import { MOST_FOLLOWED } from '../../domain/programmes/programme.ts'
import { todayPage } from '../../domain/today/api.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

const DAY = 86_400_000
let world: World
let ada: Caller
let grace: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
})
afterAll(() => world.close())

const today = () => new Date(world.clock.now()).toISOString().slice(0, 10)
const idOf = (path: string) => path.split('/').at(-1) ?? ''
const TEXT = 'Week 1: Begin\n3 x Run: 5 min walk, 10 min run\nWeek 2\n2 x Read: 20 pages\nRest - sleep'
const make = async (person: Caller, title: string, more: object = {}) =>
  idOf((await person.call(api.storeProgramme, { body: { title, text: TEXT, ...more } })).path)
const follow = async (person: Caller, programme: string, body = {}) =>
  idOf((await person.call(api.followProgramme, { params: { programme }, body })).path)
const unitToday = async (person: Caller) =>
  (await person.visit(todayPage)).programmes.map(one => [one.unit.title, one.is_done])
const nextOf = async (person: Caller) =>
  (await person.visit(todayPage)).next_units.map(one => [one.title, one.unit_title, one.day])
const tick = (person: Caller, id: string, week: number, unit: number, done: 0 | 1 = 1) =>
  person.call(api.tickUnit, { params: { follow: id }, body: { week, unit, done } })

test('visitors read the programmes that come with the product, with their source', async () => {
  const { ready, others, mine, following } = await world.visitor.visit(api.programmesPage)
  expect([ready.length, others, mine, following]).toEqual([6, [], [], []])
  const { programme } = await world.visitor.visit(api.programmePage, { programme: 'couch-to-5k' })
  expect(programme).toMatchObject({ weeks_count: 9, units_count: 27, username: null, id: null })
  expect(programme.source?.name).toContain('NHS')
})

test('a unit is due on Today, the next week opens by itself, and the figures follow', { tags: 'D-143' }, async () => {
  const id = await follow(ada, 'couch-to-5k')
  expect(await follow(ada, 'couch-to-5k')).toBe(id)
  expect(await unitToday(ada)).toEqual([['Run 1', 0]])
  await tick(ada, id, 0, 0)
  await tick(ada, id, 0, 0)
  expect(await unitToday(ada)).toEqual([['Run 1', 1]])
  expect(await nextOf(ada)).toEqual([])
  await world.pass(DAY)
  expect([await unitToday(ada), await nextOf(ada)]).toEqual([[], [['Couch to 5k', 'Run 2', addDays(today(), 1)]]])
  await world.pass(DAY)
  expect(await unitToday(ada)).toEqual([['Run 2', 0]])
  expect(
    (await ada.refused(api.tickUnit, { params: { follow: id }, body: { week: 1, unit: 0, done: 1 } })).status
  ).toBe(409)
  await world.pass(5 * DAY)
  const [due] = (await ada.visit(todayPage)).programmes
  expect(due).toMatchObject({
    week: 2,
    weeks_count: 9,
    done: 1,
    units_count: 27,
    unit: { title: 'Run 1', week: 1, unit: 0 }
  })
  // A week that was missed is repeated, and one that is too easy is skipped.
  const { follow: again } = await ada.call(api.goToWeek, { params: { follow: id }, body: { week: 0 } })
  await ada.call(api.goToWeek, { params: { follow: id }, body: { week: 0 } })
  expect(again.stays).toHaveLength(2)
  expect(await unitToday(ada)).toEqual([['Run 1', 0]])
  await tick(ada, id, 0, 0)
  await ada.call(api.goToWeek, { params: { follow: id }, body: { week: 3 } })
  expect((await ada.visit(todayPage)).programmes[0]).toMatchObject({
    week: 4,
    done: 1,
    unit: { title: 'Run 1', week: 3 }
  })
  await tick(ada, id, 0, 0, 0)
  expect((await ada.visit(api.followPage, { follow: id })).follow.done).toEqual([])
  await ada.call(api.stopFollowing, { params: { follow: id } })
  await ada.call(api.stopFollowing, { params: { follow: id } })
  expect([await unitToday(ada), await nextOf(ada)]).toEqual([[], []])
  expect(
    (await ada.refused(api.tickUnit, { params: { follow: id }, body: { week: 0, unit: 0, done: 1 } })).status
  ).toBe(409)
  expect(await follow(ada, 'couch-to-5k')).not.toBe(id)
})

test('someone who is away gets no unit, and goes on where they were', async () => {
  const linus = await world.as('linus')
  const id = await follow(linus, 'less-sugar')
  await linus.call(goAway, { body: { back_on: addDays(today(), 10) } })
  expect([await unitToday(linus), await nextOf(linus)]).toEqual([
    [],
    [['Less sugar', 'Read labels 1', addDays(today(), 10)]]
  ])
  await world.pass(10 * DAY)
  expect((await linus.visit(todayPage)).programmes[0]).toMatchObject({ week: 1, unit: { week: 0, unit: 0 } })
  expect(idOf((await linus.visit(todayPage)).programmes[0]?.path ?? '')).toBe(id)
})

test('a programme that begins later asks for nothing before', async () => {
  const vera = await world.as('vera')
  await follow(vera, 'less-sugar', { starts_on: addDays(today(), 2) })
  expect([await unitToday(vera), await nextOf(vera)]).toEqual([
    [],
    [['Less sugar', 'Read labels 1', addDays(today(), 2)]]
  ])
  await world.pass(2 * DAY)
  expect(await unitToday(vera)).toEqual([['Read labels 1', 0]])
  for (const starts_on of [addDays(today(), -1), addDays(today(), 400), 'soon']) {
    const { status, body } = await vera.refused(api.followProgramme, {
      params: { programme: 'couch-to-5k' },
      body: { starts_on }
    })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['starts_on']])
  }
})

test('people write a programme, and change and delete it without moving those who follow it', async () => {
  const joan = await world.as('joan')
  const key = 'a-key-for-this-programme'
  const body = { title: 'My weeks', text: TEXT, visibility: 'public' as const }
  const [first, second] = [
    await joan.call(api.storeProgramme, { body, key }),
    await joan.call(api.storeProgramme, { body, key })
  ]
  expect(second.path).toBe(first.path)
  const slug = idOf(first.path)
  const id = await follow(ada, slug)
  const form = (await joan.visit(api.updateProgrammePage, { programme: slug })).programme
  await joan.call(api.updateProgramme, {
    params: { programme: slug },
    body: { ...body, text: 'Other', revision: form.revision }
  })
  const late = await joan.refused(api.updateProgramme, {
    params: { programme: slug },
    body: { ...body, revision: form.revision }
  })
  expect([late.status, late.body.newer?.text]).toEqual([409, 'Other'])
  expect((await ada.refused(api.deleteProgramme, { params: { programme: slug } })).status).toBe(403)
  await joan.call(api.deleteProgramme, { params: { programme: slug } })
  expect((await ada.visit(api.followPage, { follow: id })).follow.weeks.map(({ title }) => title)).toEqual([
    'Begin',
    ''
  ])
  expect((await world.visitor.request({ url: `/api${first.path}` })).statusCode).toBe(404)
})

test('a text that is not understood is refused with its line, and nothing is saved', async () => {
  const { status, body } = await ada.refused(api.storeProgramme, { body: { title: 'A', text: 'Week 1\nRun: soon' } })
  expect([status, body.errors]).toEqual([422, { text: expect.stringMatching(/^Line 2: /) }])
  for (const title of ['Create', 'Couch to 5k']) {
    expect(await make(ada, title)).toMatch(/-[a-z0-9]{5}$/)
  }
})

test('only the author opens a private programme, and an unlisted one opens by its address', {
  tags: 'D-159'
}, async () => {
  const [secret, unlisted, open] = [
    await make(grace, 'Secret'),
    await make(grace, 'Unlisted', { visibility: 'unlisted' }),
    await make(grace, 'Open', { visibility: 'public' })
  ]
  const statusOf = async (slug: string) => (await ada.request({ url: `/api/programmes/${slug}` })).statusCode
  expect([await statusOf(secret), await statusOf(unlisted), await statusOf(open)]).toEqual([404, 200, 200])
  expect((await ada.visit(api.programmesPage)).others.map(({ slug }) => slug)).toEqual([open])
  expect((await grace.visit(api.programmesPage)).mine.map(({ slug }) => slug)).toEqual([open, unlisted, secret])
  expect((await ada.refused(api.followProgramme, { params: { programme: secret }, body: {} })).status).toBe(404)
})

test('stopped programmes are listed, the latest first, as they were on their last day', async () => {
  const reader = await world.as('reader')
  const slug = await make(reader, 'Evenings')
  const stoppedOf = async (who: Caller = reader) => (await who.visit(api.programmesPage)).stopped
  const id = await follow(reader, slug)
  await tick(reader, id, 0, 0)
  expect(await stoppedOf()).toEqual([])
  await reader.call(api.stopFollowing, { params: { follow: id } })
  world.clock.jump(1000)
  const later = await follow(reader, 'less-sugar')
  await reader.call(api.stopFollowing, { params: { follow: later } })
  const evenings = { title: 'Evenings', path: `/my/programmes/${id}`, week: 1, weeks_count: 2, done: 1, units_count: 6 }
  expect(await stoppedOf()).toEqual([expect.objectContaining({ path: `/my/programmes/${later}` }), evenings])
  expect([await stoppedOf(ada), await stoppedOf(world.visitor)]).toEqual([expect.any(Array), []])
  expect((await stoppedOf(ada)).some(({ path }) => path === evenings.path)).toBe(false)
})

test('a group follows a programme together, and everyone sees who did the units of their week', async () => {
  const [mary, rosa, tess] = [await world.as('mary'), await world.as('rosa'), await world.as('tess')]
  const { group } = await mary.call(storeGroup, { body: { title: 'Runners' } })
  const hut = { hut: group.slug }
  for (const person of [rosa, tess]) await person.call(joinGroup, { params: hut, body: {} })
  const starting = { params: { programme: 'couch-to-5k', ...hut }, body: {} }
  expect((await rosa.refused(api.startInGroup, starting)).status).toBe(403)
  const mine = idOf((await mary.call(api.startInGroup, starting)).path)
  expect(idOf((await mary.call(api.startInGroup, starting)).path)).toBe(mine)
  const runOf = async (person: Caller) => (await person.visit(groupPage, hut)).together.programmes
  const [run] = await runOf(rosa)
  expect(run).toMatchObject({ title: 'Couch to 5k', my_path: null, week: 1, people_count: 1, done_count: 0 })
  const params = { run: String(run?.id) }
  expect((await ada.refused(api.followWithGroup, { params })).status).toBe(403)
  expect(await runOf(ada)).toEqual([])
  // One follows it from the beginning, another joins in the second week and begins there.
  const hers = idOf((await rosa.call(api.followWithGroup, { params })).path)
  await world.pass(8 * DAY)
  const late = idOf((await tess.call(api.followWithGroup, { params })).path)
  expect((await tess.visit(api.followPage, { follow: late })).follow.stays).toEqual([
    { week: 1, from: addDays(today(), -1) }
  ])
  for (const unit of [0, 1, 2]) await tick(rosa, hers, 1, unit)
  await tick(mary, mine, 1, 0)
  expect((await runOf(mary))[0]).toMatchObject({ week: 2, people_count: 3, done_count: 1, people: ['rosa'] })
  expect((await tess.visit(api.followPage, { follow: late })).together).toEqual([
    { username: 'mary', week: 2, done: 1, units: 3 },
    { username: 'rosa', week: 2, done: 3, units: 3 },
    { username: 'tess', week: 2, done: 0, units: 3 }
  ])
  await rosa.call(leaveGroup, { params: hut })
  expect((await runOf(mary))[0]).toMatchObject({ people_count: 2, done_count: 0 })
  // Nor does someone who left see how the others do.
  expect((await rosa.visit(api.followPage, { follow: hers })).together).toBeNull()
  expect((await tess.refused(api.endInGroup, { params })).status).toBe(403)
  await mary.call(api.endInGroup, { params })
  await mary.call(api.endInGroup, { params })
  expect(await runOf(mary)).toEqual([])
  expect((await tess.visit(api.followPage, { follow: late })).follow.group).toBeNull()
  expect((await mary.call(api.startInGroup, starting)).path).toContain(mine)
})

test('two presses at once follow once, and someone follows at most ten programmes', async () => {
  const emmy = await world.as('emmy')
  const ids = await Promise.all([follow(emmy, 'couch-to-5k'), follow(emmy, 'couch-to-5k'), follow(emmy, 'couch-to-5k')])
  expect(new Set(ids).size).toBe(1)
  for (let count = 1; count < MOST_FOLLOWED; count++) await follow(emmy, await make(emmy, `Mine ${count}`))
  const { status } = await emmy.refused(api.followProgramme, { params: { programme: 'less-sugar' }, body: {} })
  expect(status).toBe(409)
})
