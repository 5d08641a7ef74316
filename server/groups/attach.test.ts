import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activityPage } from '../../domain/activities/api.ts'
import {
  createActivityPage,
  deleteActivity,
  patchActivity,
  storeActivity,
  updateActivityPage
} from '../../domain/activities/builder-api.ts'
import {
  attachChallenge,
  detachChallenge,
  getAttachable,
  groupPage,
  groupSessionsPage,
  joinGroup,
  leaveGroup,
  storeGroup
} from '../../domain/groups/api.ts'
import { storeSession } from '../../domain/sessions/api.ts'
import { partGroupOf, partOf } from '../../testing/plans.ts'
import { type Caller, openWorld, type World } from '../../testing/world.ts'

/** Ada makes the group, Grace is in it, Hedy is not. */
let world: World
let ada: Caller
let grace: Caller
let hedy: Caller
beforeAll(async () => {
  world = await openWorld()
  ada = await world.as('ada')
  grace = await world.as('grace')
  hedy = await world.as('hedy')
})
afterAll(() => world.close())

let hut: string
let hutId: number
beforeEach(async () => {
  const { group } = await ada.call(storeGroup, { body: { title: 'Writers' } })
  hut = group.slug
  hutId = group.id
  await grace.call(joinGroup, { params: { hut }, body: null })
})

const make = async (who: Caller, title = 'Morning pages', hut_id: number | null = null) => {
  const form = { title, hut_id, parts: [partGroupOf([partOf()])] }
  return (await who.call(storeActivity, { body: { challenge: form } })).challenge
}
const attach = (who: Caller, challenge: string, to = hut) =>
  who.call(attachChallenge, { params: { hut: to, challenge } })
const detach = (who: Caller, challenge: string, from = hut) =>
  who.call(detachChallenge, { params: { hut: from, challenge } })
const inside = async (of = hut) =>
  (await world.visitor.visit(groupPage, { hut: of })).challenges.map(({ slug }) => slug)

test('GRP-28 GRP-32 GRP-35 GRP-36 GRP-48 D-111 a member puts an activity in and takes it out', async () => {
  const { slug, id } = await make(grace)
  expect(await attach(grace, slug)).toEqual({ hut_id: hutId, hut_slug: hut, error: null, error_code: null })
  expect(await inside()).toEqual([slug])
  const { group } = await world.visitor.visit(groupPage, { hut })
  expect(group.challenges).toEqual([{ slug, title: 'Morning pages', path: `/activities/${slug}` }])
  // Twice is the same as once, by id as by slug.
  expect(await attach(grace, String(id), String(hutId))).toMatchObject({ hut_id: hutId })
  expect(await detach(grace, slug)).toEqual({ hut_id: null, hut_slug: null, error: null, error_code: null })
  expect(await detach(grace, slug)).toMatchObject({ hut_id: null })
  expect(await inside()).toEqual([])
})

test('D-111 an activity is in one group: attaching moves it, and another group cannot take it out', async () => {
  const { slug } = await make(grace)
  const other = (await grace.call(storeGroup, { body: { title: 'Poets' } })).group.slug
  await attach(grace, slug)
  await attach(grace, slug, other)
  expect([await inside(), await inside(other)]).toEqual([[], [slug]])
  expect(await detach(grace, slug)).toMatchObject({ hut_slug: other })
  expect(await inside(other)).toEqual([slug])
})

test('two tabs that put it into different groups at once leave it in one', async () => {
  const { slug } = await make(grace)
  const other = (await grace.call(storeGroup, { body: { title: 'Poets' } })).group.slug
  await Promise.all([attach(grace, slug), attach(grace, slug, other), attach(grace, slug)])
  expect([...(await inside()), ...(await inside(other))]).toEqual([slug])
})

test('D-111 attaching and detaching is for its host as a member, the creator of the group, and site admins', async () => {
  const graces = (await make(grace)).slug
  const hedys = (await make(hedy)).slug
  for (const call of [attachChallenge, detachChallenge]) {
    const refused = (who: Caller, challenge: string) => who.refused(call, { params: { hut, challenge } })
    expect(await refused(world.visitor, graces)).toMatchObject({ status: 401 })
    expect(await refused(grace, hedys)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^Only/) }
    })
    expect(await refused(hedy, hedys)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^Join the group first/) }
    })
    expect(await refused(grace, 'nowhere')).toMatchObject({ status: 404 })
    expect(await grace.refused(call, { params: { hut: 'nowhere', challenge: graces } })).toMatchObject({ status: 404 })
  }
  expect(await inside()).toEqual([])
  await attach(ada, hedys)
  await attach(await world.admin(), graces)
  expect(await inside()).toEqual(expect.arrayContaining([graces, hedys]))
  // Who left has no say any more, not even over what is theirs.
  await grace.call(leaveGroup, { params: { hut } })
  expect((await grace.refused(detachChallenge, { params: { hut, challenge: graces } })).status).toBe(403)
})

test('D-111 the group page names what one may take out, and offers what one may put in', async () => {
  const mine = (await make(grace, 'Grace writes')).slug
  const adas = (await make(ada, 'Ada writes')).slug
  await attach(grace, mine)
  await attach(ada, adas)
  const detachable = async (who: Caller) => (await who.visit(groupPage, { hut })).detachable.toSorted()
  expect(await detachable(world.visitor)).toEqual([])
  expect(await detachable(hedy)).toEqual([])
  expect(await detachable(grace)).toEqual([mine])
  expect(await detachable(ada)).toEqual([adas, mine].toSorted())

  const outside = (await make(grace, 'Grace draws')).slug
  const offered = async (who: Caller, q?: string) => {
    const { serverData } = await who.call(getAttachable, { params: { hut }, query: q ? { q } : {} })
    return serverData.challenges.map(({ slug }) => slug)
  }
  expect(await offered(grace, 'Grace')).toEqual([outside])
  expect(await offered(grace, 'grcae')).toEqual([outside])
  expect(await offered(ada, 'Grace draws')).toEqual([outside])
  expect(await offered(hedy)).toEqual([])
  expect(await offered(ada)).toHaveLength(20)
  expect((await world.visitor.refused(getAttachable, { params: { hut } })).status).toBe(401)
})

test('GRP-08 GRP-09 GRP-30 GRP-32 ACT-054 ACT-055 API-32 API-42 a visitor reads the group and its activities', async () => {
  const { slug } = await make(grace)
  await attach(grace, slug)
  const responses = await Promise.all(
    [`/api/group/${hut}`, `/api/group/${hut}/activities`, `/api/hut/${hut}/activities`, `/api/group/${hutId}`].map(
      async url => (await world.visitor.request({ url })).json().serverData
    )
  )
  for (const serverData of responses) {
    expect(serverData).toEqual(responses[0])
    expect(serverData).toMatchObject({
      group: { slug: hut, user_count: 2 },
      hut: { slug: hut },
      challenges: [{ slug, hut_slug: hut, hut_title: 'Writers' }],
      challengesCount: 1,
      isOwner: false,
      breadcrumbs: [{ path: '/' }, { path: '/groups' }, { title: 'Writers', path: `/group/${hut}` }]
    })
  }
  const found = async (q: string) => (await world.visitor.visit(groupPage, { hut }, { q })).challengesCount
  expect([await found('Morning'), await found('Evening'), await found('mornign')]).toEqual([1, 0, 1])
})

test('GRP-10 GRP-31 sessions of its activities are on its second page and go along with their activity', async () => {
  const { slug } = await make(grace)
  await attach(grace, slug)
  const settings = { title: 'Write now', status: 0 as const, hut_id: hutId }
  const { event } = await grace.call(storeSession, { body: { activity: slug, challenge: settings } })
  const sessions = async () =>
    (await world.visitor.visit(groupSessionsPage, { hut })).challenges.map(({ slug }) => slug)
  expect(await sessions()).toEqual([event.slug])
  await detach(grace, slug)
  expect(await sessions()).toEqual([])
  await attach(grace, slug)
  expect(await sessions()).toEqual([event.slug])
})

test('ACT-131..ACT-136 the page of an activity has its group, and leads to it', async () => {
  const { slug } = await make(grace, 'In a hut', hutId)
  const seen = await grace.visit(activityPage, { challenge: slug })
  expect(seen.challenge).toMatchObject({ hut_id: hutId, group_id: hutId, hut_slug: hut, hut_title: 'Writers' })
  expect(seen.hut).toMatchObject({
    slug: hut,
    title: 'Writers',
    url: `/group/${hut}`,
    content: '',
    user_count: 2,
    is_joined: 1
  })
  expect(seen.breadcrumbs.map(({ path }) => path)).toContain(`/group/${hut}`)
  expect((await world.visitor.visit(activityPage, { challenge: slug })).hut?.is_joined).toBe(0)
})

test('ACT-056 API-41 BLD-03 `?hut=` fills the form by slug or id, and one’s groups are offered', async () => {
  for (const wish of [hut, String(hutId)]) {
    const form = await grace.visit(createActivityPage, {}, { hut: wish })
    expect(form).toMatchObject({ hut: { slug: hut, is_joined: 1 }, challenge: { hut_id: hutId } })
    expect(form.huts.map(({ slug }) => slug)).toContain(hut)
  }
  const foreign = await hedy.visit(createActivityPage, {}, { hut })
  expect(foreign).toMatchObject({ hut: { slug: hut, is_joined: 0 }, challenge: { hut_id: hutId } })
  expect(foreign.huts.map(({ slug }) => slug)).not.toContain(hut)
  for (const wish of ['nowhere', '999999999']) {
    expect(await grace.visit(createActivityPage, {}, { hut: wish })).toMatchObject({ hut: null })
  }
})

test('D-111 only a member makes an activity in a group, and an unknown group is named by its field', async () => {
  for (const [who, hut_id, message] of [
    [hedy, hutId, /^Join the group first/],
    [grace, 999_999_999, /^There is no such group/]
  ] as const) {
    const challenge = { title: 'Sneaked in', hut_id }
    const { status, body } = await who.refused(storeActivity, { body: { challenge } })
    expect([status, body.errors]).toEqual([422, { 'challenge.hut_id': expect.stringMatching(message) }])
    const { slug } = await make(who)
    const patched = await who.refused(patchActivity, { params: { challenge: slug }, body: { challenge: { hut_id } } })
    expect(patched.body.errors).toEqual({ 'challenge.hut_id': expect.stringMatching(message) })
  }
  expect(await inside()).toEqual([])
})

test('the form of an activity keeps its group after its maker left, and a deleted activity leaves it', async () => {
  const { slug } = await make(grace, 'Stays', hutId)
  await grace.call(leaveGroup, { params: { hut } })
  const { challenge, hut: shown } = await grace.visit(updateActivityPage, { challenge: slug })
  expect([challenge.hut_id, shown?.slug]).toEqual([hutId, hut])
  await grace.call(patchActivity, {
    params: { challenge: slug },
    body: { challenge: { title: 'Kept', hut_id: hutId } }
  })
  expect(await inside()).toEqual([slug])
  await grace.call(deleteActivity, { params: { challenge: slug } })
  expect(await inside()).toEqual([])
})
